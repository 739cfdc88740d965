from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest
from django.conf import settings

from games.kinds import KINDS
from games.kit.explaining import IN_EVERY_GAME
from games.kit.kind import Kind
from games.qwirkle.rules.tiles import NAMES
from games.qwirkle.words import TILES

ROOT = Path(__file__).resolve().parents[2]
TRANSLATED = [code for code, _ in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_string_is_translated(language: str) -> None:
    messages = polib.pofile(str(ROOT / f"locale/{language}/LC_MESSAGES/django.po"))

    assert len(messages) > 100
    assert [entry.msgid for entry in messages.untranslated_entries()] == []
    assert [entry.msgid for entry in messages.fuzzy_entries()] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_translation_fills_in_the_same_values(language: str) -> None:
    for entry in polib.pofile(str(ROOT / f"locale/{language}/LC_MESSAGES/django.po")):
        wanted = set(re.findall(r"%\(\w+\)[sd]", entry.msgid + entry.msgid_plural))
        for text in [entry.msgstr] if entry.msgstr else entry.msgstr_plural.values():
            assert set(re.findall(r"%\(\w+\)[sd]", text)) <= wanted, entry.msgid
        if entry.msgstr:
            assert set(re.findall(r"%\(\w+\)[sd]", entry.msgstr)) == wanted, entry.msgid


def test_every_tile_has_a_name() -> None:
    assert set(TILES) == set(NAMES)


@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_every_code_that_the_rules_raise_has_words(kind: Kind) -> None:
    raised = set()
    for file in (ROOT / "games" / kind.slug / "rules").rglob("*.py"):
        code = file.read_text()
        raised |= set(re.findall(r'(?:IllegalAction|_illegal)\(\s*"([a-z-]+)"', code))
        raised |= set(re.findall(r'return "(line-[a-z-]+)"', code))

    assert len(raised) > 7
    assert raised <= {*kind.refusals, *IN_EVERY_GAME}
