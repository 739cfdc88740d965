"""Suspending and banning, and what that means for the games they play in."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from django.db import models
from django.db.models import Prefetch
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import services as accounts
from accounts.models import User
from games.engine.advancing import WITHDRAW
from games.machinery.errors import ServiceError
from games.machinery.locks import lock_with_their_games
from games.machinery.transactions import one_transaction
from games.models import Act, Game, Player
from games.moderation.services import trail
from games.moderation.services.people import (
    SanctionPlan,
    check_future,
    check_may_sanction,
    sanctions_of,
)
from games.moderation.services.plans import (
    Plan,
    SeatPlan,
    TurnPlan,
    carry_out,
    each_once,
    people_at,
)
from games.moderation.services.seats import handed_over, with_bot
from games.play.services.moves import rehearse
from games.tables.services import tables

What = Act.What


class TheirGames(models.TextChoices):
    """What becomes of the games somebody plays in who is shut out. Others' games go on."""

    GO_ON = "go_on", _("They carry on, and their clock runs")
    BOT = "bot", _("The computer takes over")
    WITHDRAW = "withdraw", _("The others carry on")


@dataclass(frozen=True, kw_only=True)
class ShutOutPlan(SanctionPlan):
    """`seats` is what happens in games that go on; tables in `waiting` are left."""

    playing: int
    seats: tuple[Plan, ...]
    waiting: tuple[int, ...]

    def apply(self, *, by: User, why: str) -> None:
        reason = trail.check_reason(why)
        accounts.impose(user=self.person, **self.imposed, shut_out_reason=reason)
        for game_id in self.waiting:
            with suppress(ServiceError):
                tables.leave(game_id=game_id, user=self.person)
        for seat in self.seats:
            carry_out(seat, by=by, why=why)

    @property
    def readers(self) -> tuple[User, ...]:
        """The tables that it concerns are told by the acts on them."""
        return each_once(*self.told, *(reader for seat in self.seats for reader in seat.told))


def plan_suspend(
    *, by: User, person: User, until: datetime, games: str = TheirGames.GO_ON
) -> ShutOutPlan:
    """Nothing of the site can be used until then."""
    check_may_sanction(by, person)
    check_future(until)
    if person.banned_at is not None:
        raise ServiceError("banned-already", 409)
    return _plan(What.SUSPEND, person, games, suspended_until=until)


@one_transaction
def suspend(
    *, by: User, person_id: int, why: str, until: datetime, games: str = TheirGames.GO_ON
) -> Act:
    """Shut somebody out for a while."""
    person = _open_person(by, What.SUSPEND, person_id)
    return carry_out(plan_suspend(by=by, person=person, until=until, games=games), by=by, why=why)


def plan_ban(*, by: User, person: User, games: str = TheirGames.BOT) -> ShutOutPlan:
    """For good. The games of others are never deleted: a bot plays on, or nobody does."""
    check_may_sanction(by, person)
    if person.banned_at is not None:
        raise ServiceError("is-so-already", 409)
    if games == TheirGames.GO_ON:
        raise ServiceError("bad-choice", 422)
    return _plan(What.BAN, person, games, banned_at=timezone.now())


@one_transaction
def ban(*, by: User, person_id: int, why: str, games: str = TheirGames.BOT) -> Act:
    """Shut somebody out for good."""
    person = _open_person(by, What.BAN, person_id)
    return carry_out(plan_ban(by=by, person=person, games=games), by=by, why=why)


def _open_person(by: User, what: What, person_id: int) -> User:
    """Locked after all the tables at which they sit."""
    trail.check_may(by, what)
    return lock_with_their_games(person_id)[0]


def _plan(what: What, person: User, choice: str, **imposed: object) -> ShutOutPlan:
    if choice not in TheirGames.values:
        raise ServiceError("bad-choice", 422)
    seats = Player.objects.filter(user=person, over_at=None, left=False)
    with_users = Prefetch("players", Player.objects.select_related("user"))
    theirs = Game.objects.filter(players__in=seats).order_by("pk")
    playing = list(theirs.filter(status=Game.Status.ACTIVE).prefetch_related(with_users))
    waiting = theirs.filter(status=Game.Status.OPEN).values_list("pk", flat=True)
    settled = [] if choice == TheirGames.GO_ON else playing
    after = sanctions_of(person, **imposed)
    return ShutOutPlan(
        what=what,
        person=person,
        told=(person,),
        before=sanctions_of(person),
        after=after | {"games": choice, "settled": [game.code for game in settled]},
        imposed=imposed,
        playing=len(playing),
        seats=tuple(_seat_plan(game, person, choice) for game in settled),
        waiting=tuple(waiting),
    )


def _seat_plan(game: Game, person: User, choice: str) -> Plan:
    """The others are told what happened, but not why: that is between us and the person."""
    player = next(player for player in game.players.all() if player.user_id == person.pk)
    told = tuple(other for other in people_at(game) if other != person)
    after = {"name": person.username, "seat": player.seat, "because": trail.SHUT_OUT}
    if choice == TheirGames.BOT:
        return SeatPlan(
            what=What.SEAT_BOT,
            game=game,
            person=person,
            told=told,
            after=after,
            changes=handed_over(game, player, with_bot(game, player)),
        )
    turn = rehearse(game, player.seat, [{"kind": WITHDRAW}], imposed=True)
    return TurnPlan(what=What.REMOVE, game=game, person=person, told=told, after=after, turn=turn)
