"""Games: a list to find one by what is wrong with it, and all that can be known of one."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Protocol, TypeAlias

from django.contrib import admin, messages
from django.db import DataError
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST
from django_stubs_ext import StrOrPromise

from games.engine.records import verify
from games.kinds import KINDS
from games.kit.presenter import Entry
from games.kit.turns import in_turns
from games.machinery.errors import ServiceError
from games.models import Game, Move, Player, Report
from games.moderation import selectors as oversight
from games.moderation.desk.acts_on_games import ACTS_ON_GAMES
from games.moderation.desk.keyed import JustFilter, Lookups, game_coded, person_called
from games.moderation.desk.offered import OfferedAct, What
from games.moderation.desk.readonly import Paged, act_buttons, lately_proved
from games.moderation.desk.subjects import MOST_AT_ONCE, address_of
from games.moderation.permissions import permission_for
from games.moderation.services.looking import look
from games.pages.answers import words_for
from games.pages.paging import just
from games.pages.tags import game_name
from games.play import positions
from games.play import selectors as play_selectors
from games.play.history import history
from games.play.record_files import record_file
from games.words import end_words, player_name

log = logging.getLogger(__name__)
# Games with what the list has asked for besides, which no stub knows.
Found: TypeAlias = QuerySet[Any]
OPEN = Q(status=Report.Status.OPEN, game__isnull=False)
# Ours lead to a page, where the stubs expect words.
Actions: TypeAlias = dict[str, Any]


class Listed(Protocol):
    """A game as its list has asked for it."""

    is_reported: bool


class EngineFilter(admin.SimpleListFilter):
    title = gettext_lazy("game")
    parameter_name = "game"
    column = "engine_slug"

    def lookups(self, request: HttpRequest, model_admin: object) -> Lookups:
        return [(slug, str(kind.name)) for slug, kind in KINDS.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        return just(queryset, self.column, self.value()) if self.value() else queryset


def _reported(games: Found) -> Found:
    """By the reports: they are few, the games many."""
    return games.filter(is_reported=True, pk__in=Report.objects.filter(OPEN).values("game"))


class TroubleFilter(admin.SimpleListFilter):
    """What a moderator looks for."""

    title = gettext_lazy("problem")
    parameter_name = "needs"
    found: ClassVar[dict[str, tuple[StrOrPromise, Callable[[Found], Found]]]] = {
        "overdue": (gettext_lazy("overdue"), oversight.overdue),
        "stuck": (gettext_lazy("stuck"), oversight.stuck),
        "paused": (gettext_lazy("paused"), lambda games: games.filter(paused_at__isnull=False)),
        "reported": (gettext_lazy("reported"), _reported),
    }

    def lookups(self, request: HttpRequest, model_admin: object) -> Lookups:
        return [(name, words) for name, (words, _games) in self.found.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        asked = self.value()
        return self.found[asked][1](queryset) if asked in self.found else queryset


class BotFilter(admin.SimpleListFilter):
    title = gettext_lazy("players")
    parameter_name = "bots"

    def lookups(self, request: HttpRequest, model_admin: object) -> Lookups:
        return [("1", _("with the computer")), ("0", _("people only"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        bots = Exists(Player.objects.filter(game=OuterRef("pk"), bot__gt=""))
        if self.value() not in ("0", "1"):
            return queryset
        return queryset.filter(bots if self.value() == "1" else ~bots)


def _bulk(offered: OfferedAct) -> Callable[..., HttpResponse]:
    """Choosing it in the list leads to the page that says what it will do to each."""

    @admin.action(description=str(offered.title))
    def choose(model_admin: object, request: HttpRequest, games: QuerySet[Game]) -> HttpResponse:
        numbers = list(games.values_list("pk", flat=True)[: MOST_AT_ONCE + 1])
        if len(numbers) > MOST_AT_ONCE:
            words = ngettext(
                "Only the first %(count)s game is selected.",
                "Only the first %(count)s games are selected.",
                MOST_AT_ONCE,
            )
            messages.warning(request, words % {"count": MOST_AT_ONCE})
        numbers = numbers[:MOST_AT_ONCE]
        return redirect(address_of(offered.what, numbers))

    choose.__name__ = offered.what.value
    return choose


@admin.register(Game)
class GameAdmin(Paged[Game]):
    page_template = "games/moderation/desk/game.html"
    list_display = ("code", "name", "people", "status", "ply", "clock", "reported")
    list_filter = (("status", JustFilter), TroubleFilter, EngineFilter, BotFilter)
    offered = frozenset({"status__exact"})
    search_fields = ("code", "players__user__username")
    search_help_text = gettext_lazy("Game code or player name")

    def matching(self, rows: Found, words: str) -> Found:
        """At most three queries, with the one that it becomes."""
        if game := game_coded(words):
            return rows.filter(pk=game.pk)
        person = person_called(words)
        return just(rows, "players__user_id", person.pk) if person else rows.none()

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        reported = oversight.open_reports(request.user).filter(game=OuterRef("pk"))
        games = Game.objects.annotate(is_reported=Exists(reported)).defer("state", "seed")
        return games.prefetch_related("players__user")

    def get_actions(self, request: HttpRequest) -> Actions:
        """The acts that make sense for many at once, for who may do them."""
        return {
            offered.what.value: (
                _bulk(offered),
                offered.what.value,
                str(offered.title).capitalize(),
            )
            for offered in ACTS_ON_GAMES.values()
            if offered.bulk and offered.allowed(request.user)
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
    def reported(self, game: Listed) -> str:
        return _("reported") if game.is_reported else ""

    def get_urls(self) -> list[URLPattern]:
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
        extra_context: dict[str, object] | None = None,
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
        return TemplateResponse(request, "games/moderation/desk/unreadable.html", context)

    def find(self, request: HttpRequest, pk: int) -> Game | None:
        return oversight.game_for_moderators(pk)

    def page_context(self, request: HttpRequest, shown: Game) -> dict[str, object]:
        """All that is known of a game, but for what is hidden. Eleven queries."""
        played = play_selectors.moves_of(shown)
        presenter, seats = shown.kind.presenter, shown.players.all()
        return {
            "title": f"{shown.kind.name} {shown.code}",
            "game": shown,
            "offers": act_buttons(request, ACTS_ON_GAMES, shown),
            "may_look": request.user.has_perm(permission_for(What.LOOK)),
            "plays_there": oversight.has_played(shown, request.user),
            "turns": [
                (replace(told, entry=Entry(words=presenter.mail_entry(turn))), seats[told.seat])
                for told, turn in zip(
                    history(shown, played), reversed(in_turns(presenter, played)), strict=True
                )
            ],
            "setbacks": oversight.set_aside(game=shown).shown,
            "talk": oversight.talk_of(shown),
            "mails": oversight.mails_of(shown, request.user),
            "reports": oversight.reports_on(shown, request.user),
            "acts": oversight.latest(oversight.acts_for(request.user).filter(game=shown)),
            "end_words": end_words(shown),
            "record": _verified(shown, played),
            "overdue": bool(shown.deadline and shown.deadline < timezone.now() - oversight.OVERDUE),
            "may_hide": ACTS_ON_GAMES[What.HIDE_MESSAGE].allowed(request.user),
        }

    @method_decorator(require_POST)
    def hidden(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Hands and bag, for who may see them and does not play there. The look is in the trail."""
        try:
            game, hidden = look(by=request.user, game_id=pk, why=request.POST.get("why", ""))  # type: ignore[arg-type]
        except ServiceError as error:
            return self._refused(request, pk, error)
        pieces = f"games/{game.engine_slug}/_pieces.html"
        players = list(game.players.select_related("user"))
        context = {
            **self.admin_site.each_context(request),
            "title": _("Hands and draw pile of %(code)s") % {"code": game.code},
            "game": game,
            "kind": game.kind,
            "pieces_template": pieces,
            "hands": list(zip(players, hidden["hands"], strict=True)),
            "pile": hidden["pile"],
        }
        return TemplateResponse(request, "games/moderation/desk/hidden.html", context)

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


def _verified(game: Game, played: Sequence[Move]) -> dict[str, object] | None:
    """The game replayed from its seed, as `verify_record` does it."""
    if game.state is None:
        return None
    names = [player_name(player) for player in game.players.all()]
    _scores, error = verify(positions.record_of(game, played, names))
    return {"ok": error is None, "error": error, "count": len(played)}
