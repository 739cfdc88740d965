"""Who hears of an act by mail: asked by the act itself, and by the page that announces it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.db.models import Prefetch, QuerySet

from accounts.models import User
from games.models import Act, Game, Message, Player, Report
from games.records import WITHDRAW

What = Act.What
Given = Mapping[str, Any]
GO_ON = "go_on"


def concerned(what: What, target: Any, **given: Any) -> list[User]:
    """Each once, before anything is changed. `given` is what the act is given."""
    found = _WHO.get(what, _table)(target, given)
    return list({person.pk: person for person in found if person is not None}.values())


def table(game: Game) -> list[User]:
    """Who sits there still."""
    return [player.user for player in game.players.all() if player.user and not player.left]


def others(game: Game, person: User) -> list[User]:
    return [other for other in table(game) if other != person]


def games_to_settle(person: User, choice: str) -> QuerySet[Game]:
    """What somebody who is shut out plays in, if it does not just go on."""
    if choice == GO_ON:
        return Game.objects.none()
    seats = Player.objects.filter(user=person, left=False)
    games = Game.objects.filter(status=Game.Status.ACTIVE, players__in=seats).order_by("pk")
    return games.prefetch_related(Prefetch("players", Player.objects.select_related("user")))


People = Iterable[User | None]


def _table(game: Game, given: Given) -> People:
    return table(game)


def _seat(game: Game, given: Given) -> People:
    """Also who sat in that seat, and who comes there."""
    at = (player.user for player in game.players.all() if player.seat == given.get("seat"))
    return [*table(game), *at, given.get("person")]


def _back_at_the_table(game: Game, given: Given) -> People:
    """Also who left in a move that is taken back, and sits there again."""
    left = game.moves.filter(action={"kind": WITHDRAW}, ply__gte=given.get("to_ply", game.ply))
    back = set(left.values_list("seat", flat=True))
    came = [it.user for it in game.players.all() if it.seat in back and not it.bot]
    return [*table(game), *came]


def _author(game: Game, given: Given) -> People:
    number = given.get("message_id") or 0
    said = Message.objects.filter(game=game, pk=number).select_related("author")
    return [message.author for message in said]


def _person(person: User, given: Given) -> People:
    return [person]


def _person_and_tables(person: User, given: Given) -> People:
    settled = games_to_settle(person, given.get("games", GO_ON))
    return [person, *(other for game in settled for other in others(game, person))]


def _reporter(report: Report, given: Given) -> People:
    return [report.reporter]


def _nobody(target: Any, given: Given) -> People:
    return []


# Where it is not everybody who sits at the table.
_WHO: Mapping[What, Callable[[Any, Given], People]] = {
    What.TAKE_BACK: _back_at_the_table,
    What.SEAT_BOT: _seat,
    What.SEAT_PERSON: _seat,
    What.REMOVE: _seat,
    What.HIDE_MESSAGE: _author,
    What.SHOW_MESSAGE: _author,
    What.LOOK: _nobody,
    What.PAUSE_SITE: _nobody,
    What.RESUME_SITE: _nobody,
    What.WARN: _person,
    What.MUTE: _person,
    What.SUSPEND: _person_and_tables,
    What.BAN: _person_and_tables,
    What.LIFT: _person,
    What.NOTE: _nobody,
    What.ROLE: _person,
    What.FORGET_FACTORS: _person,
    What.ASSIGN: _nobody,
    What.ANSWER: _reporter,
}
