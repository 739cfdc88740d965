"""Addresses are made by their names: where a page moves, every link to it moves with it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGES = r"g|invitations|calendar|unsubscribe|settings|people|accounts|admin|lobby|tables|next"
IN_CODE = re.compile(rf"""(["'}}]/(?:{PAGES})/|SITE_URL\}}/|redirect\(f?["']/)""")
IN_TEMPLATES = re.compile(r"""((?:href|action|hx-\w+)="/\w|url \}\}/\w)""")


def _sources() -> list[Path]:
    found = [it for place in ("games", "accounts", "templates") for it in (ROOT / place).rglob("*")]
    return [
        path
        for path in found
        if path.suffix in (".py", ".html", ".txt") and "migrations" not in path.parts
    ]


@pytest.mark.parametrize("path", _sources(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_address_is_written_out(path: Path) -> None:
    written_out = IN_CODE if path.suffix == ".py" else IN_TEMPLATES

    assert written_out.findall(path.read_text()) == []
