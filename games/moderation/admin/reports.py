"""Reports: the queue, and one with all that is needed to answer it."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from games.models import Report
from games.moderation import selectors
from games.moderation.desk.acts_on_games import ACTS_ON_GAMES
from games.moderation.desk.acts_on_people import ACTS_ON_PEOPLE
from games.moderation.desk.acts_on_reports import ACTS_ON_REPORTS
from games.moderation.desk.keyed import (
    JustFilter,
    StaffFilter,
    game_coded,
    person_called,
    with_words,
)
from games.moderation.desk.offered import What
from games.moderation.desk.readonly import Paged, act_buttons


@admin.register(Report)
class ReportAdmin(Paged[Report]):
    page_template = "games/moderation/desk/report.html"
    list_display = (
        "number",
        "category",
        "reporter",
        "person",
        "game",
        "status",
        "assigned_to",
        "created_at",
    )
    list_display_links = ("number",)
    list_filter = (("status", JustFilter), ("category", JustFilter), ("assigned_to", StaffFilter))
    offered = frozenset({"status__exact", "category__exact", "assigned_to__id__exact"})
    list_select_related = ("reporter", "person", "game", "assigned_to")
    search_fields = ("reporter__username", "person__username", "game__code", "text")
    search_help_text = gettext_lazy("Player name, game code, or text of the report")

    def matching(self, rows: QuerySet[Report], words: str) -> QuerySet[Report]:
        """At most three queries, with the one that it becomes."""
        if game := game_coded(words):
            return rows.filter(game=game)
        if person := person_called(words):
            return rows.filter(Q(reporter=person) | Q(person=person))
        return with_words(rows, "text", words)

    @admin.display(description=gettext_lazy("report"))
    def number(self, report: Report) -> str:
        return f"#{report.pk}"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        return selectors.reports_for(request.user)

    def find(self, request: HttpRequest, pk: int) -> Report | None:
        found = selectors.reports_for(request.user).select_related(
            "reporter", "person", "game", "message__author", "assigned_to"
        )
        return found.filter(pk=pk).first()

    def page_context(self, request: HttpRequest, shown: Report) -> dict[str, object]:
        game, person, here = shown.game, shown.person, {"next": request.path}
        return {
            "title": str(shown).capitalize(),
            "report": shown,
            "offers": act_buttons(request, ACTS_ON_REPORTS, shown),
            "about_person": act_buttons(request, ACTS_ON_PEOPLE, person, **here) if person else [],
            "about_game": act_buttons(request, _for_reports, game, **here) if game else [],
            "acts": selectors.latest(selectors.acts_for(request.user).filter(report=shown)),
            "before": selectors.latest(selectors.acts_on(person, request.user)) if person else [],
            "here": request.path,
            "talk": selectors.talk_of(game)[:20] if game else [],
            "may_hide": ACTS_ON_GAMES[What.HIDE_MESSAGE].allowed(request.user),
        }


_for_reports = {
    what: ACTS_ON_GAMES[what]
    for what in (What.PAUSE, What.LOCK_TALK, What.SEAT_BOT, What.REMOVE, What.ANNUL)
}
