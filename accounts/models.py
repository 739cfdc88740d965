"""The person."""

from __future__ import annotations

from datetime import date
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.addresses import deliverable
from accounts.bounds import A_YEAR, FIRST_BIRTH, LAST_BIRTH
from accounts.constraints import in_our_days, within
from accounts.indexes import PEOPLE_BY
from accounts.looks import Looks
from accounts.managers import People
from accounts.zones import known_zones, zone_named


def known_time_zone(name: str) -> None:
    if name not in known_zones():
        raise ValidationError(_("Unknown time zone."), code="unknown-time-zone")


OLDEST = 120


def plausible_birth(born: date) -> None:
    today = timezone.localdate()
    if not today.year - OLDEST <= born.year or born > today:
        raise ValidationError(_("Enter a valid date of birth."), code="bad-birth")


class User(Looks, AbstractUser):
    """Somebody who can log in, by name or by mail address, however these are capitalised."""

    class AfterTurn(models.TextChoices):
        STAY = "", _("Stay at the table")
        NEXT = "next", _("Go to the next game that waits for me")
        HOME = "home", _("Go to your games")

    class Confirm(models.TextChoices):
        NEVER = "", _("Never")
        PEOPLE = "people", _("In games with other people")
        ALWAYS = "always", _("Always")

    class Cadence(models.TextChoices):
        AT_ONCE = "at_once", _("Straight away")
        UNTIL_BACK = "until_back", _("One, then none until I visit")
        DIGEST = "digest", _("Daily summary")
        NONE = "none", _("None")

    # We ask for no more names than the one shown at the table.
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    username = models.CharField(
        _("name"),
        max_length=names.LONGEST,
        unique=True,
        validators=[names.good_name],
        help_text=names.RULE,
        error_messages={"unique": names.TAKEN},
    )
    # What the name looks like, by which look-alikes are found. Those from before the rule that
    # look like somebody else have their own number after it.
    name_skeleton = models.CharField(max_length=200, unique=True, editable=False)
    # Empty for guests only, who have none.
    email = models.EmailField(_("email address"), validators=[deliverable])
    # Somebody who plays without an account: a name that we gave, no address, no password, and
    # nothing but games without other people.
    is_guest = models.BooleanField(_("guest"), default=False, db_default=False, editable=False)
    birth_date = models.DateField(
        _("date of birth"),
        null=True,
        blank=True,
        validators=[plausible_birth],
        help_text=_("Used to decide who starts when players tie: the oldest goes first."),
    )
    language = models.CharField(
        _("language"), max_length=10, choices=settings.LANGUAGES, blank=True
    )
    time_zone = models.CharField(
        _("time zone"), max_length=64, default="UTC", validators=[known_time_zone]
    )

    # The computer's level that was last chosen, by game.
    levels = models.JSONField(
        default=dict, db_default=models.Value({}, models.JSONField()), editable=False
    )
    after_turn = models.CharField(
        _("after my turn"),
        max_length=5,
        choices=AfterTurn.choices,
        blank=True,
        default="",
        db_default="",
    )
    confirm_turn = models.CharField(
        _("ask before I play a turn"),
        max_length=6,
        choices=Confirm.choices,
        blank=True,
        default="",
        db_default="",
    )
    sounds = models.BooleanField(_("sounds"), default=False, db_default=False)

    # Mail: what a person wants to hear of, when, and whether it reaches them.
    cadence = models.CharField(
        _("emails about games"), max_length=10, choices=Cadence.choices, default=Cadence.AT_ONCE
    )
    digest_hour = models.PositiveSmallIntegerField(
        _("hour of the daily summary"), default=8, validators=[MaxValueValidator(23)]
    )
    quiet_from = models.PositiveSmallIntegerField(
        _("no emails from"), null=True, blank=True, validators=[MaxValueValidator(23)]
    )
    quiet_until = models.PositiveSmallIntegerField(
        _("until"), null=True, blank=True, validators=[MaxValueValidator(23)]
    )
    mail_off = models.JSONField(_("emails not wanted"), default=list, blank=True)
    remind_half = models.BooleanField(_("remind me when half of my time is left"), default=True)
    remind_last = models.BooleanField(_("remind me when little time is left"), default=True)
    bounced_at = models.DateTimeField(null=True, blank=True, editable=False)
    bounce_reason = models.CharField(max_length=300, blank=True, editable=False)
    last_seen_at = models.DateTimeField(_("last seen at"), null=True, blank=True, editable=False)
    # Made when it is first asked for, and made anew when it has got into wrong hands.
    calendar_token = models.CharField(max_length=40, unique=True, null=True, editable=False)  # noqa: DJ001

    # The vacation that is now or comes next; while it lasts, no clock of theirs runs.
    away_from = models.DateTimeField(null=True, blank=True, editable=False)
    away_until = models.DateTimeField(null=True, blank=True, editable=False)

    # What moderators imposed. A warning stays until the person has said that they read it.
    warning = models.TextField(blank=True, editable=False)
    muted_until = models.DateTimeField(_("muted until"), null=True, blank=True, editable=False)
    suspended_until = models.DateTimeField(
        _("suspended until"), null=True, blank=True, editable=False
    )
    banned_at = models.DateTimeField(_("banned at"), null=True, blank=True, editable=False)
    shut_out_reason = models.CharField(max_length=1000, blank=True, editable=False)

    objects: ClassVar[People] = People()

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        indexes = (
            models.Index("last_seen_at", name="guests", condition=models.Q(is_guest=True)),
            *PEOPLE_BY,
        )
        constraints = (
            models.CheckConstraint(
                name="guests_have_no_address",
                condition=models.Q(is_guest=False) | models.Q(email=""),
            ),
            models.UniqueConstraint(
                Lower("username"),
                name="one_user_a_name",
                violation_error_message=names.TAKEN,
            ),
            models.UniqueConstraint(
                Lower("email"),
                name="one_user_a_mail_address",
                condition=~models.Q(email=""),
                violation_error_message=_("This email address is already in use."),
            ),
            in_our_days(
                "a_persons_times_are_in_our_days",
                "last_seen_at",
                "bounced_at",
                "away_from",
                "away_until",
                "muted_until",
                "suspended_until",
                "banned_at",
            ),
            within("births_are_in_our_days", FIRST_BIRTH, LAST_BIRTH, "birth_date"),
            within("hours_of_a_day", 0, 23, "digest_hour", "quiet_from", "quiet_until"),
            models.CheckConstraint(
                name="nobody_is_away_for_more_than_a_year",
                condition=models.Q(
                    away_until__gte=models.F("away_from"),
                    away_until__lte=models.F("away_from") + A_YEAR,
                ),
            ),
        )

    def clean(self) -> None:
        """A name that is new is compared with the others; one from before stays as it is."""
        super().clean()
        if names.is_good(self.username) and self._has_new_name():
            staff = self.is_staff or self.is_superuser
            try:
                User.objects.check_name(self.username, for_staff=staff, whose=self.pk or 0)
            except ValidationError as error:
                raise ValidationError({"username": error}) from error
            self.name_skeleton = names.skeleton(self.username)

    def save(self, *args: Any, **kwargs: Any) -> None:
        """The skeleton goes with the name, wherever that is made or changed."""
        fields = kwargs.get("update_fields")
        if (fields is None or "username" in fields) and self._has_new_name():
            self.name_skeleton = names.skeleton(self.username)
            if fields is not None:
                kwargs["update_fields"] = {*fields, "name_skeleton"}
        super().save(*args, **kwargs)

    def _has_new_name(self) -> bool:
        """Not where only the list of what looks alike is newer: `check_names` sees to that."""
        skeleton = names.skeleton(self.username)
        if self.name_skeleton in (skeleton, f"{skeleton}#{self.pk}"):
            return False
        return not User.objects.filter(pk=self.pk, username=self.username).exists()

    @property
    def is_muted(self) -> bool:
        return self.muted_until is not None and self.muted_until > timezone.now()

    @property
    def is_suspended(self) -> bool:
        return self.suspended_until is not None and self.suspended_until > timezone.now()

    @property
    def is_shut_out(self) -> bool:
        """Suspended for a while or banned for good: nothing of the site can be used."""
        return self.banned_at is not None or self.is_suspended

    @property
    def zone(self) -> ZoneInfo:
        """Where the person lives; UTC if the place has gone from the maps since."""
        return zone_named(self.time_zone)

    def get_full_name(self) -> str:
        return self.username

    def get_short_name(self) -> str:
        return self.username


class Vacation(models.Model):
    """A vacation taken or planned, for the count of days in a year."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="vacations")
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        constraints = (
            models.CheckConstraint(
                name="a_vacation_begins_before_it_ends",
                condition=models.Q(starts_at__lte=models.F("ends_at")),
            ),
            models.CheckConstraint(
                name="a_vacation_lasts_a_year_at_most",
                condition=models.Q(ends_at__lte=models.F("starts_at") + A_YEAR),
            ),
            in_our_days("vacations_are_in_our_days", "starts_at", "ends_at"),
        )

    def __str__(self) -> str:
        return f"{self.starts_at:%Y-%m-%d} – {self.ends_at:%Y-%m-%d}"


class Block(models.Model):
    """One person wants nothing to do with another: no invitations, no joining, no talk."""

    blocker = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks_made")
    blocked = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks_suffered")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = (
            models.UniqueConstraint("blocker", "blocked", name="one_block_a_pair"),
            models.CheckConstraint(
                name="nobody_blocks_themselves", condition=~models.Q(blocker=models.F("blocked"))
            ),
        )

    def __str__(self) -> str:
        return f"{self.blocker_id} → {self.blocked_id}"
