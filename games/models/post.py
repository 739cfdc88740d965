"""The outbox."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.db.models.functions import Upper
from django.utils.translation import gettext_lazy as _

from accounts.constraints import in_our_days
from games.models.tables import Game

LONGEST_ERROR = 300


class Notification(models.Model):
    """The outbox: something to tell somebody, written in the transaction of what it tells of."""

    class Kind(models.TextChoices):
        INVITATION = "invitation", _("invitations")
        STARTED = "started", _("games starting")
        YOUR_TURN = "your_turn", _("your turn")
        REMINDER = "reminder", _("reminders")
        LAST_REMINDER = "last_reminder", _("final reminders")
        MISSED = "missed", _("missed turns")
        REMOVED = "removed", _("being removed from a game")
        OVER = "over", _("finished games")
        MESSAGE = "message", _("chat messages")
        NOTICE = "notice", _("messages from the moderators")
        ACCOUNT = "account", _("your account")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        SENT = "sent", _("sent")
        DROPPED = "dropped", _("no longer needed")
        FAILED = "failed", _("could not be delivered")

    MAIL = "mail"
    # Told even to those who want no mail: it happened to them, it is the moderators', or they
    # asked for it themselves.
    UNSTOPPABLE = (Kind.REMOVED.value, Kind.NOTICE.value, Kind.ACCOUNT.value)

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("person"),
        null=True,
        on_delete=models.CASCADE,
        related_name="notifications",
    )
    # Where it goes, if not to where the person's mail goes now.
    email = models.EmailField(_("email address"), blank=True)
    kind = models.CharField(_("kind"), max_length=20, choices=Kind.choices)
    game = models.ForeignKey(
        Game,
        verbose_name=_("game"),
        null=True,
        on_delete=models.CASCADE,
        related_name="notifications",
    )
    ply = models.BigIntegerField(default=0)
    channel = models.CharField(max_length=10, default=MAIL)
    data = models.JSONField(default=dict, blank=True)
    state = models.CharField(
        _("state"), max_length=10, choices=State.choices, default=State.WAITING
    )
    created_at = models.DateTimeField(_("written at"), auto_now_add=True)
    not_before = models.DateTimeField(_("not before"))
    # A worker has it in hand; should the worker die, another may take it from then on.
    claimed_until = models.DateTimeField(null=True, blank=True, editable=False)
    sent_at = models.DateTimeField(_("sent at"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    last_error = models.CharField(_("last error"), max_length=LONGEST_ERROR, blank=True)

    class Meta:
        verbose_name = _("notification")
        verbose_name_plural = _("notifications")
        indexes = (
            models.Index("not_before", "id", name="mails_due", condition=Q(state="waiting")),
            models.Index(
                "not_before",
                "id",
                name="account_mails_due",
                condition=Q(state="waiting", kind="account"),
            ),
            models.Index(
                models.F("user"), models.F("sent_at").desc(), name="notifications_of_a_person"
            ),
            models.Index("user", "id", name="mails_of_a_person"),
            models.Index(
                "user", "not_before", "id", name="due_to_a_person", condition=Q(state="waiting")
            ),
            models.Index("state", "id", name="mails_by_state"),
            models.Index(
                "id", name="mails_set_aside", condition=Q(state="waiting") & ~Q(last_error="")
            ),
            models.Index("created_at", name="mails_failed_lately", condition=Q(state="failed")),
            models.Index("kind", "id", name="mails_by_kind"),
            models.Index(Upper("email"), name="mails_to_an_address", condition=~Q(email="")),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("user", "email", "kind", "game", "ply", "channel"),
                name="told_once",
                nulls_distinct=False,
            ),
            in_our_days("letters_are_sent_in_our_days", "not_before", "claimed_until", "sent_at"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.user or self.email}"


class RefusedAddress(models.Model):
    """Somebody who is not here wants no mail from us, whoever invites them.

    Only a digest is kept: to know the address again we need not know it.
    """

    digest = models.CharField(max_length=64, unique=True)
    refused_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("bounced address")
        verbose_name_plural = _("bounced addresses")

    def __str__(self) -> str:
        return self.digest[:12]
