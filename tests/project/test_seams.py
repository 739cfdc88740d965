"""The platform knows no game by name: a third one needs its own folder and three entries."""

from __future__ import annotations

import re

from django.conf import settings

from games.bots import BOTS, FIRST_CHOICE
from games.presenters import PRESENTERS
from games.rules import ENGINES

ROOT = settings.BASE_DIR
# A game's own code, the three mappings, and what shows or tries out one game on purpose.
OWN = re.compile(
    r"games/(rules|rulebook|bots|presenters)/|management/commands/demo|views/rules|urls\.py"
    r"|migrations/|templatetags/(tiles|stones)|(stone_)?words\.py|static/"
    r"|templates/games/(qwirkle|shifting_stones|welcome)"
)
NAMES = re.compile(r"qwirkle(?!_site)|shifting.?stones", re.IGNORECASE)


def test_no_line_outside_a_games_own_code_names_a_game() -> None:
    found = []
    for folder in ("games", "accounts", "templates"):
        for file in sorted((ROOT / folder).rglob("*")):
            path = file.relative_to(ROOT).as_posix()
            if file.suffix not in (".py", ".html", ".txt") or OWN.search(path):
                continue
            lines = enumerate(file.read_text().splitlines(), start=1)
            found += [f"{path}:{number}: {line}" for number, line in lines if NAMES.search(line)]

    assert found == []


def test_every_game_has_all_that_a_game_needs() -> None:
    needed = {
        *("_head", "_table", "_board_area", "_turn", "_side", "_keys", "_entry", "_hand"),
        *("_picture", "_pieces", "_check"),
    }

    assert set(PRESENTERS) == set(BOTS) == set(FIRST_CHOICE) == set(ENGINES)
    for slug in ENGINES:
        folder = ROOT / "templates" / "games" / slug
        assert needed <= {file.stem for file in folder.glob("*.html")}
        assert FIRST_CHOICE[slug] in BOTS[slug]
