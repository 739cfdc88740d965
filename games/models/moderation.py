"""What players report, and what moderators did: the trail is written once and never changed."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.seats import Message
from games.models.tables import Game

LONGEST_REASON = 1000


class Report(models.Model):
    """A player asks the moderators to look at a message, a game or a person."""

    class Category(models.TextChoices):
        ABUSE = "abuse", _("Insults or harassment")
        SPAM = "spam", _("Advertising")
        STALLING = "stalling", _("Stalling on purpose")
        CHEATING = "cheating", _("Cheating")
        NAME = "name", _("Offensive name")
        TROUBLE = "trouble", _("Problem with the game")
        OTHER = "other", _("Something else")

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        UPHELD = "upheld", _("we took action")
        DISMISSED = "dismissed", _("no action needed")

    reporter = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("reported by"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="reports_made",
    )
    category = models.CharField(_("reason"), max_length=10, choices=Category.choices)
    text = models.CharField(_("in their words"), max_length=LONGEST_REASON, blank=True)
    game = models.ForeignKey(
        Game, verbose_name=_("game"), null=True, on_delete=models.CASCADE, related_name="reports"
    )
    message = models.ForeignKey(
        Message, verbose_name=_("message"), null=True, on_delete=models.CASCADE, related_name="+"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("about"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="reports_suffered",
    )
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.OPEN
    )
    assigned_to = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("assigned to"),
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="+",
    )
    answer = models.CharField(_("our reply"), max_length=LONGEST_REASON, blank=True)
    created_at = models.DateTimeField(_("reported at"), auto_now_add=True)
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)

    class Meta:
        verbose_name = _("report")
        verbose_name_plural = _("reports")
        default_permissions = ("view",)
        indexes = (
            models.Index("created_at", name="open_reports", condition=Q(status="open")),
            models.Index("reporter", "created_at", name="reports_of_a_person"),
            models.Index("status", "id", name="reports_by_status"),
            models.Index("category", "id", name="reports_by_category"),
        )

    def __str__(self) -> str:
        return f"{self.get_category_display()} #{self.pk}"

    @property
    def is_open(self) -> bool:
        return self.status == self.Status.OPEN


class Act(models.Model):
    """The audit trail: who did what, when, why, and what was before and after.

    The database itself refuses to change or delete a row; only a person or game that is deleted
    is forgotten here.
    """

    class What(models.TextChoices):
        PAUSE = "pause", _("pause the game")
        RESUME = "resume", _("restart the clock")
        EXTEND = "extend", _("give more time")
        SKIP = "skip", _("skip the turn")
        TAKE_BACK = "take_back", _("undo moves")
        SEAT_BOT = "seat_bot", _("replace with the computer")
        SEAT_PERSON = "seat_person", _("replace with someone else")
        REMOVE = "remove", _("remove a player")
        ADJUDICATE = "adjudicate", _("end with a result")
        ANNUL = "annul", _("annul the game")
        LOCK_TALK = "lock_talk", _("lock the chat")
        UNLOCK_TALK = "unlock_talk", _("unlock the chat")
        HIDE_MESSAGE = "hide_message", _("hide a message")
        SHOW_MESSAGE = "show_message", _("show a message again")
        LOOK = "look", _("view hands and draw pile")
        PAUSE_SITE = "pause_site", _("pause the whole site")
        RESUME_SITE = "resume_site", _("resume the site")
        WARN = "warn", _("warn")
        MUTE = "mute", _("mute")
        SUSPEND = "suspend", _("suspend")
        BAN = "ban", _("ban")
        LIFT = "lift", _("lift restrictions")
        NOTE = "note", _("write a note")
        ROLE = "role", _("change the role")
        FORGET_FACTORS = "forget_factors", _("remove the second factor")
        ASSIGN = "assign", _("assign a report")
        ANSWER = "answer", _("reply to a report")

    what = models.CharField(_("what"), max_length=20, choices=What.choices)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("who"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="acts_done",
    )
    by_name = models.CharField(_("who"), max_length=30)
    at = models.DateTimeField(_("when"), auto_now_add=True)
    why = models.CharField(_("reason"), max_length=LONGEST_REASON)
    game = models.ForeignKey(
        Game, verbose_name=_("game"), null=True, on_delete=models.SET_NULL, related_name="acts"
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("person"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="acts_suffered",
    )
    # Who comes in the place of the person, where somebody does.
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("other person"),
        null=True,
        on_delete=models.SET_NULL,
        related_name="acts_that_seated",
    )
    report = models.ForeignKey(
        Report, verbose_name=_("report"), null=True, on_delete=models.SET_NULL, related_name="acts"
    )
    before = models.JSONField(_("before"), default=dict)
    after = models.JSONField(_("after"), default=dict)

    class Meta:
        verbose_name = _("act")
        verbose_name_plural = _("audit log")
        ordering = ("-pk",)
        default_permissions = ("view",)
        # One for each thing that a role may or may not do: see `games/moderation/permissions.py`.
        permissions = (
            ("pause_game", _("pause and resume a game")),
            ("extend_deadline", _("give more time")),
            ("skip_turn", _("skip a turn")),
            ("take_back", _("undo moves")),
            ("replace_player", _("replace a player")),
            ("remove_player", _("remove a player")),
            ("adjudicate", _("end a game with a result")),
            ("annul", _("annul a game")),
            ("lock_talk", _("lock the chat")),
            ("hide_message", _("hide a message")),
            ("see_hidden", _("view hands and draw piles")),
            ("pause_site", _("pause the whole site")),
            ("warn", _("warn a person")),
            ("mute", _("mute a person")),
            ("suspend", _("suspend a person")),
            ("ban", _("ban a person")),
            ("write_note", _("write notes about a person")),
            ("handle_reports", _("handle reports")),
            ("change_roles", _("change roles, and act on people who have one")),
        )
        indexes = (
            models.Index("game", "id", name="acts_on_a_game"),
            models.Index("person", "id", name="acts_on_a_person"),
            models.Index("what", "id", name="acts_by_what"),
            models.Index("by_name", "id", name="acts_by_whom"),
        )

    def __str__(self) -> str:
        return f"{self.get_what_display()} #{self.pk}"
