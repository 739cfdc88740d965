"""The tiny game is a game like the others here."""

from __future__ import annotations

import pytest

from games.kit.kind import Kind


@pytest.fixture(autouse=True)
def _with_the_tiny_game(tiny: Kind) -> None:
    pass
