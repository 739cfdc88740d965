"""The arena: bots meet on the same seeds from every seat, and what is printed follows from that."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.core.management import CommandError, call_command

from games.arena.book import Book, OtherMatch
from games.arena.figures import figures
from games.arena.matches import Match, Result, play

MATCH = Match("qwirkle", "greedy", "novice", 2)


def a_result(seed: int, seat: int, share: float, lead: int = 0) -> Result:
    return Result(seed, seat, (10, 10), share, lead, 2, 0.5, 1.0)


def run(tmp_path: Path, *arguments: str) -> str:
    said = StringIO()
    book = ["--book", str(tmp_path / "book.jsonl"), "--cores", "1"]
    call_command("arena", *arguments, *book, stdout=said, stderr=StringIO())
    return said.getvalue()


def test_greedy_beats_a_novice_and_everything_is_said(tmp_path: Path) -> None:
    said = run(tmp_path, "--game", "qwirkle", "--bots", "greedy,novice", "--seeds", "6", "--json")

    found = json.loads(said)
    assert (found["seeds"], found["games"], found["share"]) == (6, 12, 50.0)
    assert found["won"] > 60
    assert found["lead"] > 0
    ElementTree.fromstring((tmp_path / "book.svg").read_text())


@pytest.mark.parametrize(
    ("game", "bots", "players", "options"),
    [
        ("qwirkle", "strategist,greedy", "2", ()),
        ("qwirkle", "master,strategist", "3", ()),
        ("shifting_stones", "clever,easy", "2", ("--option", "mixed=1")),
        ("shifting_stones", "clever", "1", ()),
    ],
)
def test_every_match_comes_to_an_end(
    tmp_path: Path, game: str, bots: str, players: str, options: tuple[str, ...]
) -> None:
    said = run(
        tmp_path,
        *("--game", game, "--bots", bots, "--players", players, "--seeds", "1"),
        *("--seconds", "0.002", *options),
    )
    assert f"{players} games on 1 seeds" in said


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    arguments = ("--game", "qwirkle", "--bots", "greedy,novice")
    run(tmp_path, *arguments, "--seeds", "2")
    path = tmp_path / "book.jsonl"
    before = path.read_text()
    # Killed while it wrote.
    path.write_text(before + '{"seed": 7, "se')

    run(tmp_path, *arguments, "--seeds", "3")

    after = path.read_text()
    assert after.startswith(before)
    assert sorted((result.seed, result.seat) for result in Book(path, MATCH).results) == [
        (seed, seat) for seed in range(3) for seat in range(2)
    ]


def test_a_book_of_another_match_is_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "book.jsonl"
    Book(path, MATCH).add(a_result(0, 0, 1.0))
    with pytest.raises(OtherMatch):
        Book(path, Match("qwirkle", "novice", "greedy", 2))
    with pytest.raises(CommandError, match="another match"):
        run(tmp_path, "--game", "qwirkle", "--bots", "novice,greedy", "--seeds", "1")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--game", "qwirkle", "--bots", "greedy,nobody"),
        ("--game", "qwirkle", "--bots", "greedy"),
        ("--game", "qwirkle", "--bots", "greedy,novice", "--players", "9"),
        ("--game", "qwirkle", "--bots", "greedy,novice", "--seeds", "0"),
        ("--game", "shifting_stones", "--bots", "easy,clever", "--option", "mixed=maybe"),
    ],
)
def test_what_cannot_be_played_is_said(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        run(tmp_path, *arguments)


def test_the_same_seed_and_seat_are_the_same_game() -> None:
    assert play(MATCH, 3, 0).scores == play(MATCH, 3, 0).scores
    assert play(MATCH, 3, 0).scores != play(MATCH, 4, 0).scores


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ([a_result(0, 0, 1.0), a_result(0, 1, 1.0)], lambda found: found.won == 100),
        ([a_result(0, 0, 1.0)], lambda found: found is None),
        (
            [a_result(seed, seat, 0.75) for seed in range(9) for seat in range(2)],
            lambda found: found.within == 0 and round(found.elo) == 191,
        ),
        (
            [a_result(seed, seat, float(seed % 2)) for seed in range(100) for seat in range(2)],
            lambda found: found.won == 50 and 9 < found.within < 11,
        ),
    ],
)
def test_figures_are_of_seeds_that_were_played_from_every_seat(
    results: list[Result], expected: Callable[[object], bool]
) -> None:
    assert expected(figures(results, 2))
