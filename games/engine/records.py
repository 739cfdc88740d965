"""Game records, format 1: a whole game as one JSON object, and how one is checked.

With a seed a record replays to the last draw. Without, it is the transcript of a table game, of
which only what lies open can be checked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from games.engine.advancing import SKIP_TURN, WITHDRAW, advance
from games.engine.chance import Chance
from games.engine.contract import AnyAction, AnyEngine
from games.engine.errors import GameError, IllegalAction, MalformedAction
from games.engine.jsontypes import JsonObject

FORMAT = 1
MOST_ENTRIES = 100_000
LONGEST_SEED = 64

Kind = TypeVar("Kind")
FindEngine = Callable[[str], AnyEngine | None]


class BadRecord(Exception):
    """The record does not hold: at which ply, and why."""

    def __init__(self, code: str, detail: str, ply: int | None = None) -> None:
        super().__init__(code, detail, ply)
        self.code = code
        self.detail = detail
        self.ply = ply

    def to_json(self) -> JsonObject:
        return {"ply": self.ply, "code": self.code, "detail": self.detail}


@dataclass(frozen=True, slots=True)
class Entry:
    """One action of a seat, or what happened to it; a turn may be several.

    `action` is still JSON: what it means is the engine's to say.
    """

    seat: int
    action: Mapping[str, object]
    points: int

    @property
    def kind(self) -> object:
        return self.action.get("kind")

    @property
    def happened(self) -> bool:
        """Whether it happened to the seat, and was no action of its own."""
        return self.action in ({"kind": SKIP_TURN}, {"kind": WITHDRAW})


@dataclass(frozen=True, slots=True)
class Record:
    """A game as recorded: claims, until `verify` has borne them out."""

    engine: AnyEngine
    players: tuple[str, ...]
    options: Mapping[str, object]
    seed: bytes | None
    entries: tuple[Entry, ...]
    scores: tuple[int, ...]
    finished: bool

    def to_json(self) -> dict[str, object]:
        return {
            "format": FORMAT,
            "game": self.engine.slug,
            "rules": self.engine.rules_version,
            "players": list(self.players),
            "options": dict(self.options),
            "seed": self.seed.hex() if self.seed is not None else None,
            "actions": [
                {"seat": entry.seat, "action": dict(entry.action), "points": entry.points}
                for entry in self.entries
            ],
            "scores": list(self.scores),
            "finished": self.finished,
        }


def read(text: str | bytes, engine_called: FindEngine) -> Record:
    """The record that this text is. Any other text: `BadRecord` with the code `not-a-record`."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _not_a_record("it is not JSON") from error
    if not isinstance(data, dict):
        raise _not_a_record("it is not a JSON object")
    if data.get("format") != FORMAT or type(data["format"]) is not int:
        raise _not_a_record(f"its format is not {FORMAT}")
    players = _list_of(data, "players", str)
    entries = tuple(_entry(item) for item in _list_of(data, "actions", dict))
    if any(entry.seat not in range(len(players)) for entry in entries):
        raise _not_a_record("a turn was played by a seat that nobody has")
    return Record(
        engine=_engine(data, engine_called),
        players=players,
        options=_field(data, "options", dict),
        seed=_seed(data),
        entries=entries,
        scores=_list_of(data, "scores", int),
        finished=_field(data, "finished", bool),
    )


def verify(record: Record) -> tuple[list[int], BadRecord | None]:
    """The scores as the rules make them, as far as the record holds, and where it does not."""
    scores = [0] * len(record.players)
    try:
        for made in _replay(record) if record.seed is not None else _audit(record):
            scores = list(made)
        if list(record.scores) != scores:
            detail = f"the record says {list(record.scores)}, the rules make {scores}"
            raise BadRecord("scores-differ", detail, len(record.entries))
    except BadRecord as bad:
        return scores, bad
    return scores, None


def _replay(record: Record) -> Iterator[Sequence[int]]:
    """Deal from the seed and play every turn again: the scores after each."""
    assert record.seed is not None
    engine, chance, ply = record.engine, Chance(record.seed), 0
    try:
        state = engine.start(len(record.players), record.options, chance)
        for ply, entry in enumerate(record.entries):
            step = advance(engine, state, entry.seat, entry.action, chance)
            _check_points(ply, entry, (step.points,))
            state = step.state
            yield engine.scores(state)
    except GameError as error:
        raise _broken(error, ply) from error
    if record.finished != (engine.outcome(state) is not None):
        says, is_so = ("is over", "goes on") if record.finished else ("goes on", "is over")
        detail = f"the record says the game {says}; replayed, it {is_so}"
        raise BadRecord("finished-differs", detail, len(record.entries))


