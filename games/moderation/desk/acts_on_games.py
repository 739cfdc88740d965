"""What can be done to a game."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.kit.turns import in_turns
from games.models import Game
from games.moderation.desk import forms
from games.moderation.desk.offered import OfferedAct, What, by_what, elsewhere
from games.moderation.services import endings, games, seats, take_back
from games.moderation.services.plans import Plan, TurnPlan
from games.moderation.services.take_back import TakeBackPlan
from games.words import duration, player_name

# How many turns are named before they are taken back.
MOST = 5


def _active(game: Game) -> bool:
    return game.is_active


def _can_go_back(game: Game) -> bool:
    return bool(game.state) and not game.is_seed_open and (game.ply > 0 or not game.is_active)


def _names(plan: Plan) -> dict[int, str]:
    assert plan.game is not None
    return {player.seat: player_name(player) for player in plan.game.players.all()}


def _extend(plan: Plan, data: forms.Chosen) -> list[str]:
    values = {
        "name": plan.after["name"],
        "span": duration(timedelta(seconds=plan.after["seconds"])),
    }
    said = [_("%(name)s gets %(span)s more for this turn. No extra time is used up.") % values]
    if plan.before["deadline"]:
        moments = (plan.before["deadline"], plan.after["deadline"])
        said.append(" → ".join(_moment(moment) for moment in moments))
    return said


def _moment(kept: str) -> str:
    return date_format(timezone.localtime(datetime.fromisoformat(kept)), "DATETIME_FORMAT")


def _skip(plan: Plan, data: forms.Chosen) -> list[str]:
    return [_("It's %(name)s's turn.") % {"name": plan.after["name"]}]


def _take_back(plan: TakeBackPlan, data: forms.Chosen) -> list[str]:
    assert plan.game is not None
    names, presenter = _names(plan), plan.game.kind.presenter
    gone = in_turns(presenter, plan.gone)
    words = ngettext("%(count)s move is undone.", "%(count)s moves are undone.", len(gone))
    said = [words % {"count": len(gone)}] if gone else []
    said += [f"{names[turn[0].seat]}: {presenter.mail_entry(turn)}" for turn in gone[:MOST]]
    said.append(_("Then it's %(name)s's turn.") % {"name": names[plan.after["to_act"]]})
    if plan.before["status"] != Game.Status.ACTIVE:
        said.append(_("The game continues; its result is removed."))
    return said


def _seat_bot(plan: Plan, data: forms.Chosen) -> list[str]:
    name = plan.before["name"]
    return [_("%(name)s is out, and placed after those who stayed.") % {"name": name}]


def _seat_person(plan: Plan, data: forms.Chosen) -> list[str]:
    values = {"name": plan.before["name"], "new": plan.after["new"]}
    return [_("%(new)s takes over the seat of %(name)s, and sees that hand.") % values]


def _remove(plan: TurnPlan, data: forms.Chosen) -> list[str]:
    said = [_("%(name)s leaves the game.") % {"name": plan.before["name"]}]
    if not plan.turn.game.is_active and len(plan.turn.players) > 1:
        said.append(_("Only one player is left then, so the game is over."))
    return said


def _adjudicate(plan: Plan, data: forms.Chosen) -> list[str]:
    names = _names(plan).values()
    return [
        ngettext(
            "%(name)s: place %(place)s, %(points)s point",
            "%(name)s: place %(place)s, %(points)s points",
            points,
        )
        % {"name": name, "place": place, "points": points}
        for name, place, points in zip(
            names, plan.after["places"], plan.after["scores"], strict=True
        )
    ]


ACTS_ON_GAMES: Mapping[What, OfferedAct] = by_what(
    (
        OfferedAct(
            What.PAUSE,
            forms.ActForm,
            games.plan_pause,
            games.pause,
            gettext_lazy("The clock stops. Players can still move."),
            makes_sense=lambda game: game.is_active and not game.is_paused,
            bulk=True,
        ),
        OfferedAct(
            What.RESUME,
            forms.ActForm,
            games.plan_resume,
            games.resume,
            gettext_lazy("The clock restarts with the time that was left."),
            makes_sense=lambda game: game.is_active and game.is_paused,
            bulk=True,
        ),
        OfferedAct(
            What.EXTEND,
            forms.ExtendForm,
            games.plan_extend,
            games.extend,
            gettext_lazy("Whoever's turn it is gets more time for it."),
            _extend,
            makes_sense=lambda game: game.deadline is not None or game.is_paused,
            bulk=True,
        ),
        OfferedAct(
            What.SKIP,
            forms.AtPlyForm,
            games.plan_skip,
            games.skip,
            gettext_lazy("The turn passes with nothing done. It doesn't count as missed."),
            _skip,
            makes_sense=_active,
        ),
        OfferedAct(
            What.TAKE_BACK,
            forms.TakeBackForm,
            take_back.plan_take_back,
            take_back.take_back,
            gettext_lazy(
                "The game goes back to how it was: board, hands, draw pile and "
                "points. Whoever's turn it is then gets the full time per turn."
            ),
            _take_back,
            makes_sense=_can_go_back,
            danger=True,
        ),
        OfferedAct(
            What.SEAT_BOT,
            forms.SeatBotForm,
            seats.plan_seat_bot,
            seats.seat_bot,
            gettext_lazy("The computer carries on with the same hand."),
            _seat_bot,
            makes_sense=_active,
        ),
        OfferedAct(
            What.SEAT_PERSON,
            forms.SeatPersonForm,
            seats.plan_seat_person,
            seats.seat_person,
            gettext_lazy("Someone else carries on with the same hand, for the rest of the game."),
            _seat_person,
            makes_sense=_active,
        ),
        OfferedAct(
            What.REMOVE,
            forms.SeatForm,
            seats.plan_remove,
            seats.remove,
            gettext_lazy("The player is out, as if they had resigned; the others carry on."),
            _remove,
            makes_sense=_active,
            danger=True,
        ),
        OfferedAct(
            What.ADJUDICATE,
            forms.AdjudicateForm,
            endings.plan_adjudicate,
            endings.adjudicate,
            gettext_lazy("The game ends with these places. The points stay as they are."),
            _adjudicate,
            makes_sense=lambda game: game.is_active or game.is_finished,
            danger=True,
        ),
        OfferedAct(
            What.ANNUL,
            forms.ActForm,
            endings.plan_annul,
            endings.annul,
            gettext_lazy("The game ends now and doesn't count. It can still be viewed."),
            makes_sense=lambda game: game.status != Game.Status.CANCELLED,
            danger=True,
            bulk=True,
        ),
        OfferedAct(
            What.LOCK_TALK,
            forms.ActForm,
            games.plan_lock_talk,
            games.lock_talk,
            gettext_lazy("No one can write messages at this table."),
            makes_sense=lambda game: not game.talk_locked,
        ),
        OfferedAct(
            What.UNLOCK_TALK,
            forms.ActForm,
            games.plan_unlock_talk,
            games.unlock_talk,
            gettext_lazy("People can chat at this table again."),
            makes_sense=lambda game: game.talk_locked,
        ),
        OfferedAct(
            What.HIDE_MESSAGE,
            forms.MessageForm,
            games.plan_hide_message,
            games.hide_message,
            gettext_lazy("Only moderators can read the message; its author is told."),
            makes_sense=elsewhere,
        ),
        OfferedAct(
            What.SHOW_MESSAGE,
            forms.MessageForm,
            games.plan_show_message,
            games.show_message,
            gettext_lazy("Everyone at the table can read the message again."),
            makes_sense=elsewhere,
        ),
    )
)
