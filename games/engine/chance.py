"""The only source of chance in a game: shuffles that anybody can check once the seed is known."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TypeVar

Item = TypeVar("Item")
SEED_BYTES = 32


@dataclass(frozen=True, slots=True)
class Chance:
    """Shuffles that depend on the seed and a label, and on nothing else.

    `random.shuffle` is not used: its sequence is not promised between Python versions, and a
    game has to replay to the last draw years later.
    """

    seed: bytes = field(repr=False)

    @classmethod
    def fresh(cls) -> Chance:
        return cls(secrets.token_bytes(SEED_BYTES))

    @property
    def commitment(self) -> str:
        """What players see from the start, so that the seed cannot be changed afterwards."""
        return sha256(self.seed).hexdigest()

    def shuffled(self, items: Iterable[Item], label: str) -> tuple[Item, ...]:
        """The items sorted by HMAC-SHA256(seed, "label:index"). A label serves once in a game."""
        keyed = [
            (hmac.digest(self.seed, f"{label}:{index}".encode(), "sha256"), item)
            for index, item in enumerate(items)
        ]
        keyed.sort(key=lambda pair: pair[0])
        return tuple(item for _, item in keyed)
