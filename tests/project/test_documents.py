"""What the documents name is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from games.kinds import KINDS

ROOT: Path = settings.BASE_DIR
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
NAMED = re.compile(r"`([a-z_.]+/(?:[a-z_/.-]*(?:/|\.[a-z]+))?)`")
LINKED = re.compile(r"\]\(([^)#:]+)\)")
# A file may be named from where its readers are: `play/clock.py` is in `games/`, `bots/` in a game.
GAME = ROOT / "games" / next(iter(KINDS))
SCRIPTS = ROOT / "games" / "static" / "games"
FROM = (ROOT, ROOT / "games", ROOT / "templates" / "games", ROOT / "games" / "play", GAME, SCRIPTS)
MADE_LATER = ("var/",)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_path_and_link_of_a_document_leads_somewhere(document: Path) -> None:
    text = document.read_text()
    lost = [
        path
        for path in NAMED.findall(text)
        if not path.startswith(MADE_LATER) and not any((folder / path).exists() for folder in FROM)
    ]
    lost += [link for link in LINKED.findall(text) if not (document.parent / link).exists()]

    assert lost == []
