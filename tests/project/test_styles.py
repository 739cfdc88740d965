"""What every style sheet and every reference to a static file keeps to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders

ROOT = settings.BASE_DIR
STATIC = ROOT / "games" / "static" / "games"
SHEETS = sorted(STATIC.rglob("*.css"))
SCRIPTS = sorted(STATIC.rglob("*.js"))
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# What lies left or right in one language lies the other way round in another.
PHYSICAL = re.compile(
    r"(?<![\w-])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right|top|bottom)"
    r"|(?:left|right|top|bottom|(?:min-|max-)?(?:width|height))\s*:"
    r"|(?:float|clear|text-align)\s*:\s*(?:left|right))"
)


def named(file: Path) -> str:
    return file.relative_to(STATIC).as_posix()


def taken_from(script: Path) -> set[Path]:
    """The scripts that one imports, be it only for a type that a comment names."""
    names = re.findall(r"""\b(?:from|import)[ (]*"(\.[^"]+)""", script.read_text())
    return {(script.parent / name).resolve() for name in names}


def rules(sheet: Path) -> list[str]:
    """Each rule as one line, with the conditions that it stands in."""
    found, around = [], list[str]()
    for before, bracket in re.findall(r"([^{}]*)([{}])", COMMENT.sub("", sheet.read_text())):
        words = " ".join(before.split())
        if bracket == "{":
            around.append(words)
            continue
        if words:
            found.append(" { ".join([*around, words]))
        around.pop()
    return found


@pytest.mark.parametrize("file", [*SHEETS, *SCRIPTS], ids=named)
def test_no_line_is_longer_than_a_window(file: Path) -> None:
    assert [line for line in file.read_text().splitlines() if len(line) >= 120] == []


@pytest.mark.parametrize("sheet", SHEETS, ids=named)
def test_what_is_important_says_why(sheet: Path) -> None:
    unexplained, explained = [], False
    for line in sheet.read_text().splitlines():
        important = "!important" in COMMENT.sub("", line)
        explained = "/*" in line or (explained and important)
        if important and not explained:
            unexplained.append(line)

    assert unexplained == []


@pytest.mark.parametrize("sheet", SHEETS, ids=named)
def test_sides_are_those_of_the_reader(sheet: Path) -> None:
    declared = [rule.rpartition("{")[2] for rule in rules(sheet)]

    assert [words for words in declared if PHYSICAL.search(words)] == []


@pytest.mark.parametrize("sheet", SHEETS, ids=named)
def test_no_rule_stands_twice(sheet: Path) -> None:
    found = rules(sheet)

    assert sorted(rule for rule in set(found) if found.count(rule) > 1) == []


def test_every_static_file_that_a_template_names_is_there() -> None:
    templates = sorted((ROOT / "templates").rglob("*.html"))
    names = {
        name
        for template in templates
        for name in re.findall(r"""{% static ['"]([^'"]+)['"]""", template.read_text())
    }

    assert "games/pages/site.css" in names
    assert sorted(name for name in names if finders.find(name) is None) == []


@pytest.mark.parametrize("script", SCRIPTS, ids=named)
def test_every_script_that_another_takes_from_is_there(script: Path) -> None:
    assert [taken.name for taken in taken_from(script) if not taken.is_file()] == []


def test_no_two_scripts_take_from_each_other() -> None:
    """A file's name holds a sum of its content, and so of the names in it: none could be found."""
    left = {script: taken_from(script) & set(SCRIPTS) for script in SCRIPTS}
    while done := {script for script, taken in left.items() if not taken & left.keys()}:
        left = {script: taken for script, taken in left.items() if script not in done}

    assert [named(script) for script in left] == []
