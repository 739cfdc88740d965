"""The platform knows no game by name: a third one is its own folders and a line in `KINDS`."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.template.loader import get_template
from django.utils.safestring import SafeString

from games.engine.advancing import SKIP_TURN
from games.kinds import KINDS
from games.kit.kind import Kind
from games.models import Move
from tests.tiny.kind import TINY

ROOT = settings.BASE_DIR
# However a game is written, but for the package that has its name from one.
NAMES = re.compile(
    "|".join(rf"{slug.replace('_', '.?')}(?!_site)" for slug in KINDS), re.IGNORECASE
)
# A game's own folders, and the line in `KINDS`.
OWN = re.compile(
    rf"(games|templates/games|games/static/games)/({'|'.join(KINDS)})/"
    r"|games/kinds\.py|\w+/migrations/"
)


def test_no_line_outside_a_games_own_folders_names_a_game() -> None:
    found = []
    for folder in ("games", "accounts", "qwirkle_site", "templates"):
        for file in sorted((ROOT / folder).rglob("*")):
            path = file.relative_to(ROOT).as_posix()
            if file.suffix not in (".py", ".html", ".txt", ".js", ".css") or OWN.match(path):
                continue
            lines = enumerate(file.read_text().splitlines(), start=1)
            found += [f"{path}:{number}: {line}" for number, line in lines if NAMES.search(line)]

    assert found == []


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize("kind", [*KINDS.values(), TINY], ids=lambda kind: kind.slug)
def test_every_game_has_all_that_a_game_needs(kind: Kind) -> None:
    needed = {
        *("_head", "_table", "_board_area", "_turn", "_side", "_keys", "_hand"),
        *("_pieces", "_check", "rules"),
        *(f"rules/_{section.name}" for section in kind.rules_page.sections),
        *(("_finale",) if kind.tutorial else ()),
    }

    for name in needed:
        get_template(f"{kind.folder}/{name}.html")
    assert kind.first_bot in kind.bots
    assert kind.largest_hand > 0
    assert all(isinstance(name, str) for name in kind.pieces)


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize("kind", [*KINDS.values(), TINY], ids=lambda kind: kind.slug)
def test_every_game_draws_a_turn_for_the_history(kind: Kind) -> None:
    skipped = Move(seat=0, ply=0, points=0, action={"kind": SKIP_TURN})
    entry = kind.presenter.entry([skipped])

    assert isinstance(entry.drawing, SafeString)
    assert entry.words
    assert entry.words in entry.drawing


def test_a_bot_of_the_same_code_is_called_the_same_in_every_game() -> None:
    names = {(code, str(bot.name)) for kind in KINDS.values() for code, bot in kind.bots.items()}

    assert len({code for code, _name in names}) == len(names)
