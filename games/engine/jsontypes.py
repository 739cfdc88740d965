"""The type of plain JSON data, as views, records and actions are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | Sequence[Json] | Mapping[str, Json] | None"
JsonObject: TypeAlias = "dict[str, Json]"
# An action, whichever game's: its `kind`, and what only that game knows.
ActionJson: TypeAlias = Mapping[str, object]
