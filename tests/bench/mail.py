"""How fast the outbox is emptied, by one worker and by two: `python -m tests.bench.mail`.

The mails are of real games of both kinds, with their pictures: half say that it is somebody's turn,
half that a game is over. A real SMTP server in another process reads each and counts it by its
Message-ID; another throws away what it takes, which no server does. A bare loop of smtplib sends
the very same bytes, on one connection. What is compared takes turns, pass by pass. Workers are
processes of their own; with two of them and the servers, two cores are busy.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from email import message_from_bytes, policy
from itertools import cycle
from multiprocessing.connection import Connection
from resource import RUSAGE_CHILDREN, getrusage
from smtplib import SMTP
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from aiosmtpd import smtp as aiosmtp
from django.conf import settings
from django.db import connections
from django.test.utils import setup_databases, teardown_databases
from django.utils import timezone

from games.models import Notification
from games.post import composing
from games.post.services import delivery, still_true
from tests.bench.measuring import goal, size
from tests.factories import UserFactory
from tests.playing import play_on, start_game

MAILS = size("BENCH_MAILS", 240)
PASSES = size("BENCH_PASSES", 5)
SEATS, LONGEST = 3, size("BENCH_TURNS", 30)
GOAL_OF_BARE, GOAL_OF_TWO = 0.5, 1.8
HOST = "127.0.0.1"
Kind, State = Notification.Kind, Notification.State
Sent = tuple[str, str, bytes]
# Children have all that is loaded here, and the settings as they are.
forked = multiprocessing.get_context("fork")


class Reading:
    """Counts what it takes."""

    def __init__(self) -> None:
        self.taken = Counter[str]()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        message = message_from_bytes(envelope.content, policy=policy.default)
        self.taken[message["Message-ID"]] += 1
        return "250 taken"


class Careless:
    """Does not look."""

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        return "250 taken"


@dataclass(frozen=True, slots=True)
class Report:
    """A server's own time so far, in seconds, and how often it took each mail."""

    worked: float
    taken: Counter[str]


def serve(listening: socket.socket, handler: Reading | Careless, asked: Connection) -> None:
    async def run() -> None:
        loop = asyncio.get_running_loop()
        async with await loop.create_server(lambda: aiosmtp.SMTP(handler), sock=listening):
            while True:
                await loop.run_in_executor(None, asked.recv)
                asked.send(Report(time.process_time(), getattr(handler, "taken", Counter())))

    asyncio.run(run())


@contextmanager
def serving(handler: Reading | Careless) -> Iterator[Callable[[], Report]]:
    """Where mails go for a while; what it gives asks the server for its report."""
    listening = socket.create_server((HOST, 0))
    settings.EMAIL_HOST, settings.EMAIL_PORT = listening.getsockname()
    here, there = forked.Pipe()
    connections.close_all()
    process = forked.Process(target=serve, args=(listening, handler, there), daemon=True)
    process.start()

    def report() -> Report:
        here.send("")
        answer: Report = here.recv()
        return answer

    try:
        yield report
    finally:
        process.terminate()
        process.join()


