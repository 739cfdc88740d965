"""Enters the tiny game for a test: a line in `KINDS` and its templates, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from games.kinds import KINDS
from games.kit.kind import Kind
from tests.tiny.kind import TINY

TEMPLATES = Path(__file__).parent / "templates"


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Kind:
    (engine,) = settings.TEMPLATES
    settings.TEMPLATES = [engine | {"DIRS": [*engine["DIRS"], TEMPLATES]}]
    monkeypatch.setitem(KINDS, TINY.slug, TINY)
    return TINY
