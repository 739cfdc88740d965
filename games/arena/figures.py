"""What many games say of a bot's strength, and how sure that is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from math import log10, sqrt
from statistics import fmean, stdev

from games.arena.matches import Result
from games.engine.jsontypes import JsonObject

# So many standard errors to either side hold the truth 95 times in 100.
SURE = 1.96


@dataclass(frozen=True, slots=True)
class Figures:
    """`won` and `within` in per cent: the truth is so far away at the most, 95 times in 100.

    Games on one seed are one sample, as they are alike. `elo` only with two players.
    """

    seeds: int
    games: int
    won: float
    within: float
    share: float
    lead: float
    elo: float | None
    thought: float
    longest: float

    def to_json(self) -> JsonObject:
        return asdict(self)


def whole_seeds(results: Iterable[Result], players: int) -> list[list[Result]]:
    """The games by seed, those alone that were played from every seat."""
    by_seed: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        by_seed[result.seed].append(result)
    return [games for _, games in sorted(by_seed.items()) if len(games) == players]


def figures(results: Iterable[Result], players: int) -> Figures | None:
    """None, where there is no seed that was played from every seat."""
    seeds = whole_seeds(results, players)
    if not seeds:
        return None
    shares = [fmean(game.share for game in games) for games in seeds]
    games = [game for each in seeds for game in each]
    won = fmean(shares)
    turns = sum(game.turns for game in games)
    return Figures(
        seeds=len(seeds),
        games=len(games),
        won=100 * won,
        within=100 * SURE * stdev(shares) / sqrt(len(shares)) if len(shares) > 1 else 100.0,
        share=100 / players,
        lead=fmean(game.lead for game in games),
        elo=400 * log10(won / (1 - won)) if players == 2 and 0 < won < 1 else None,
        thought=sum(game.thought * game.turns for game in games) / max(1, turns),
        longest=max(game.longest for game in games),
    )
