"""What can be done to a game."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.desk import forms
from games.desk.deed import Deed, What, elsewhere
from games.models import Game
from games.presenters import PRESENTERS, in_turns
from games.selectors import moves_of, position, withdrawn_seats
from games.services.moderation import endings, games, seats, take_back
from games.words import duration, player_name

NOTHING = timedelta(0)
# How many turns are named before they are taken back.
MOST = 5


def _active(game: Game) -> bool:
    return game.is_active


def _can_go_back(game: Game) -> bool:
    return bool(game.state) and not game.is_seed_open and (game.ply > 0 or not game.is_active)


def _who_acts(game: Game) -> str:
    acting = (player for player in game.players.all() if player.seat == game.to_act)
    return next((player_name(player) for player in acting), "")


def _seat_name(game: Game, seat: int) -> str:
    return next(player_name(player) for player in game.players.all() if player.seat == seat)


def _extend(game: Game, data: Mapping[str, Any]) -> list[str]:
    if "span" not in data:
        return []
    values = {"name": _who_acts(game), "span": duration(data["span"])}
    said = [_("%(name)s gets %(span)s more for this turn. No extra time is used up.") % values]
    if game.deadline is not None:
        moments = (timezone.localtime(game.deadline + gift) for gift in (NOTHING, data["span"]))
        said.append(" → ".join(date_format(moment, "DATETIME_FORMAT") for moment in moments))
    return said


def _skip(game: Game, data: Mapping[str, Any]) -> list[str]:
    return [_("It's %(name)s's turn.") % {"name": _who_acts(game)}]


def _take_back(game: Game, data: Mapping[str, Any]) -> list[str]:
    if "to_ply" not in data:
        return []
    played = moves_of(game)
    presenter = PRESENTERS[game.engine_slug]
    gone = in_turns(presenter, played[data["to_ply"] :])
    words = ngettext("%(count)s move is undone.", "%(count)s moves are undone.", len(gone))
    said = [words % {"count": len(gone)}] if gone else []
    said += [
        f"{_seat_name(game, turn[0].seat)}: {presenter.mail_entry(turn)}" for turn in gone[:MOST]
    ]
    back = game.engine.to_act(position(game, played, data["to_ply"]))
    if back is not None:
        said.append(_("Then it's %(name)s's turn.") % {"name": _seat_name(game, back)})
    if not game.is_active:
        said.append(_("The game continues; its result is removed."))
    return said


def _seat_bot(game: Game, data: Mapping[str, Any]) -> list[str]:
    if "seat" not in data:
        return []
    name = _seat_name(game, data["seat"])
    return [_("%(name)s is out, and placed after those who stayed.") % {"name": name}]


def _seat_person(game: Game, data: Mapping[str, Any]) -> list[str]:
    if "seat" not in data or "person" not in data:
        return []
    values = {"name": _seat_name(game, data["seat"]), "new": data["person"].username}
    return [_("%(new)s takes over the seat of %(name)s, and sees that hand.") % values]


def _remove(game: Game, data: Mapping[str, Any]) -> list[str]:
    if "seat" not in data:
        return []
    said = [_("%(name)s leaves the game.") % {"name": _seat_name(game, data["seat"])}]
    if len(game.players.all()) - len(withdrawn_seats(game)) == 2:
        said.append(_("Only one player is left then, so the game is over."))
    return said


def _adjudicate(game: Game, data: Mapping[str, Any]) -> list[str]:
    return [
        ngettext(
            "%(name)s: place %(place)s, %(points)s point",
            "%(name)s: place %(place)s, %(points)s points",
            player.score,
        )
        % {
            "name": player_name(player),
            "place": data[f"place_{player.seat}"],
            "points": player.score,
        }
        for player in game.players.all()
        if f"place_{player.seat}" in data
    ]


GAME_DEEDS: Mapping[What, Deed] = {
    deed.what: deed
    for deed in (
        Deed(
            What.PAUSE,
            forms.ActForm,
            games.pause,
            gettext_lazy("The clock stops. Players can still move."),
            offered=lambda game: game.is_active and not game.is_paused,
            bulk=True,
        ),
        Deed(
            What.RESUME,
            forms.ActForm,
            games.resume,
            gettext_lazy("The clock restarts with the time that was left."),
            offered=lambda game: game.is_active and game.is_paused,
            bulk=True,
        ),
        Deed(
            What.EXTEND,
            forms.ExtendForm,
            games.extend,
            gettext_lazy("Whoever's turn it is gets more time for it."),
            _extend,
            offered=lambda game: game.deadline is not None or game.is_paused,
            bulk=True,
        ),
        Deed(
            What.SKIP,
            forms.AtPlyForm,
            games.skip,
            gettext_lazy("The turn passes with nothing done. It doesn't count as missed."),
            _skip,
            offered=_active,
        ),
        Deed(
            What.TAKE_BACK,
            forms.TakeBackForm,
            take_back.take_back,
            gettext_lazy(
                "The game goes back to how it was: board, hands, draw pile and "
                "points. Whoever's turn it is then gets the full time per turn."
            ),
            _take_back,
            offered=_can_go_back,
            danger=True,
        ),
        Deed(
            What.SEAT_BOT,
            forms.SeatBotForm,
            seats.seat_bot,
            gettext_lazy("The computer carries on with the same hand."),
            _seat_bot,
            offered=_active,
        ),
        Deed(
            What.SEAT_PERSON,
            forms.SeatPersonForm,
            seats.seat_person,
            gettext_lazy("Someone else carries on with the same hand, for the rest of the game."),
            _seat_person,
            offered=_active,
        ),
        Deed(
            What.REMOVE,
            forms.SeatForm,
            seats.remove,
            gettext_lazy("The player is out, as if they had resigned; the others carry on."),
            _remove,
            offered=_active,
            danger=True,
        ),
        Deed(
            What.ADJUDICATE,
            forms.AdjudicateForm,
            endings.adjudicate,
            gettext_lazy("The game ends with these places. The points stay as they are."),
            _adjudicate,
            offered=lambda game: game.is_active or game.is_finished,
            danger=True,
        ),
        Deed(
            What.ANNUL,
            forms.ActForm,
            endings.annul,
            gettext_lazy("The game ends now and doesn't count. It can still be viewed."),
            offered=lambda game: game.status != Game.Status.CANCELLED,
            danger=True,
            bulk=True,
        ),
        Deed(
            What.LOCK_TALK,
            forms.ActForm,
            games.lock_talk,
            gettext_lazy("No one can write messages at this table."),
            offered=lambda game: not game.talk_locked,
        ),
        Deed(
            What.UNLOCK_TALK,
            forms.ActForm,
            games.unlock_talk,
            gettext_lazy("People can chat at this table again."),
            offered=lambda game: game.talk_locked,
        ),
        Deed(
            What.HIDE_MESSAGE,
            forms.MessageForm,
            games.hide_message,
            gettext_lazy("Only moderators can read the message; its author is told."),
            offered=elsewhere,
        ),
        Deed(
            What.SHOW_MESSAGE,
            forms.MessageForm,
            games.show_message,
            gettext_lazy("Everyone at the table can read the message again."),
            offered=elsewhere,
        ),
    )
}
