"""The win rate as it became surer from seed to seed, as an SVG."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from games.arena.figures import SURE, whole_seeds
from games.arena.matches import Match, Result

WIDTH, HEIGHT, EDGE = 640, 320, 40
MOST_POINTS = 200


def plot(match: Match, results: Sequence[Result]) -> str:
    shares = [
        sum(game.share for game in games) / len(games)
        for games in whole_seeds(results, match.players)
    ]
    points = _points(shares)
    line = " ".join(f"{_x(n, len(shares))},{_y(won)}" for n, won, _ in points)
    upper = [f"{_x(n, len(shares))},{_y(min(1, won + within))}" for n, won, within in points]
    lower = [f"{_x(n, len(shares))},{_y(max(0, won - within))}" for n, won, within in points]
    band = " ".join([*upper, *reversed(lower)])
    share = 1 / match.players
    marks = "".join(
        f'<text x="{EDGE - 6}" y="{_y(part / 100) + 4}" text-anchor="end">{part}</text>'
        for part in (0, 25, 50, 75, 100)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>{marks}'
        f'<text x="{EDGE}" y="20">{match.game}: {match.bot} against {match.against}, '
        f"{match.players} players, won in % over {len(shares)} seeds</text>"
        f'<path d="M{EDGE} {_y(share)}H{WIDTH - EDGE}" stroke="#999" stroke-dasharray="4 4"/>'
        f'<polygon points="{band}" fill="#2b6cb0" fill-opacity=".2"/>'
        f'<polyline points="{line}" fill="none" stroke="#2b6cb0" stroke-width="2"/></svg>\n'
    )


def _points(shares: Sequence[float]) -> list[tuple[int, float, float]]:
    """After how many seeds: the mean so far, and how far off it may be."""
    found, total, squares = [], 0.0, 0.0
    every = max(1, len(shares) // MOST_POINTS)
    for n, share in enumerate(shares, start=1):
        total += share
        squares += share * share
        if n > 1 and (n % every == 0 or n == len(shares)):
            mean = total / n
            spread = max(0.0, (squares - n * mean * mean) / (n - 1))
            found.append((n, mean, SURE * sqrt(spread / n)))
    return found


def _x(n: int, most: int) -> float:
    return round(EDGE + (WIDTH - 2 * EDGE) * n / max(1, most), 1)


def _y(part: float) -> float:
    return round(HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * part, 1)
