"""The tutorial of Pebbles: one step."""

from __future__ import annotations

from django.utils.functional import lazystr

from games.kit.tutorial import Step, Tutorial

ONE, THREE, FIVE = (f"pebble-number-{number}" for number in (1, 3, 5))

TUTORIAL = Tutorial(
    (
        Step(
            name="higher",
            title=lazystr("A higher pebble"),
            task=lazystr("Show a pebble that scores."),
            hint=lazystr("Five is more than three."),
            praise=lazystr("What a pebble."),
            position={
                "hands": [[ONE, FIVE], [ONE]],
                "turn": 0,
                "bag": [THREE],
                "ring": [THREE],
                "scores": [0, 0],
                "goal": 12,
                "begun": False,
                "withdrawn": [],
                "ended": None,
                "ply": 0,
            },
            judge=lambda tried: None if tried.points else lazystr("That pebble is too low."),
        ),
    )
)
