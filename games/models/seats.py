"""Who sits at a table, what they played and said there."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.constraints import in_our_days, within
from games.models.tables import (
    LONGEST_BANK,
    LONGEST_MESSAGE,
    MOST_PLIES,
    MOST_POINTS,
    MOST_SEATS,
    Game,
)


class Player(models.Model):
    """A seat taken, by a person or a bot. No person and no bot: an account that was deleted."""

    class Company(models.TextChoices):
        PEOPLE = "people"
        COMPUTER = "computer"
        ALONE = "alone"
        # Finished, and in nobody's results: who plays alone and gives up.
        UNCOUNTED = "uncounted"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="players")
    seat = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("person"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="seats_taken",
        db_index=False,
    )
    bot = models.CharField(_("bot"), max_length=20, blank=True)
    joined_at = models.DateTimeField(_("joined at"), auto_now_add=True)
    score = models.IntegerField(_("points"), default=0)
    place = models.PositiveSmallIntegerField(_("place"), null=True, blank=True)
    left = models.BooleanField(_("left the game"), default=False)
    bank_left = models.DurationField(_("extra time left"), default=timedelta(0))
    missed = models.PositiveSmallIntegerField(_("turns missed in a row"), default=0)
    has_moved = models.BooleanField(_("has made a move"), default=False)
    # Plays by the young players' rule, where the table has it.
    young = models.BooleanField(_("young player"), default=False)
    # One of a person's first games of this kind, in which the page gives tips.
    is_new_here = models.BooleanField(default=False, db_default=False, editable=False)

    # How it went, as lists of somebody's games ask for it; `play/services/results.py` keeps it.
    # `over_at` is set once the game is finished or called off, the others if it is finished.
    over_at = models.DateTimeField(null=True, editable=False)
    company = models.CharField(
        max_length=10,
        choices=Company.choices,
        blank=True,
        editable=False,
        default="",
        db_default="",
    )
    public = models.BooleanField(editable=False, default=False, db_default=False)

    # What the player is preparing, and has read: nobody else's business.
    draft = models.JSONField(default=list, blank=True, editable=False)
    hand_order = models.JSONField(default=list, blank=True, editable=False)
    talk_read = models.BigIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ("seat",)
        indexes = (
            models.Index("user", "game", name="seats_of_a_person"),
            models.Index("user", name="first_seats", condition=Q(is_new_here=True)),
            models.Index("user", name="seats_going", condition=Q(over_at=None)),
            models.Index(
                "user",
                "over_at",
                name="seats_called_off",
                condition=Q(company="", over_at__isnull=False),
            ),
            models.Index(
                F("user"),
                F("over_at").desc(),
                F("id").desc(),
                name="seats_finished",
                condition=Q(company__gt=""),
            ),
            models.Index(
                F("user"),
                F("over_at").desc(),
                F("id").desc(),
                name="seats_finished_in_public",
                condition=Q(company__gt="", public=True),
            ),
            models.Index(
                F("user"),
                F("company"),
                F("over_at").desc(),
                F("id").desc(),
                name="seats_by_company",
                condition=Q(company__gt=""),
            ),
        )
        constraints = (
            models.UniqueConstraint("game", "seat", name="one_player_a_seat"),
            models.UniqueConstraint("game", "user", name="one_seat_a_person"),
            within("players_sit_at_the_table", 0, MOST_SEATS - 1, "seat"),
            within("there_are_as_many_places_as_seats", 1, MOST_SEATS, "place"),
            in_our_days("games_are_over_in_our_days", "over_at"),
            within("scores_can_be_counted", -MOST_POINTS, MOST_POINTS, "score"),
            within("a_players_bank_is_no_treasury", timedelta(0), LONGEST_BANK, "bank_left"),
        )

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seat}"


class Tally(models.Model):
    """How many games somebody has finished in what company. Kept, so that none are counted."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tallies", db_index=False
    )
    company = models.CharField(max_length=10, choices=Player.Company.choices)
    played = models.PositiveIntegerField(default=0)
    won = models.PositiveIntegerField(default=0)
    most = models.IntegerField(default=0)

    class Meta:
        verbose_name_plural = "tallies"
        constraints = (models.UniqueConstraint("user", "company", name="one_tally_a_company"),)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.won}/{self.played}"


class Move(models.Model):
    """One action of the record: a seat's own, a turn missed, or its leaving."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="moves")
    ply = models.PositiveIntegerField(_("ply"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    # Who sat there then. Nobody: a bot, or an account that was deleted.
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("person"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    action = models.JSONField(_("action"))
    points = models.IntegerField(_("points"))
    made_at = models.DateTimeField(_("made at"), auto_now_add=True)

    class Meta:
        verbose_name = _("move")
        verbose_name_plural = _("moves")
        ordering = ("ply",)
        indexes = (models.Index("made_at", name="moves_by_day"),)
        constraints = (
            models.UniqueConstraint("game", "ply", name="one_move_a_ply"),
            within("moves_come_to_an_end", 0, MOST_PLIES, "ply"),
            within("moves_come_from_the_table", 0, MOST_SEATS - 1, "seat"),
            within("points_can_be_counted", -MOST_POINTS, MOST_POINTS, "points"),
        )

    def __str__(self) -> str:
        return f"{self.game_id}/{self.ply}"


class Message(models.Model):
    """Something said at the table."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="messages")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+"
    )
    text = models.CharField(_("message"), max_length=LONGEST_MESSAGE)
    said_at = models.DateTimeField(auto_now_add=True)
    hidden = models.BooleanField(_("hidden by the moderators"), default=False)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ("pk",)
        indexes = (models.Index("game", "id", name="talk_of_a_game"),)

    def __str__(self) -> str:
        return self.text[:50]


def _own_fields(model: type[models.Model]) -> list[str]:
    return [field.name for field in model._meta.concrete_fields]  # noqa: SLF001


# Who sits at a table, with the people, of whom pages show the name, whether they are guests and
# whether they are away. A person has many fields, and each that is asked for costs something at
# each seat.
PLAYERS_WITH_NAMES = Player.objects.select_related("user").only(
    *_own_fields(Player),
    *("user__username", "user__is_guest", "user__away_from", "user__away_until"),
)
WITH_PLAYERS = models.Prefetch("players", PLAYERS_WITH_NAMES)
MESSAGES_WITH_NAMES = Message.objects.select_related("author").only(
    *_own_fields(Message), "author__username"
)
