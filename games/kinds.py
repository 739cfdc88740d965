"""The games. Nothing else lists them: a third one is a line here."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine import records
from games.engine.contract import AnyEngine
from games.kit.kind import AnyKind
from games.qwirkle.kind import QWIRKLE
from games.shifting_stones.kind import SHIFTING_STONES

KINDS: Mapping[str, AnyKind] = {kind.slug: kind for kind in (QWIRKLE, SHIFTING_STONES)}


def engine_called(slug: str) -> AnyEngine | None:
    kind = KINDS.get(slug)
    return kind.engine if kind else None


def read_record(text: str | bytes) -> records.Record:
    """A record of one of our games; anything else is `BadRecord`."""
    return records.read(text, engine_called)


def name_of(slug: str) -> str:
    """What a game is called; its slug, where it is one that nobody here knows."""
    kind = KINDS.get(slug)
    return str(kind.name) if kind else slug
