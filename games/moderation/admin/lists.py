"""The outbox, the runs of tasks and the trail: to look at, never to change."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.kinds import KINDS
from games.models import Act, Notification, TaskRun
from games.moderation import selectors
from games.moderation.desk.facts import in_words, task_name
from games.moderation.desk.keyed import (
    JustFilter,
    Lookups,
    game_coded,
    person_called,
    staff,
    with_words,
)
from games.moderation.desk.readonly import Paged, ReadOnly
from games.pages.paging import just


class AsideFilter(admin.SimpleListFilter):
    title = gettext_lazy("failed")
    parameter_name = "aside"

    def lookups(self, request: HttpRequest, model_admin: object) -> Lookups:
        return [("1", _("with an error, will be retried"))]

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[Notification]
    ) -> QuerySet[Notification]:
        return queryset.filter(selectors.SET_ASIDE) if self.value() == "1" else queryset


@admin.register(Notification)
class NotificationAdmin(Paged[Notification]):
    page_template = "games/moderation/desk/mail.html"
    list_display = (
        "kind",
        "user",
        "email",
        "game",
        "state",
        "not_before",
        "sent_at",
        "attempts",
        "last_error",
    )
    list_filter = (("state", JustFilter), AsideFilter, ("kind", JustFilter))
    offered = frozenset({"state__exact", "kind__exact"})
    search_fields = ("user__username", "email", "game__code", "last_error")
    search_help_text = gettext_lazy("Name, address, game code, or text of an error")
    list_select_related = ("user", "game")

    def matching(self, rows: QuerySet[Notification], words: str) -> QuerySet[Notification]:
        """At most three queries, with the one that it becomes."""
        if person := person_called(words):
            return just(rows, "user_id", person.pk)
        if "@" in words:
            return rows.exclude(email="").filter(email__iexact=words)
        if game := game_coded(words):
            return rows.filter(game=game)
        return with_words(rows.exclude(last_error=""), "last_error", words)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Notification]:
        return selectors.mails_for(request.user)

    def find(self, request: HttpRequest, pk: int) -> Notification | None:
        found = selectors.mails_for(request.user)
        return found.select_related("user", "game").filter(pk=pk).first()

    def page_context(self, request: HttpRequest, shown: Notification) -> dict[str, object]:
        return {"title": str(shown.get_kind_display()).capitalize(), "mail": shown}


@admin.register(TaskRun)
class TaskRunAdmin(ReadOnly):
    list_display = ("task", "ran_at", "failed_at", "error")
    list_display_links = None

    @admin.display(description=gettext_lazy("task"), ordering="name")
    def task(self, run: TaskRun) -> str:
        return task_name(run.name)


class DoneByFilter(admin.SimpleListFilter):
    """Of the names in the trail those that have a role now: all of them would be to read it all."""

    title = gettext_lazy("who")
    parameter_name = column = "by_name"

    def lookups(self, request: HttpRequest, model_admin: object) -> Lookups:
        return [(person.username, person.username) for person in staff()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Act]) -> QuerySet[Act]:
        return just(queryset, self.column, self.value()) if self.value() else queryset


@admin.register(Act)
class ActAdmin(Paged[Act]):
    """Append-only, for everybody: there is nothing here to change or delete with."""

    page_template = "games/moderation/desk/trail.html"
    list_display = ("at", "by_name", "what", "game", "person", "other", "why")
    list_display_links = ("at", "what")
    list_filter = (("what", JustFilter), DoneByFilter)
    offered = frozenset({"what__exact"})
    list_select_related = ("game", "person", "other")
    search_fields = ("by_name", "game__code", "person__username", "other__username", "why")
    search_help_text = gettext_lazy("Who did it or to whom, game code, or text of the reason")

    def matching(self, rows: QuerySet[Act], words: str) -> QuerySet[Act]:
        """At most four queries, with the one that it becomes."""
        if game := game_coded(words):
            return rows.filter(game=game)
        if person := person_called(words):
            return rows.filter(Q(person=person) | Q(other=person) | Q(by_name=person.username))
        if Act.objects.filter(by_name=words).exists():
            return just(rows, "by_name", words)
        return with_words(rows, "why", words)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Act]:
        return selectors.acts_for(request.user)

    def find(self, request: HttpRequest, pk: int) -> Act | None:
        found = selectors.acts_for(request.user)
        return found.select_related("by", "game", "person", "other", "report").filter(pk=pk).first()

    def page_context(self, request: HttpRequest, shown: Act) -> dict[str, object]:
        kind = KINDS.get(shown.game.engine_slug) if shown.game else None
        return {
            "title": str(shown).capitalize(),
            "act": shown,
            "before": in_words(shown.before, kind),
            "after": in_words(shown.after, kind),
        }
