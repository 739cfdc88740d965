"""Reading what may be an action: the part that is the same in every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from games.engine.errors import MalformedAction

# The fields that each kind of action may have.
Fields: TypeAlias = Mapping[str, frozenset[str]]


def kind_and_fields(data: object, fields: Fields) -> tuple[str, Mapping[object, object]]:
    """Of which kind it is; of what has no kind that the game knows, or a field too many, none."""
    if not isinstance(data, Mapping):
        raise MalformedAction("not-an-action")
    kind = data.get("kind")
    if not isinstance(kind, str) or kind not in fields:
        raise MalformedAction("unknown-kind")
    if not set(data) <= fields[kind]:
        raise MalformedAction("unknown-field")
    return kind, data
