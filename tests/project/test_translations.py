from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest
from django.conf import settings

from games.rules.qwirkle.tiles import NAMES
from games.words import ILLEGAL, TILES

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


def test_every_code_that_the_rules_raise_has_words() -> None:
    raised = {
        code
        for file in (ROOT / "games" / "rules").rglob("*.py")
        for code in re.findall(r'(?:IllegalAction|_illegal)\(\s*"([a-z-]+)"', file.read_text())
    }
    lines = (ROOT / "games" / "rules" / "qwirkle" / "lines.py").read_text()
    raised |= set(re.findall(r'return "(line-[a-z-]+)"', lines))

    assert len(raised) > 15
    assert raised <= set(ILLEGAL)