def _audit(record: Record) -> Iterator[Sequence[int]]:
    """Check a transcript: what its turns put on the table, and the points they claim."""
    engine, ply, scores = record.engine, 0, [0] * len(record.players)
    try:
        if len(record.players) not in engine.seats:
            raise IllegalAction("bad-seats")
        possible = engine.audit(_well_formed(record), record.finished)
        for ply, entry in enumerate(record.entries):
            allowed: tuple[int, ...] = (0,)
            if not entry.happened:
                engine.parse(entry.action)
                allowed = next(possible)
            _check_points(ply, entry, allowed)
            scores[entry.seat] += entry.points
            yield scores
    except GameError as error:
        raise _broken(error, ply) from error
    if record.finished:
        try:
            closing = _closing(record)
        except GameError as error:
            raise _broken(error, len(record.entries)) from error
        for seat, points in closing.items():
            scores[seat] += points
        yield scores


def _closing(record: Record) -> Mapping[int, int]:
    """What the end of a table game brought, by the turns of all and those who did not leave."""
    own = [
        (entry.seat, record.engine.parse(entry.action))
        for entry in record.entries
        if not entry.happened
    ]
    left = {entry.seat for entry in record.entries if entry.kind == WITHDRAW}
    seats = len(record.players)
    return record.engine.closing(own, [n for n in range(seats) if n not in left], seats)


def _well_formed(record: Record) -> list[AnyAction]:
    """The seats' own actions up to the first malformed one, which is told when its turn comes."""
    actions = []
    for entry in record.entries:
        if not entry.happened:
            try:
                actions.append(record.engine.parse(entry.action))
            except MalformedAction:
                break
    return actions


def _check_points(ply: int, entry: Entry, allowed: Sequence[int]) -> None:
    if entry.points not in allowed:
        detail = f"the record says {entry.points}, the rules make it {allowed[0]}"
        raise BadRecord("points-differ", detail, ply)


def _broken(error: GameError, ply: int) -> BadRecord:
    return BadRecord(error.code, json.dumps(error.data), ply)


def _not_a_record(detail: str) -> BadRecord:
    return BadRecord("not-a-record", detail)


def _field(data: Mapping[str, object], name: str, kind: type[Kind]) -> Kind:
    value = data.get(name)
    # A bool is an int to Python, but not to JSON.
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
        raise _not_a_record(f"its “{name}” is missing or of the wrong type")
    return value


def _list_of(data: Mapping[str, object], name: str, kind: type[Kind]) -> tuple[Kind, ...]:
    items: list[object] = _field(data, name, list)
    if len(items) > MOST_ENTRIES:
        raise _not_a_record(f"its “{name}” are more than any game has")
    return tuple(_field({name: item}, name, kind) for item in items)


def _engine(data: Mapping[str, object], engine_called: FindEngine) -> AnyEngine:
    engine = engine_called(_field(data, "game", str))
    if engine is None:
        raise BadRecord("unknown-game", f"no game is called {str(data['game'])[:40]!r} here")
    if _field(data, "rules", int) != engine.rules_version:
        raise BadRecord("unknown-rules", f"{engine.slug} has rules {engine.rules_version} here")
    return engine


def _seed(data: Mapping[str, object]) -> bytes | None:
    if "seed" in data and data["seed"] is None:
        return None
    digits = _field(data, "seed", str)
    try:
        seed = bytes.fromhex(digits)
    except ValueError:
        seed = b""
    # `fromhex` lets spaces pass.
    if not 0 < len(seed) <= LONGEST_SEED or len(digits) != 2 * len(seed):
        raise _not_a_record("its seed is not hexadecimal digits, nor null")
    return seed


def _entry(item: Mapping[str, object]) -> Entry:
    return Entry(
        seat=_field(item, "seat", int),
        action=_field(item, "action", dict),
        points=_field(item, "points", int),
    )
