"""A table, the game played at it, and who was invited there."""

from __future__ import annotations

import secrets
from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.db import models
from django.db.models import CharField, Func, Q, Value
from django.db.models.functions import Lower, Upper
from django.utils.translation import gettext_lazy as _

from accounts.bounds import LONGEST
from accounts.constraints import in_our_days, within
from accounts.models import User
from games.engine.contract import AnyEngine
from games.kinds import KINDS
from games.kit.kind import AnyKind
from games.models.indexes import GAMES_BY
from games.now import database_now

# Without letters and digits that are mistaken for one another.
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_LENGTH = 8
LONGEST_MESSAGE = 1000
# More than any game has, so that a number beyond them is a mistake.
MOST_SEATS, MOST_PLIES, MOST_POINTS = 20, 100_000, 100_000
SHORTEST_TURN, LONGEST_TURN, LONGEST_BANK = (
    timedelta(seconds=1),
    timedelta(days=60),
    timedelta(days=60),
)


# However it is written, as `unsubscribing.mailbox` says it: without what stands after a plus.
MAILBOX = Func(
    Lower("email"),
    Value(r"\+[^@]*@"),
    Value("@"),
    function="regexp_replace",
    output_field=CharField(),
)


def new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def new_token() -> str:
    return secrets.token_urlsafe(24)


