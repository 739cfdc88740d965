"""What an engine shows is what the type of its view says, key for key."""

from __future__ import annotations

from typing import NotRequired, get_origin, get_type_hints

import pytest

from games.engine.chance import Chance
from games.engine.contract import AnyEngine
from games.qwirkle.rules.engine import QwirkleEngine
from games.qwirkle.rules.view import QwirkleView
from games.shifting_stones.rules.engine import ShiftingStonesEngine
from games.shifting_stones.rules.view import ShiftingStonesView

CHANCE = Chance(bytes(32))
VIEWS = [(QwirkleEngine(), QwirkleView), (ShiftingStonesEngine(), ShiftingStonesView)]


@pytest.mark.parametrize(("engine", "view"), VIEWS, ids=lambda it: getattr(it, "slug", ""))
@pytest.mark.parametrize("seat", [None, 0])
def test_a_view_has_the_keys_that_its_type_has(
    engine: AnyEngine, view: type, seat: int | None
) -> None:
    hints = get_type_hints(view, include_extras=True)
    always = {name for name, hint in hints.items() if get_origin(hint) is not NotRequired}

    shown = engine.view(engine.start(2, {}, CHANCE), seat)

    assert always <= set(shown) <= set(hints)
    assert ("hand" in shown) is (seat is not None)
