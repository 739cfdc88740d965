"""One game between bots, from a seed that can be named."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from hashlib import sha256
from random import Random
from typing import Any

from games.engine.advancing import advance
from games.engine.chance import Chance
from games.engine.jsontypes import JsonObject
from games.engine.outcome import Outcome
from games.engine.thinking import Thinking
from games.kinds import KINDS

# Bots that never come to an end would keep a core for ever.
MOST_TURNS = 2_000


class Endless(Exception):
    """Bots that do not bring their game to an end."""


@dataclass(frozen=True, slots=True)
class Match:
    """Who is measured against whom, and how: all that makes two runs comparable.

    `seconds` is what those who think may think for a turn; None, each its own.
    """

    game: str
    bot: str
    against: str
    players: int
    options: tuple[tuple[str, object], ...] = ()
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """How the bot that is measured did in one game.

    `share` is its part of the win, `lead` its points beyond the best of the others; `thought` and
    `longest` are seconds of its core, for a turn on average and at the most.
    """

    seed: int
    seat: int
    scores: tuple[int, ...]
    share: float
    lead: int
    turns: int
    thought: float
    longest: float

    def to_json(self) -> JsonObject:
        return asdict(self)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Result:
        return cls(**{**data, "scores": tuple(data["scores"])})


def play(match: Match, seed: int, seat: int) -> Result:
    """One game in which the bot that is measured has this seat, and the other one all others."""
    kind, chance = KINDS[match.game], Chance(sha256(f"arena {seed}".encode()).digest())
    engine, dice = kind.engine, Random(f"arena {seed} {seat}")  # noqa: S311
    state = engine.start(match.players, dict(match.options), chance)
    took: list[float] = []
    for _ in range(MOST_TURNS):
        acting = engine.to_act(state)
        if acting is None:
            break
        bot = kind.bots[match.bot if acting == seat else match.against]
        seconds = bot.seconds if match.seconds is None else min(bot.seconds, match.seconds)
        begun = time.thread_time()
        actions = bot.choose(engine.view(state, acting), Thinking(seconds, dice))
        if acting == seat:
            took.append(time.thread_time() - begun)
        for action in actions:
            state = advance(engine, state, acting, action, chance).state
    outcome = engine.outcome(state)
    if outcome is None:
        raise Endless(f"{match}, seed {seed}, seat {seat}")
    return Result(
        seed=seed,
        seat=seat,
        scores=outcome.scores,
        share=_share(outcome, seat),
        lead=outcome.scores[seat] - max((*outcome.scores[:seat], *outcome.scores[seat + 1 :], 0)),
        turns=len(took),
        thought=round(sum(took) / max(1, len(took)), 4),
        longest=round(max(took, default=0.0), 4),
    )


def _share(outcome: Outcome, seat: int) -> float:
    """The whole win, a part of it where several have won, or nothing."""
    if outcome.beaten or outcome.places[seat] != 1:
        return 0.0
    return 1 / outcome.places.count(1)