class Game(models.Model):
    """A table, from the moment it is opened, and the game played at it."""

    class Status(models.TextChoices):
        OPEN = "open", _("waiting for players")
        ACTIVE = "active", _("being played")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Leaver(models.TextChoices):
        WITHDRAW = "withdraw", _("The others carry on")
        BOT = "bot", _("The computer takes over")

    code = models.CharField(_("code"), max_length=CODE_LENGTH, unique=True, default=new_code)
    engine_slug = models.CharField(_("game"), max_length=30)
    rules_version = models.PositiveSmallIntegerField(_("rules version"))
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.OPEN
    )
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("opened by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    rematch_of = models.ForeignKey(
        "self", verbose_name=_("rematch of"), null=True, blank=True, on_delete=models.SET_NULL
    )

    # What was agreed on when the table was opened.
    seats = models.PositiveSmallIntegerField(_("seats"))
    options = models.JSONField(_("options"), default=dict, blank=True)
    public = models.BooleanField(_("public"), default=True)
    invite_token = models.CharField(max_length=40, unique=True, default=new_token)
    # None: no clock, where one person plays against bots or alone.
    turn_time = models.DurationField(
        _("time per turn"), default=timedelta(days=3), null=True, blank=True
    )
    bank = models.DurationField(_("extra time"), default=timedelta(0))
    weekends_off = models.BooleanField(_("weekends off"), default=False)
    leaver = models.CharField(
        _("if someone leaves"), max_length=10, choices=Leaver.choices, default=Leaver.WITHDRAW
    )

    # The game itself. `state` is the whole truth, hands and bag included: it never leaves here
    # but through a view.
    seed = models.BinaryField(null=True, editable=False)
    state = models.JSONField(null=True, editable=False)
    ply = models.PositiveIntegerField(_("actions played"), default=0)
    to_act = models.PositiveSmallIntegerField(_("seat whose turn it is"), null=True, blank=True)
    # Whose turn it is, as long as that is a person's. Nobody while a game goes on: a bot's.
    waits_for = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="+",
        db_index=False,
    )
    end_reason = models.CharField(_("end reason"), max_length=20, blank=True)
    deadline = models.DateTimeField(_("deadline"), null=True, blank=True)
    turn_began_at = models.DateTimeField(_("turn began at"), null=True, blank=True)
    remind_at = models.DateTimeField(null=True, blank=True, editable=False)
    paused_at = models.DateTimeField(_("paused at"), null=True, blank=True)
    # While a game is paused: what was left of the turn's time, and of the bank.
    time_left = models.DurationField(null=True, blank=True, editable=False)

    talk_locked = models.BooleanField(_("chat is locked"), default=False)

    created_at = models.DateTimeField(_("opened at"), auto_now_add=True)
    started_at = models.DateTimeField(_("started at"), null=True, blank=True)
    moved_at = models.DateTimeField(_("last move at"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True)
    # When the seed is for all to see: later than the end where the end can be taken back.
    seed_opens_at = models.DateTimeField(_("seed shown from"), null=True, blank=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        indexes = (
            models.Index("deadline", name="due_games", condition=Q(status="active")),
            models.Index("remind_at", name="due_reminders", condition=Q(status="active")),
            models.Index(
                models.F("created_at").desc(), name="open_tables", condition=Q(status="open")
            ),
            models.Index("opened_by", "created_at", name="tables_of_a_person"),
            *GAMES_BY,
        )
        constraints = (
            models.CheckConstraint(
                name="a_started_game_has_a_state",
                condition=Q(status__in=["open", "cancelled"])
                | Q(seed__isnull=False, state__isnull=False),
            ),
            models.CheckConstraint(
                name="somebody_is_to_act_while_a_game_goes_on",
                condition=Q(status="active", to_act__isnull=False)
                | (~Q(status="active") & Q(to_act__isnull=True, deadline__isnull=True)),
            ),
            in_our_days(
                "a_games_times_are_in_our_days",
                "deadline",
                "turn_began_at",
                "remind_at",
                "paused_at",
                "started_at",
                "moved_at",
                "finished_at",
                "seed_opens_at",
            ),
            within("turns_end_some_day", SHORTEST_TURN, LONGEST_TURN, "turn_time"),
            within("a_bank_is_no_treasury", timedelta(0), LONGEST_BANK, "bank"),
            within("what_is_left_is_no_eternity", timedelta(0), LONGEST, "time_left"),
            within("a_table_has_a_few_seats", 1, MOST_SEATS, "seats"),
            within("who_acts_sits_there", 0, MOST_SEATS - 1, "to_act"),
            within("games_come_to_an_end", 0, MOST_PLIES, "ply"),
        )

    def __str__(self) -> str:
        return self.code

    @property
    def kind(self) -> AnyKind:
        return KINDS[self.engine_slug]

    @property
    def engine(self) -> AnyEngine:
        return self.kind.engine

    @property
    def commitment(self) -> str:
        """SHA-256 of the seed, shown from the start."""
        return sha256(bytes(self.seed)).hexdigest() if self.seed else ""

    @property
    def is_open(self) -> bool:
        return self.status == self.Status.OPEN

    @property
    def is_active(self) -> bool:
        return self.status == self.Status.ACTIVE

    @property
    def is_finished(self) -> bool:
        return self.status == self.Status.FINISHED

    @property
    def is_cancelled(self) -> bool:
        return self.status == self.Status.CANCELLED

    @property
    def is_seed_open(self) -> bool:
        """Whether the seed is or has been for all to see: then the game never goes on."""
        return self.seed_opens_at is not None and self.seed_opens_at <= database_now()

    @property
    def is_revealed(self) -> bool:
        """Whether the seed, and with it all that was hidden, is shown."""
        return self.is_finished and self.is_seed_open

    @property
    def can_be_played_anew(self) -> bool:
        """The same people may have a fresh game after this one."""
        return self.is_finished or self.end_reason == "annulled"

    @property
    def is_paused(self) -> bool:
        return self.paused_at is not None


class Invitation(models.Model):
    """A place kept for somebody: a person here, or a mail address that will be one."""

    class Answer(models.TextChoices):
        WAITING = "waiting", _("not answered yet")
        ACCEPTED = "accepted", _("accepted")
        DECLINED = "declined", _("declined")
        LAPSED = "lapsed", _("came too late")

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="invitations")
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.CASCADE,
        related_name="invitations",
    )
    email = models.EmailField(_("email address"), blank=True)
    # A rematch keeps each their seat; elsewhere whoever comes takes the next.
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    token = models.CharField(max_length=40, unique=True, default=new_token)
    answer = models.CharField(max_length=10, choices=Answer.choices, default=Answer.WAITING)
    # Whether a mail was written: these are counted, so that nobody gets too many.
    mailed = models.BooleanField(default=False, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        indexes = (
            models.Index("invited_by", "created_at", name="invitations_by_a_person"),
            models.Index(Upper("email"), name="invitations_to_an_address"),
            models.Index(MAILBOX, name="invitations_to_a_mailbox"),
            models.Index("user", name="invitations_not_answered", condition=Q(answer="waiting")),
            models.Index(
                Upper("email"),
                name="addresses_not_answered",
                condition=Q(answer="waiting") & ~Q(email=""),
            ),
        )
        constraints = (
            models.UniqueConstraint("game", "user", name="one_invitation_a_person"),
            models.UniqueConstraint(
                "game", "email", name="one_invitation_a_mail_address", condition=~Q(email="")
            ),
            within("guests_sit_at_the_table", 0, MOST_SEATS - 1, "seat"),
        )

    def __str__(self) -> str:
        return f"{self.game_id}: {self.user or self.email}"

    @staticmethod
    def for_person(user: User) -> Q:
        """By name or by address. Who has no address is not meant by those without one."""
        by_name = Q(user=user)
        return by_name | Q(email__iexact=user.email) if user.email else by_name
