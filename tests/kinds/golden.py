"""Golden records, and the states that they go through."""

from __future__ import annotations

from functools import cache
from typing import Any

from games.engine.records import Record, read
from tests.kinds.shelves import Shelf, states_of


@cache
def record(shelf: Shelf, name: str) -> Record:
    """Read by the shelf's own engine, whether or not its game is entered just now."""
    text = (shelf.folder / f"{name}.json").read_bytes()
    return read(text, lambda slug: shelf.engine if slug == shelf.engine.slug else None)


@cache
def states(shelf: Shelf, name: str) -> tuple[Any, ...]:
    return tuple(states_of(record(shelf, name)))
