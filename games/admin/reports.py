"""Reports: the queue, and one with all that is needed to answer it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy

from games import oversight
from games.desk.deed import What
from games.desk.deeds import PERSON_DEEDS, REPORT_DEEDS
from games.desk.deeds_on_games import GAME_DEEDS
from games.desk.readonly import Paged, offers
from games.models import Report


@admin.register(Report)
class ReportAdmin(Paged):
    page_template = "admin/report.html"
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
    list_filter = ("status", "category", ("assigned_to", admin.RelatedOnlyFieldListFilter))
    offered = frozenset({"status__exact", "category__exact", "assigned_to__id__exact"})
    list_select_related = ("reporter", "person", "game", "assigned_to")
    search_fields = ("reporter__username", "person__username", "game__code", "text")
    search_help_text = gettext_lazy("Player name, game code, or text of the report")
    ordering = ("-status", "created_at")

    @admin.display(description=gettext_lazy("report"), ordering="pk")
    def number(self, report: Report) -> str:
        return f"#{report.pk}"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Report]:
        return oversight.reports_for(request.user)

    def find(self, request: HttpRequest, pk: int) -> Report | None:
        found = oversight.reports_for(request.user).select_related(
            "reporter", "person", "game", "message__author", "assigned_to"
        )
        return found.filter(pk=pk).first()

    def page_context(self, request: HttpRequest, shown: Report) -> dict[str, Any]:
        game, person, here = shown.game, shown.person, {"next": request.path}
        return {
            "title": str(shown).capitalize(),
            "report": shown,
            "offers": offers(request, REPORT_DEEDS, shown),
            "about_person": offers(request, PERSON_DEEDS, person, **here) if person else [],
            "about_game": offers(request, _for_reports, game, **here) if game else [],
            "acts": oversight.latest(oversight.acts_for(request.user).filter(report=shown)),
            "before": oversight.latest(oversight.acts_on(person, request.user)) if person else [],
            "here": request.path,
            "talk": oversight.talk_of(game)[:20] if game else [],
            "may_hide": GAME_DEEDS[What.HIDE_MESSAGE].allowed(request.user),
        }


_for_reports = {
    what: GAME_DEEDS[what]
    for what in (What.PAUSE, What.LOCK_TALK, What.SEAT_BOT, What.REMOVE, What.ANNUL)
}
