"""Let bots play each other: `python manage.py arena --game GAME --bots BOT,BOT`."""

from __future__ import annotations

import json
import multiprocessing
import os
import time
from argparse import ArgumentTypeError
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.arena.book import Book, OtherMatch
from games.arena.figures import figures
from games.arena.matches import Match, Result, play
from games.arena.plot import plot
from games.kinds import KINDS

EVERY_SECONDS = 5.0


class Command(BaseCommand):
    help = (
        "Play bots against each other on the same seeds from every seat, and say how strong the "
        "first one is. Stopped, it goes on where it was."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", choices=list(KINDS), required=True)
        parser.add_argument("--bots", required=True, metavar="BOT,BOT", help="one is enough alone")
        parser.add_argument("--seeds", type=_at_least_one, default=500)
        parser.add_argument("--players", type=_at_least_one, default=2)
        parser.add_argument("--option", action="append", default=[], metavar="NAME=0|1")
        parser.add_argument("--seconds", type=float, help="at most so long a turn, for all")
        parser.add_argument("--cores", type=_at_least_one, default=os.cpu_count() or 1)
        parser.add_argument("--book", type=Path, help="the file that keeps the results")
        parser.add_argument("--plot", type=Path, help="the SVG to write")
        parser.add_argument("--json", action="store_true", help="the figures as JSON")

    def handle(self, *args: object, **given: object) -> None:
        match, seeds = _match(given), int(str(given["seeds"]))
        book_path = given["book"] or _default_book(match)
        assert isinstance(book_path, Path)
        try:
            book = Book(book_path, match)
        except OtherMatch as error:
            raise CommandError(f"{error} is of another match. Name another --book.") from error
        try:
            self._play(match, book, seeds, int(str(given["cores"])))
        except KeyboardInterrupt:
            self.stderr.write(f"Stopped. The same command goes on from {book_path}.")
        plot_path = given["plot"] or book_path.with_suffix(".svg")
        assert isinstance(plot_path, Path)
        results = [result for result in book.results if result.seed < seeds]
        plot_path.write_text(plot(match, results))
        found = figures(results, match.players)
        if found is None:
            raise CommandError("No seed was played from every seat.")
        if given["json"]:
            self.stdout.write(json.dumps({"book": str(book_path), **found.to_json()}))
            return
        self.stdout.write(
            f"{match.bot} against {match.against}, {match.players} players: "
            f"{found.games} games on {found.seeds} seeds"
        )
        self.stdout.write(
            f"won     {found.won:.1f} ± {found.within:.1f} %, its share is {found.share:.1f}"
        )
        self.stdout.write(f"lead    {found.lead:+.1f} points")
        if found.elo is not None:
            self.stdout.write(f"Elo     {found.elo:+.0f}")
        self.stdout.write(f"thought {found.thought:.3f} s a turn, {found.longest:.3f} s at most")
        self.stdout.write(f"plot    {plot_path}")

    def _play(self, match: Match, book: Book, seeds: int, cores: int) -> None:
        """All cores, a few games ahead, so that stopping loses little."""
        missing = iter(book.missing(match, seeds))
        told = time.monotonic()
        context = multiprocessing.get_context("fork")
        with ProcessPoolExecutor(cores, mp_context=context) as pool:
            running: set[Future[Result]] = set()
            try:
                while True:
                    while len(running) < 2 * cores and (game := next(missing, None)):
                        running.add(pool.submit(play, match, *game))
                    if not running:
                        return
                    done, running = wait(running, EVERY_SECONDS, FIRST_COMPLETED)
                    for future in done:
                        book.add(future.result())
                    if time.monotonic() - told >= EVERY_SECONDS:
                        told = time.monotonic()
                        self._tell(match, book, seeds)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def _tell(self, match: Match, book: Book, seeds: int) -> None:
        found = figures(book.results, match.players)
        if found:
            part = f"{len(book.results)} of {seeds * match.players} games"
            self.stderr.write(f"{part}, won {found.won:.1f} ± {found.within:.1f} %")


def _at_least_one(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 1_000_000:
        raise ArgumentTypeError("a whole number from 1 on")
    return int(text)


def _match(given: dict[str, object]) -> Match:
    kind = KINDS[str(given["game"])]
    names = str(given["bots"]).split(",")
    players = int(str(given["players"]))
    if players not in kind.engine.seats:
        raise CommandError(f"{kind.slug} is for {kind.engine.seats[0]} to {kind.engine.seats[-1]}.")
    if len(names) != 2 and not (len(names) == players == 1):
        raise CommandError("Name two bots: --bots master,greedy")
    unknown = [name for name in names if name not in kind.bots]
    if unknown:
        raise CommandError(f"No bot {unknown[0]}. There are: {', '.join(kind.bots)}.")
    options = given["option"]
    assert isinstance(options, list)
    seconds = given["seconds"]
    return Match(
        game=kind.slug,
        bot=names[0],
        against=names[-1],
        players=players,
        options=tuple(_option(text) for text in sorted(options)),
        seconds=float(str(seconds)) if seconds is not None else None,
    )


def _option(text: str) -> tuple[str, object]:
    name, _, value = text.partition("=")
    if value not in ("0", "1"):
        raise CommandError(f"Say {name}=0 or {name}=1.")
    return name, value == "1"


def _default_book(match: Match) -> Path:
    words = [match.game, match.bot, match.against, str(match.players)]
    words += [f"{name}-{int(bool(value))}" for name, value in match.options]
    if match.seconds is not None:
        words.append(f"{match.seconds:g}s")
    return Path(settings.VAR_DIR) / "arena" / f"{'-'.join(words)}.jsonl"
