"""Games: a list to find one by what is wrong with it, and all that can be known of one."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.db import DataError
from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import path
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from games import oversight, selectors
from games.desk.deed import Deed, What
from games.desk.deeds_on_games import GAME_DEEDS
from games.desk.doing import MOST_AT_ONCE, address_of
from games.desk.readonly import Paged, lately_proved, offers
from games.models import Game, Player
from games.presenters import PRESENTERS, in_turns
from games.records import verify
from games.roles import permission_for
from games.services.errors import ServiceError
from games.services.moderation.looking import look
from games.templatetags.tables import game_name
from games.views.answers import words_for
from games.views.game import history
from games.views.replay import record_file
from games.words import END_REASONS, player_name

Lookups = list[tuple[str, Any]]
log = logging.getLogger(__name__)


class EngineFilter(admin.SimpleListFilter):
    title = gettext_lazy("game")
    parameter_name = "game"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Lookups:
        return [(slug, presenter.name) for slug, presenter in PRESENTERS.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        return queryset.filter(engine_slug=self.value()) if self.value() else queryset


class TroubleFilter(admin.SimpleListFilter):
    """What a moderator looks for."""

    title = gettext_lazy("problem")
    parameter_name = "needs"
    found: ClassVar[dict[str, tuple[Any, Callable[[QuerySet[Any]], QuerySet[Any]]]]] = {
        "overdue": (gettext_lazy("overdue"), oversight.overdue),
        "stuck": (gettext_lazy("stuck"), oversight.stuck),
        "paused": (gettext_lazy("paused"), lambda games: games.filter(paused_at__isnull=False)),
        "reported": (gettext_lazy("reported"), lambda games: games.filter(is_reported=True)),
    }

    def lookups(self, request: HttpRequest, model_admin: Any) -> Lookups:
        return [(name, words) for name, (words, _games) in self.found.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        asked = self.value()
        return self.found[asked][1](queryset) if asked in self.found else queryset


class BotFilter(admin.SimpleListFilter):
    title = gettext_lazy("players")
    parameter_name = "bots"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Lookups:
        return [("1", _("with the computer")), ("0", _("people only"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        bots = Exists(Player.objects.filter(game=OuterRef("pk"), bot__gt=""))
        if self.value() not in ("0", "1"):
            return queryset
        return queryset.filter(bots if self.value() == "1" else ~bots)


def _bulk(deed: Deed) -> Callable[..., HttpResponse]:
    """Choosing it in the list leads to the page that says what it will do to each."""

    @admin.action(description=str(deed.title))
    def choose(model_admin: Any, request: HttpRequest, games: QuerySet[Game]) -> HttpResponse:
        numbers = list(games.values_list("pk", flat=True)[: MOST_AT_ONCE + 1])
        if len(numbers) > MOST_AT_ONCE:
            words = ngettext(
                "Only the first %(count)s game is selected.",
                "Only the first %(count)s games are selected.",
                MOST_AT_ONCE,
            )
            messages.warning(request, words % {"count": MOST_AT_ONCE})
        numbers = numbers[:MOST_AT_ONCE]
        return redirect(address_of(deed.what, numbers))

    choose.__name__ = deed.what.value
    return choose


@admin.register(Game)
class GameAdmin(Paged):
    page_template = "admin/game.html"
    list_display = ("code", "name", "people", "status", "ply", "clock", "reported")
    list_filter = ("status", TroubleFilter, EngineFilter, BotFilter)
    offered = frozenset({"status__exact"})
    search_fields = ("code", "players__user__username")
    search_help_text = gettext_lazy("Game code or player name")
    ordering = ("-created_at",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        reported = oversight.open_reports(request.user).filter(game=OuterRef("pk"))
        games = Game.objects.annotate(is_reported=Exists(reported)).defer("state", "seed")
        return games.prefetch_related("players__user")

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """The acts that make sense for many at once, for who may do them."""
        return {
            deed.what.value: (_bulk(deed), deed.what.value, str(deed.title).capitalize())
            for deed in GAME_DEEDS.values()
            if deed.bulk and deed.allowed(request.user)
        }

    @admin.display(description=gettext_lazy("game"))
    def name(self, game: Game) -> str:
        return game_name(game)

    @admin.display(description=gettext_lazy("players"))
    def people(self, game: Game) -> str:
        return ", ".join(player_name(player) for player in game.players.all())

    @admin.display(description=gettext_lazy("clock"))
    def clock(self, game: Game) -> str:
        if game.is_paused:
            return _("paused")
        if game.deadline is None:
            return "–"
        if game.deadline < timezone.now() - oversight.OVERDUE:
            return _("overdue")
        return date_format(timezone.localtime(game.deadline), "SHORT_DATETIME_FORMAT")

    @admin.display(description=gettext_lazy("reports"))
    def reported(self, game: Any) -> str:
        return _("reported") if game.is_reported else ""

    def get_urls(self) -> list[Any]:
        wrap = self.admin_site.admin_view
        return [
            path("<int:pk>/hidden/", wrap(lately_proved(self.hidden)), name="hidden"),
            path("<int:pk>/record/", wrap(lately_proved(self.record)), name="moderators-record"),
            *super().get_urls(),
        ]

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """A game that cannot be read, or that nobody here knows, still says what failed with it."""
        try:
            return super().change_view(request, object_id, form_url, extra_context)
        except (DataError, LookupError, ValueError, TypeError, AttributeError):
            log.exception("game %s cannot be shown", object_id)
        context = {
            **self.admin_site.each_context(request),
            "title": _("Game %(number)s") % {"number": object_id},
            "setbacks": oversight.set_aside(game=int(object_id)).shown,
        }
        return TemplateResponse(request, "admin/unreadable.html", context)

    def find(self, request: HttpRequest, pk: int) -> Game | None:
        return oversight.game_for_moderators(pk)

    def page_context(self, request: HttpRequest, shown: Game) -> dict[str, Any]:
        """All that is known of a game, but for what is hidden. Ten queries."""
        played = selectors.moves_of(shown)
        presenter = PRESENTERS[shown.engine_slug]
        return {
            "title": f"{presenter.name} {shown.code}",
            "game": shown,
            "offers": offers(request, GAME_DEEDS, shown),
            "may_look": request.user.has_perm(permission_for(What.LOOK)),
            "plays_there": oversight.has_played(shown, request.user),
            "turns": [
                {**entry, "words": presenter.mail_entry(turn)}
                for entry, turn in zip(
                    history(shown, played), reversed(in_turns(presenter, played)), strict=True
                )
            ],
            "setbacks": oversight.set_aside(game=shown).shown,
            "talk": oversight.talk_of(shown),
            "told": oversight.told_of(shown, request.user),
            "reports": oversight.reports_on(shown, request.user),
            "acts": oversight.latest(oversight.acts_for(request.user).filter(game=shown)),
            "end_words": END_REASONS.get(shown.end_reason, ""),
            "record": _verified(shown, played),
            "overdue": bool(shown.deadline and shown.deadline < timezone.now() - oversight.OVERDUE),
            "may_hide": GAME_DEEDS[What.HIDE_MESSAGE].allowed(request.user),
        }

    @method_decorator(require_POST)
    def hidden(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Hands and bag, for who may see them and does not play there. The look is in the trail."""
        try:
            game, hidden = look(by=request.user, game_id=pk, why=request.POST.get("why", ""))  # type: ignore[arg-type]
        except ServiceError as error:
            return self._refused(request, pk, error)
        presenter = PRESENTERS[game.engine_slug]
        pieces = f"games/{game.engine_slug}/_pieces.html"
        players = list(game.players.select_related("user"))
        context = {
            **self.admin_site.each_context(request),
            "title": _("Hands and draw pile of %(code)s") % {"code": game.code},
            "game": game,
            "presenter": presenter,
            "pieces_template": pieces,
            "hands": list(zip(players, hidden["hands"], strict=True)),
            "pile": hidden["pile"],
        }
        return TemplateResponse(request, "admin/hidden.html", context)

    @method_decorator(require_POST)
    def record(self, request: HttpRequest, pk: int) -> HttpResponse:
        """With its seed a record tells all that is hidden: of a game that goes on it is a look."""
        game = oversight.game_for_moderators(pk)
        if game is None or game.state is None:
            raise Http404
        if not self.has_view_permission(request):
            return self._refused(request, pk, ServiceError("not-allowed", 403))
        if not game.is_revealed:
            try:
                look(by=request.user, game_id=pk, why=request.POST.get("why", ""))  # type: ignore[arg-type]
            except ServiceError as error:
                return self._refused(request, pk, error)
        return record_file(game)

    def _refused(self, request: HttpRequest, pk: int, error: ServiceError) -> HttpResponse:
        if error.status == 404:
            raise Http404
        messages.error(request, words_for(error))
        return redirect("admin:games_game_change", pk)


def _verified(game: Game, played: Any) -> dict[str, Any] | None:
    """The game replayed from its seed, as `verify_record` does it."""
    if game.state is None:
        return None
    names = [player_name(player) for player in game.players.all()]
    _scores, error = verify(selectors.record_of(game, played, names))
    return {"ok": error is None, "error": error, "count": len(played)}
