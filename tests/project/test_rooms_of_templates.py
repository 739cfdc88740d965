"""Templates keep to the order of the rooms, as imports do: none asks a room above its own."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from django.conf import settings

from games.kinds import KINDS

ROOT: Path = settings.BASE_DIR
TEMPLATES = ROOT / "templates" / "games"
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"][
    "contracts"
]
# From the top down, as import-linter has them.
HEIGHTS = {
    room: -height
    for height, layer in enumerate(CONTRACTS[0]["layers"])
    for room in layer.split(" | ")
}
ASKED = re.compile(r"{% load ([\w ]+) %}|{% include \"games/(\w+)/|{% extends \"games/(\w+)/")
FILES = [file for file in sorted(TEMPLATES.rglob("*.html")) if file.parent != TEMPLATES]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.relative_to(TEMPLATES).as_posix())
def test_a_template_asks_no_room_above_its_own(file: Path) -> None:
    room = file.relative_to(TEMPLATES).parts[0]
    asked = {name for found in ASKED.findall(file.read_text()) for name in " ".join(found).split()}
    known = {name for name in asked if name in HEIGHTS}
    # A game's own templates stand in pages: they may use what all pages share, and the frame of
    # the rules pages.
    own, frames = (room, set()) if room not in KINDS else ("pages", {"learning"})

    assert {name for name in known if HEIGHTS[name] > HEIGHTS[own]} <= frames
