"""What the machinery remembers: its last runs, and whether the site is paused."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.bounds import EARLIEST, LATEST
from accounts.constraints import in_our_days, within
from games.models.tables import Game

LONGEST_ERROR = 300


class TaskRun(models.Model):
    """When each periodic task last ran to its end, and what stopped it since, if anything did.

    Other machinery that can be away, such as the mail server, has a row here too.
    """

    name = models.CharField(max_length=50, primary_key=True)
    ran_at = models.DateTimeField(null=True, blank=True)
    # When it last began, whatever became of it: what is late since then was not seen to.
    began_at = models.DateTimeField(null=True, blank=True)
    failed_at = models.DateTimeField(_("failed at"), null=True, blank=True)
    error = models.CharField(_("last error"), max_length=LONGEST_ERROR, blank=True)

    class Meta:
        verbose_name = _("run of a task")
        verbose_name_plural = _("runs of tasks")
        constraints = (in_our_days("tasks_run_in_our_days", "ran_at", "began_at", "failed_at"),)

    def __str__(self) -> str:
        return self.name


class Setback(models.Model):
    """A game with which a task failed: set aside, and tried again after a while."""

    class Task(models.TextChoices):
        DEADLINE = "deadline", _("time ran out")
        REMINDER = "reminder", _("reminder")
        BOT = "bot", _("the computer's turn")
        CLOSING = "closing", _("closing the table")
        VACATION = "vacation", _("a player's vacation")
        GUEST = "guest", _("deleting a guest's game")

    game = models.ForeignKey(
        Game, verbose_name=_("game"), on_delete=models.CASCADE, related_name="setbacks"
    )
    task = models.CharField(_("task"), max_length=20, choices=Task.choices)
    error = models.CharField(_("last error"), max_length=LONGEST_ERROR)
    times = models.PositiveIntegerField(_("times"), default=1)
    since = models.DateTimeField(_("since"))
    tried_at = models.DateTimeField(_("last tried at"))
    next_try = models.DateTimeField(_("next try"))
    # The computer made any move that the rules allow in the place of the one it failed to find.
    made_do = models.BooleanField(_("made a simple move instead"), default=False)

    # The game is over, or went on by other means since it was last tried.
    SETTLED = Q(game__status__in=[Game.Status.FINISHED, Game.Status.CANCELLED]) | Q(
        game__moved_at__gt=F("tried_at")
    )

    class Meta:
        verbose_name = _("failure")
        verbose_name_plural = _("failures")
        indexes = (models.Index("tried_at", name="setbacks_by_try"),)
        constraints = (
            models.UniqueConstraint("game", "task", name="one_setback_a_task"),
            in_our_days("setbacks_are_of_our_days", "since", "tried_at", "next_try"),
        )

    def __str__(self) -> str:
        return f"{self.game_id}: {self.task}"


class DayCount(models.Model):
    """What the desk's plots show of a day, in UTC: counted once, not on every look."""

    day = models.DateField(primary_key=True)
    games = models.PositiveIntegerField()
    people = models.PositiveIntegerField()

    class Meta:
        constraints = (within("days_are_of_our_days", EARLIEST.date(), LATEST.date(), "day"),)

    def __str__(self) -> str:
        return str(self.day)


class SitePause(models.Model):
    """The whole site stands still: at most one row, while it does."""

    one = models.BooleanField(primary_key=True, default=True)
    began_at = models.DateTimeField()

    class Meta:
        verbose_name = _("pause of the site")
        verbose_name_plural = _("pauses of the site")
        constraints = (
            models.CheckConstraint(name="only_one_pause", condition=Q(one=True)),
            in_our_days("the_site_is_paused_in_our_days", "began_at"),
        )

    def __str__(self) -> str:
        return str(self.began_at)
