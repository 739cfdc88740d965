"""The entry of Pebbles among the games: all that the site may know of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import lazystr

from games.engine.jsontypes import JsonObject
from games.engine.thinking import Thinking
from games.kit.kind import Bot, Kind
from games.kit.rules_page import RulesPage, Section
from tests.tiny.presenter import TinyPresenter
from tests.tiny.rules import COPIES, HAND_SIZE, NUMBERS, TinyEngine, points_of
from tests.tiny.tutorial import TUTORIAL


def highest(view: Mapping[str, Any], _thinking: Thinking) -> Sequence[JsonObject]:
    """Shows what scores most, or else the lowest."""
    best = max(view["hand"], key=lambda name: (points_of(view["ring"], name), -NUMBERS[name]))
    return [{"kind": "show", "pebble": best}, {"kind": "end"}]


TINY = Kind(
    engine=TinyEngine(),
    name=lazystr("Pebbles"),
    presenter=TinyPresenter(),
    rules_page=RulesPage(
        (Section("aim", lazystr("What pebbles are for")), Section("leaving", lazystr("Going"))),
        {"pebbles": len(NUMBERS) * COPIES},
        lambda asked: {"aim": f"asked for {asked.get('about', 'nothing')}"},
    ),
    tutorial=TUTORIAL,
    bots={
        "pebbler": Bot(
            highest, lazystr("Pebble machine"), lazystr("Stony"), lazystr("It shows the highest.")
        )
    },
    first_bot="pebbler",
    refusals={
        "shown-already": lazystr("One pebble is enough."),
        "nothing-shown": lazystr("Show a pebble first."),
    },
    action_words={"show": lazystr("showed a pebble"), "end": lazystr("reached into the bag")},
    end_reasons={
        "goal": lazystr("The pebble goal was reached."),
        "out": lazystr("A hand without pebbles."),
    },
    pieces=NUMBERS,
    largest_hand=HAND_SIZE,
    longest_turn=2,
)