def write_mails() -> None:
    people = [UserFactory() for _ in range(max(SEATS, MAILS // 8))]
    tables = cycle(zip(people, people[1:] + people[:1], people[2:] + people[:2], strict=True))
    kinds = cycle(["qwirkle", "shifting_stones"])
    going_on = MAILS // 2
    for number in range(going_on):
        play_on(start_game(*next(tables), engine_slug=next(kinds)), 1 + number * 7 % LONGEST)
    _keep_what_is_true(Kind.YOUR_TURN)
    while Notification.objects.filter(kind=Kind.OVER).count() < MAILS - going_on:
        play_on(start_game(*next(tables), engine_slug=next(kinds)))
        _keep_what_is_true(Kind.YOUR_TURN, Kind.OVER)
    surplus = Notification.objects.order_by("-pk").values("pk")[: _count() - MAILS]
    Notification.objects.filter(pk__in=list(surplus.values_list("pk", flat=True))).delete()


def _keep_what_is_true(*kinds: Kind) -> None:
    for item in Notification.objects.select_related("user", "game"):
        if item.kind not in kinds or not still_true.is_still_true(item, item.game):
            item.delete()


def _count() -> int:
    return Notification.objects.count()


def make_due() -> None:
    Notification.objects.update(
        state=State.WAITING,
        attempts=0,
        claimed_until=None,
        not_before=timezone.now() - timedelta(hours=1),
    )


def composed() -> list[Sent]:
    """What the workers will send, byte for byte."""
    sent = []
    for item in Notification.objects.select_related("user", "game"):
        mail = composing.make([item]).mail
        assert mail is not None
        content = mail.message().as_bytes(linesep="\r\n")
        sent.append((settings.SERVER_EMAIL, mail.to[0], content))
    return sent


def bare(mails: list[Sent]) -> None:
    with SMTP(HOST, settings.EMAIL_PORT) as smtp:
        for sender, recipient, content in mails:
            smtp.sendmail(sender, [recipient], content)


def work() -> None:
    while delivery.deliver():
        pass


def workers(count: int) -> None:
    """All that is due, by so many at once."""
    connections.close_all()
    started = [forked.Process(target=work) for _ in range(count)]
    for process in started:
        process.start()
    for process in started:
        process.join()
        assert process.exitcode == 0


@dataclass(frozen=True, slots=True)
class Pass:
    """Seconds that all mails took: on the clock, and of the processes' own time, the server's too.

    What the database does is not among the latter.
    """

    clock: float
    own: float


def timed(send: Callable[[], None], report: Callable[[], Report], sent: int) -> Pass:
    make_due()
    worked, clock = _own_time() + report().worked, time.perf_counter()
    send()
    clock = time.perf_counter() - clock
    worked = _own_time() + report().worked - worked
    assert Notification.objects.filter(state=State.SENT).count() == sent
    return Pass(clock, worked)


def _own_time() -> float:
    """Of this process and of its children that have ended."""
    children = getrusage(RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def compared(mails: list[Sent], report: Callable[[], Report]) -> list[Pass]:
    """The best passes of the bare loop, of one worker and of two."""
    ways: list[tuple[Callable[[], None], int]] = [
        (lambda: bare(mails), 0),
        (lambda: workers(1), MAILS),
        (lambda: workers(2), MAILS),
    ]
    passes = [[timed(send, report, sent) for send, sent in ways] for _ in range(PASSES)]
    return [
        Pass(min(each.clock for each in way), min(each.own for each in way))
        for way in zip(*passes, strict=True)
    ]


def show(server: str, passes: list[Pass], *, goals: bool) -> None:
    loop, one, two = passes
    share, gain, own = loop.clock / one.clock, one.clock / two.clock, loop.own / one.own
    aims = (goal(share, GOAL_OF_BARE), goal(gain, GOAL_OF_TWO)) if goals else ("", "")
    lines = [
        ("a bare loop of smtplib", loop, ""),
        ("one worker", one, f"{share:.2f} of its rate, by own time {own:.2f}  {aims[0]}"),
        ("two workers", two, f"{gain:.2f} of one's rate  {aims[1]}"),
    ]
    print(f"  {server}")
    for name, each, note in lines:
        figures = f"{MAILS / each.clock:7,.1f} mails/s, own time {each.own / MAILS * 1e3:5.1f} ms"
        print(f"    {name:<22}  {figures}  {note}".rstrip())


def measure() -> None:
    write_mails()
    mails = composed()
    kilobytes = sum(len(content) for _, _, content in mails) / len(mails) / 1024
    print(f"{MAILS} mails of {kilobytes:.0f} kB on average, best of {PASSES} passes")
    with serving(Reading()) as report:
        show("a server that reads them", compared(mails, report), goals=True)
        taken = report().taken
    # Once in each pass by the loop, by one worker, by two.
    assert len(taken) == MAILS
    assert set(taken.values()) == {3 * PASSES}
    with serving(Careless()) as report:
        show("a server that throws them away", compared(mails, report), goals=False)
    busy, _, _ = os.getloadavg()
    print(f"  {os.cpu_count()} cores, {busy:.1f} processes that wanted one")


def main() -> None:
    logging.getLogger("mail.log").setLevel(logging.WARNING)
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    databases = setup_databases(verbosity=0, interactive=False, keepdb=False)
    try:
        measure()
    finally:
        connections.close_all()
        teardown_databases(databases, verbosity=0)


if __name__ == "__main__":
    main()
