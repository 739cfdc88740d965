"""Where results are kept, a line each, so that a run can be stopped and taken up again."""

from __future__ import annotations

import json
from pathlib import Path

from games.arena.matches import Match, Result


class OtherMatch(Exception):
    """The file is of other bots, or of another game."""


class Book:
    """A file whose first line says which match it is.

    A run that is killed may leave half a line: what cannot be read is played anew.
    """

    def __init__(self, path: Path, match: Match) -> None:
        self._path = path
        self.results: list[Result] = []
        head = json.dumps(_head(match))
        lines = path.read_text().splitlines() if path.exists() else []
        if lines and lines[0] != head:
            raise OtherMatch(path)
        for line in lines[1:]:
            try:
                self.results.append(Result.from_json(json.loads(line)))
            except (ValueError, TypeError, KeyError):
                continue
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = [head, *(json.dumps(result.to_json()) for result in self.results)]
        path.write_text("\n".join(kept) + "\n")

    def add(self, result: Result) -> None:
        self.results.append(result)
        with self._path.open("a") as file:
            file.write(json.dumps(result.to_json()) + "\n")

    def missing(self, match: Match, seeds: int) -> list[tuple[int, int]]:
        """The games that are still to be played: seed and seat."""
        there = {(result.seed, result.seat) for result in self.results}
        wanted = ((seed, seat) for seed in range(seeds) for seat in range(match.players))
        return [game for game in wanted if game not in there]


def _head(match: Match) -> dict[str, object]:
    return {
        "game": match.game,
        "bots": [match.bot, match.against],
        "players": match.players,
        "options": dict(match.options),
        "seconds": match.seconds,
    }
