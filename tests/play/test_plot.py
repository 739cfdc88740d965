"""The drawing of the scores, turn by turn."""

from __future__ import annotations

from itertools import pairwise

import pytest

from games.play.positions import Plot
from games.play.tags import plot_lines
from tests.factories import UserFactory
from tests.playing import start_game

NEEDED = 12  # what a letter of ten takes


@pytest.mark.django_db
@pytest.mark.parametrize(
    "scores",
    [[50] * 8, [0] * 8, [0, 1, 2, 3, 97, 98, 99, 100], [100, 99, 50, 49, 48, 3, 2, 1]],
)
def test_the_initials_stand_apart_and_inside_the_drawing(scores: list[int]) -> None:
    game = start_game(*(UserFactory() for _ in scores))
    plot = Plot(width=1, height=100, lines=[[(0, 0), (1, score)] for score in scores])

    heights = [float(line["initial_y"]) for line in plot_lines(plot, game)]

    assert all(5 <= height <= 114 for height in heights)
    assert all(upper + NEEDED <= lower + 0.1 for upper, lower in pairwise(sorted(heights)))
    best, worst = scores.index(max(scores)), scores.index(min(scores))
    assert heights[best] <= heights[worst] or max(scores) == min(scores)


@pytest.mark.django_db
def test_an_initial_stands_beside_the_end_of_its_line() -> None:
    game = start_game(UserFactory(), UserFactory())
    plot = Plot(width=1, height=100, lines=[[(0, 0), (1, 20)], [(0, 0), (1, 80)]])

    for line in plot_lines(plot, game):
        assert line["initial_y"] == line["y"]
