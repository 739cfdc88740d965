"""Strategist and Master: those that play a turn through before they make it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.jsontypes import JsonObject
from games.engine.thinking import Stopwatch, Thinking
from games.qwirkle.bots import endgame
from games.qwirkle.bots.greedy import without_placing
from games.qwirkle.bots.lookahead import best_of
from games.qwirkle.bots.prospects import Knowledge, promising, ways
from games.qwirkle.bots.reading import Reader, last_turns
from games.qwirkle.rules.actions import Place
from games.qwirkle.rules.board import Laid
from games.qwirkle.rules.view import QwirkleView

# What of the time may go into working out the end, before it is guessed as all else is.
END_SHARE = 0.7


@dataclass(frozen=True, slots=True)
class Manner:
    """How many turns it weighs, how far it looks, and how many of others' turns it reads."""

    candidates: int
    rounds: int
    read: int

    def turn(self, view: QwirkleView, thinking: Thinking) -> Sequence[JsonObject]:
        known, watch = Knowledge.of(view), thinking.begin()
        found = ways(known, view["opening"])
        if not found:
            return [without_placing(view, known.hand).to_json()]
        return [Place(self._choice(view, known, found, thinking, watch)).to_json()]

    def _choice(
        self,
        view: QwirkleView,
        known: Knowledge,
        found: list[tuple[Laid, int]],
        thinking: Thinking,
        watch: Stopwatch,
    ) -> Laid:
        if endgame.is_open(known):
            worked_out = endgame.best_end(known, watch, END_SHARE)
            if worked_out is not None:
                return worked_out
        likely = promising(known, found, self.candidates, thinking.dice)
        if len(likely) == 1 or not known.others:
            return likely[0][0]
        reader = Reader(known, thinking.dice, last_turns(view, known, self.read))
        depth = self.rounds * (1 + len(known.others))
        return best_of(known, likely, reader, watch, depth=depth)


STRATEGIST = Manner(candidates=12, rounds=1, read=0)
MASTER = Manner(candidates=20, rounds=2, read=2)


def strategist(view: QwirkleView, thinking: Thinking) -> Sequence[JsonObject]:
    """Plays its dozen best turns through for a round, against many hands."""
    return STRATEGIST.turn(view, thinking)


def master(view: QwirkleView, thinking: Thinking) -> Sequence[JsonObject]:
    """Two rounds, more turns, and hands that fit what the others have played."""
    return MASTER.turn(view, thinking)
