"""What an act will do, as data: its page shows the plan, and the same plan is carried out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Model

from accounts.models import User
from games.machinery.errors import moved_on
from games.models import Act, Game, Player, Report
from games.moderation.services import trail
from games.play.services.announcing import announce
from games.play.services.moves import Rehearsal, enter

# As the trail keeps them in JSON: of what type, each key says.
Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """New values for one row."""

    row: Model
    values: Mapping[str, object]

    def store(self) -> None:
        for name, value in self.values.items():
            setattr(self.row, name, value)
        self.row.save(update_fields=list(self.values))


def change_to(row: Model, after: Model, fields: Iterable[str]) -> Change:
    """From a copy on which it was tried."""
    return Change(row, {name: getattr(after, name) for name in fields})


@dataclass(frozen=True, kw_only=True)
class Plan:
    """`before` and `after` are the facts that the trail keeps; `told` get a mail."""

    what: Act.What
    game: Game | None = None
    person: User | None = None
    other: User | None = None
    report: Report | None = None
    told: tuple[User, ...] = ()
    before: Facts = field(default_factory=dict)
    after: Facts = field(default_factory=dict)
    changes: tuple[Change, ...] = ()

    def apply(self, *, by: User, why: str) -> None:
        """Change what the plan says, and nothing else."""
        for change in self.changes:
            change.store()

    def follow_up(self) -> None:
        """What comes once the act is in the trail."""

    @property
    def readers(self) -> tuple[User, ...]:
        """Who will get a mail, be it of this act or of one that follows from it."""
        return self.told


@dataclass(frozen=True, kw_only=True)
class TurnPlan(Plan):
    """A turn that the rules make of it: a skip, or leaving."""

    turn: Rehearsal

    def apply(self, *, by: User, why: str) -> None:
        """By the door through which every move comes."""
        assert self.game is not None
        enter(self.game, self.turn)


@dataclass(frozen=True, kw_only=True)
class SeatPlan(Plan):
    """Somebody else sits there: open pages look again, and a bot whose turn it is wakes."""

    def follow_up(self) -> None:
        assert self.game is not None
        announce(self.game, list(self.game.players.all()))


def carry_out(plan: Plan, *, by: User, why: str) -> Act:
    """Do it, write it into the trail, and tell who is concerned. What it is about is locked."""
    plan.apply(by=by, why=why)
    act = trail.write(
        by=by,
        what=plan.what,
        why=why,
        game=plan.game,
        person=plan.person,
        other=plan.other,
        report=plan.report,
        before=plan.before,
        after=plan.after,
    )
    trail.notify_people(act, plan.told)
    plan.follow_up()
    return act


def each_once(*people: User | None) -> tuple[User, ...]:
    """People in their order, nobody twice and nobody who is none."""
    return tuple({person.pk: person for person in people if person is not None}.values())


def people_at(game: Game) -> tuple[User, ...]:
    """Who sits there still."""
    return each_once(*(player.user for player in game.players.all() if not player.left))


def player_at(players: Iterable[Player], seat: int | None) -> Player | None:
    """Who sits there, if anybody does."""
    return next((player for player in players if player.seat == seat), None)


def check_ply(game: Game, expected: int) -> None:
    """What was shown before it was confirmed is still what it is about."""
    if game.ply != expected:
        raise moved_on()
