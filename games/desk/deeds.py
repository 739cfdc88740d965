"""The acts as the desk offers them: the form, the service, and what it will do in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from games.desk import forms
from games.models import Act, Game, Report
from games.roles import ROLE_NAMES, permission_for
from games.services.moderation import endings, games, people, reports, seats, take_back
from games.services.moderation.people import TheirGames
from games.words import duration, player_name

What = Act.What
Sentences = Callable[[Any, Mapping[str, Any]], list[str]]


def _always(target: Any) -> bool:
    return True


def _elsewhere(target: Any) -> bool:
    """Offered beside what it is about, not among all the others."""
    return False


def _no_more(target: Any, data: Mapping[str, Any]) -> list[str]:
    return []


@dataclass(frozen=True, slots=True)
class Deed:
    """`offered` says whether it makes sense now; the service has the last word."""

    what: What
    form: type[forms.ActForm]
    service: Callable[..., Act]
    says: Promise
    more: Sentences = _no_more
    offered: Callable[[Any], bool] = _always
    danger: bool = False
    bulk: bool = False

    @property
    def title(self) -> str:
        return str(self.what.label)

    def allowed(self, user: Any) -> bool:
        return bool(user.has_perm(permission_for(self.what)))

    def sentences(self, target: Any, data: Mapping[str, Any]) -> list[str]:
        return [str(self.says), *self.more(target, data)]


def _active(game: Game) -> bool:
    return game.is_active


def _who_acts(game: Game) -> str:
    acting = (player for player in game.players.all() if player.seat == game.to_act)
    return next((player_name(player) for player in acting), "")


def _seat_name(game: Game, seat: int) -> str:
    return next(player_name(player) for player in game.players.all() if player.seat == seat)


def _extend(game: Game, data: Mapping[str, Any]) -> list[str]:
    if "span" not in data:
        return []
    values = {"name": _who_acts(game), "span": duration(data["span"])}
    return [_("%(name)s gets %(span)s more for this turn. No extra time is used up.") % values]


def _skip(game: Game, data: Mapping[str, Any]) -> list[str]:
    return [_("It is the turn of %(name)s.") % {"name": _who_acts(game)}]


def _take_back(game: Game, data: Mapping[str, Any]) -> list[str]:
    if "to_ply" not in data:
        return []
    count = game.ply - data["to_ply"]
    words = ngettext("%(count)s move is taken back.", "%(count)s moves are taken back.", count)
    said = [words % {"count": count}]
    if not game.is_active:
        said.append(_("The game goes on again; its result is gone."))
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
    return [_("%(new)s sits down in the seat of %(name)s, and sees that hand.") % values]


def _remove(game: Game, data: Mapping[str, Any]) -> list[str]:
    if "seat" not in data:
        return []
    said = [_("%(name)s leaves the game.") % {"name": _seat_name(game, data["seat"])}]
    if sum(not player.left or bool(player.bot) for player in game.players.all()) == 2:
        said.append(_("Only one player is left then, so the game is over."))
    return said


def _adjudicate(game: Game, data: Mapping[str, Any]) -> list[str]:
    return [
        _("%(name)s: place %(place)s, %(points)s points")
        % {
            "name": player_name(player),
            "place": data[f"place_{player.seat}"],
            "points": player.score,
        }
        for player in game.players.all()
        if f"place_{player.seat}" in data
    ]


def _until(person: User, data: Mapping[str, Any]) -> list[str]:
    if "span" not in data:
        return []
    span = dict(forms.SANCTIONS)[data["span"]]
    return [_("For %(span)s from now.") % {"span": span}]


def _games(person: User, data: Mapping[str, Any]) -> list[str]:
    if "games" not in data:
        return []
    going = person.seats_taken.filter(left=False, game__status=Game.Status.ACTIVE).count()
    words = ngettext("They play in %(count)s game:", "They play in %(count)s games:", going)
    return [f"{words % {'count': going}} {TheirGames(data['games']).label}."]


def _suspend(person: User, data: Mapping[str, Any]) -> list[str]:
    return [*_until(person, data), *_games(person, data)]


def _role(person: User, data: Mapping[str, Any]) -> list[str]:
    if "role" not in data:
        return []
    role = ROLE_NAMES[data["role"]]
    return [_("%(name)s becomes: %(role)s.") % {"name": person.username, "role": role}]


GAME_DEEDS: Mapping[What, Deed] = {
    deed.what: deed
    for deed in (
        Deed(
            What.PAUSE,
            forms.ActForm,
            games.pause,
            gettext_lazy("The clock stops. Moves can be made all the same."),
            offered=lambda game: game.is_active and not game.is_paused,
            bulk=True,
        ),
        Deed(
            What.RESUME,
            forms.ActForm,
            games.resume,
            gettext_lazy("The clock runs again, with the time that was left."),
            offered=lambda game: game.is_active and game.is_paused,
            bulk=True,
        ),
        Deed(
            What.EXTEND,
            forms.ExtendForm,
            games.extend,
            gettext_lazy("Whoever is to move gets more time for this turn."),
            _extend,
            offered=lambda game: game.deadline is not None or game.is_paused,
            bulk=True,
        ),
        Deed(
            What.SKIP,
            forms.AtPlyForm,
            games.skip,
            gettext_lazy("The turn passes with nothing done. It does not count as a missed one."),
            _skip,
            offered=_active,
        ),
        Deed(
            What.TAKE_BACK,
            forms.TakeBackForm,
            take_back.take_back,
            gettext_lazy(
                "The game goes back to how it was: board, hands, bag and points. Whoever is to "
                "move then has the whole time of a turn."
            ),
            _take_back,
            offered=lambda game: game.state is not None and (game.ply > 0 or not game.is_active),
            danger=True,
        ),
        Deed(
            What.SEAT_BOT,
            forms.SeatBotForm,
            seats.seat_bot,
            gettext_lazy("The computer plays on with the hand as it is."),
            _seat_bot,
            offered=_active,
        ),
        Deed(
            What.SEAT_PERSON,
            forms.SeatPersonForm,
            seats.seat_person,
            gettext_lazy(
                "Somebody else plays on with the hand as it is, for the rest of the game."
            ),
            _seat_person,
            offered=_active,
        ),
        Deed(
            What.REMOVE,
            forms.SeatForm,
            seats.remove,
            gettext_lazy("The player is out, as if they had resigned; the others play on."),
            _remove,
            offered=_active,
            danger=True,
        ),
        Deed(
            What.ADJUDICATE,
            forms.AdjudicateForm,
            endings.adjudicate,
            gettext_lazy("The game ends now, with these places. The points stay as they are."),
            _adjudicate,
            offered=_active,
            danger=True,
        ),
        Deed(
            What.ANNUL,
            forms.ActForm,
            endings.annul,
            gettext_lazy("The game ends now and counts for nothing. It can still be looked at."),
            offered=lambda game: game.status != Game.Status.CANCELLED,
            danger=True,
            bulk=True,
        ),
        Deed(
            What.LOCK_TALK,
            forms.ActForm,
            games.lock_talk,
            gettext_lazy("Nobody can say anything at this table."),
            offered=lambda game: not game.talk_locked,
        ),
        Deed(
            What.UNLOCK_TALK,
            forms.ActForm,
            games.unlock_talk,
            gettext_lazy("People can talk at this table again."),
            offered=lambda game: game.talk_locked,
        ),
        Deed(
            What.HIDE_MESSAGE,
            forms.MessageForm,
            games.hide_message,
            gettext_lazy("Only moderators can read the message; its author is told."),
            offered=_elsewhere,
        ),
        Deed(
            What.SHOW_MESSAGE,
            forms.MessageForm,
            games.show_message,
            gettext_lazy("Everybody at the table can read the message again."),
            offered=_elsewhere,
        ),
    )
}

PERSON_DEEDS: Mapping[What, Deed] = {
    deed.what: deed
    for deed in (
        Deed(
            What.WARN,
            forms.ActForm,
            people.warn,
            gettext_lazy("They get a mail, and read it on every page until they say so."),
        ),
        Deed(
            What.MUTE,
            forms.MuteForm,
            people.mute,
            gettext_lazy("They cannot say anything at any table. They can play."),
            _until,
            offered=lambda person: not person.is_muted,
        ),
        Deed(
            What.SUSPEND,
            forms.SuspendForm,
            people.suspend,
            gettext_lazy("They can log in only to read why, and until when."),
            _suspend,
            offered=lambda person: not person.is_shut_out,
            danger=True,
        ),
        Deed(
            What.BAN,
            forms.BanForm,
            people.ban,
            gettext_lazy("They can log in only to read why. It lasts until somebody lifts it."),
            _games,
            offered=lambda person: person.banned_at is None,
            danger=True,
        ),
        Deed(
            What.LIFT,
            forms.ActForm,
            people.lift,
            gettext_lazy("They can talk and play again. Games they lost a seat in stay lost."),
            offered=lambda person: person.is_muted or person.is_shut_out,
        ),
        Deed(
            What.NOTE,
            forms.QuietForm,
            people.note,
            gettext_lazy("A note for moderators. The person hears nothing of it."),
        ),
        Deed(
            What.ROLE,
            forms.RoleForm,
            people.change_role,
            gettext_lazy("What they may do at this desk changes at once."),
            _role,
        ),
        Deed(
            What.FORGET_FACTORS,
            forms.ActForm,
            people.forget_factors,
            gettext_lazy(
                "They can log in with their password alone. Be sure that it is they who ask."
            ),
            danger=True,
        ),
    )
}

REPORT_DEEDS: Mapping[What, Deed] = {
    deed.what: deed
    for deed in (
        Deed(
            What.ASSIGN,
            forms.AssignForm,
            reports.assign,
            gettext_lazy("Colleagues see who looks after it."),
            offered=lambda report: report.is_open,
        ),
        Deed(
            What.ANSWER,
            forms.AnswerForm,
            reports.answer,
            gettext_lazy("The report is closed; who made it gets your answer by mail."),
            offered=lambda report: report.is_open,
        ),
    )
}

SITE_DEEDS: Mapping[What, Deed] = {
    deed.what: deed
    for deed in (
        Deed(
            What.PAUSE_SITE,
            forms.QuietForm,
            games.pause_site,
            gettext_lazy(
                "Every clock of the site stops, and everybody reads that. Moves can be made."
            ),
            danger=True,
        ),
        Deed(
            What.RESUME_SITE,
            forms.QuietForm,
            games.resume_site,
            gettext_lazy("Every clock runs again; deadlines move by as long as the site stood."),
        ),
    )
}


def told(deed: Deed, target: Any) -> list[str]:
    """The names of those who will get a mail about it."""
    if deed.what in (What.HIDE_MESSAGE, What.SHOW_MESSAGE):
        return []
    if isinstance(target, Game):
        return [p.user.username for p in target.players.all() if p.user and not p.left]
    if isinstance(target, User):
        return [] if deed.what == What.NOTE else [target.username]
    if isinstance(target, Report) and deed.what == What.ANSWER and target.reporter:
        return [target.reporter.username]
    return []
