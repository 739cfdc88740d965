"""What the pages of a game draw and ask."""

from __future__ import annotations

from django import template

from accounts.readers import Reader
from games.models import Game
from games.pages.tags import initial
from games.play.drawing import history_lines, talk_lines
from games.play.positions import Plot
from games.play.selectors import seat_of
from games.post.moderators_notices import reason, sentence_of

register = template.Library()
register.filter(sentence_of)
register.filter(reason)
register.simple_tag(history_lines)
register.simple_tag(talk_lines)


@register.filter
def plot_lines(plot: Plot, game: Game) -> list[dict[str, object]]:
    """The score lines in a drawing of 300 by 120, with where each ends and who it is of."""
    drawn = [
        [
            (round(4 + 272 * ply / plot.width, 1), round(114 - 104 * score / plot.height, 1))
            for ply, score in line
        ]
        for line in plot.lines
    ]
    beside = _apart([line[-1][1] for line in drawn])
    return [
        {
            "points": " ".join(f"{across},{down}" for across, down in line),
            "x": str(line[-1][0]),
            "y": str(line[-1][1]),
            "initial_y": str(middle),
            "initial": initial(player),
        }
        for line, middle, player in zip(drawn, beside, game.players.all(), strict=True)
    ]


INITIAL = 12.0  # the height that an initial beside a line needs
HIGHEST, LOWEST = 8.0, 112.0


def _apart(heights: list[float]) -> list[float]:
    """As near to these heights as they can stand without touching, from the top one down."""
    placed, top = dict[int, float](), HIGHEST
    order = sorted(range(len(heights)), key=lambda seat: heights[seat])
    for below, seat in zip(range(len(order) - 1, -1, -1), order, strict=True):
        room = LOWEST - below * INITIAL
        placed[seat] = round(min(max(heights[seat], top), room), 1)
        top = placed[seat] + INITIAL
    return [placed[seat] for seat in range(len(heights))]


@register.filter
def seats(game: Game, user: Reader) -> bool:
    """Whether this person sits there."""
    return seat_of(game, user) is not None
