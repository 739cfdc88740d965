"""The games, pure: no clock, no input or output, no Django, no randomness but `Chance`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from games.rules.engine import Engine
from games.rules.qwirkle.engine import QwirkleEngine
from games.rules.shifting_stones.engine import ShiftingStonesEngine

# The one `Any` of the rules: a mapping cannot say that each engine takes its own states only.
AnyEngine: TypeAlias = Engine[Any, Any]

ENGINES: Mapping[str, AnyEngine] = MappingProxyType(
    {engine.slug: engine for engine in (QwirkleEngine(), ShiftingStonesEngine())}
)
