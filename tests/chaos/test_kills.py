"""Workers and beat killed at random while games play themselves and the post office misbehaves.

Small in the suite; `make chaos` runs it at full size. Its figures are in docs/reliability.md.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from django.utils import timezone

from games.engine.advancing import SKIP_TURN, advance
from games.engine.chance import Chance
from games.machinery.errors import ServiceError
from games.models import Game, Move, Notification
from tests.factories import UserFactory
from tests.machinery.conftest import database_url
from tests.patience import PATIENCE
from tests.playing import play_on, start_game
from tests.project.test_play import free_port

ROOT = Path(__file__).resolve().parents[2]
GAMES = int(os.environ.get("CHAOS_GAMES", "8"))
SECONDS = int(os.environ.get("CHAOS_SECONDS", "12"))
TURN = timedelta(seconds=4)
TIMEOUT = 2

ANSWERS = ["250 taken"] * 16 + ["451 later", "421 busy", "550 never", "hang", "drop"]
Process = subprocess.Popen[bytes]


class PostOffice:
    """Takes most mails, and refuses, hangs or hangs up on the others."""

    def __init__(self) -> None:
        self.taken: Counter[str] = Counter()
        self.said: Counter[str] = Counter()
        self.dice = random.Random(7)

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        answer = self.dice.choice(ANSWERS)
        self.said[answer.split()[0]] += 1
        if answer == "hang":
            await asyncio.sleep(TIMEOUT + 1)
            return "451 too late"
        if answer == "drop":
            server.transport.abort()
            return "421 gone"
        if answer.startswith("250"):
            head = envelope.content.split(b"\r\n\r\n")[0].decode()
            line = next(line for line in head.splitlines() if line.startswith("Message-ID:"))
            self.taken[line.split(":", 1)[1].strip()] += 1
        return answer


class Staff:
    """Three workers and a beat, replaced whenever one is killed."""

    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        self.environment = environment
        self.folder = folder
        self.kills = 0
        self.running: dict[str, Process] = {}
        for name in ("one", "two", "three", "beat"):
            self.hire(name)

    def hire(self, name: str) -> None:
        celery = [sys.executable, "-m", "celery", "--quiet", "-A", "qwirkle_site"]
        role = ["worker", "--pool", "solo", "--hostname", f"{name}-{self.kills}@%h"]
        if name == "beat":
            role = ["beat", "--schedule", str(self.folder / f"schedule-{self.kills}")]
        log = (self.folder / f"{name}.log").open("ab")
        self.running[name] = subprocess.Popen(
            [*celery, *role], cwd=ROOT, env=self.environment, stdout=log, stderr=log
        )

    def kill_one(self, dice: random.Random) -> None:
        name = dice.choice(list(self.running))
        self.running[name].send_signal(signal.SIGKILL)
        self.running[name].wait()
        self.kills += 1
        self.hire(name)

    def dismiss(self) -> None:
        for process in self.running.values():
            process.terminate()
        for process in self.running.values():
            with suppress(subprocess.TimeoutExpired):
                process.wait(20)
            process.kill()


@pytest.fixture
def post_office() -> Iterator[tuple[PostOffice, int]]:
    office, port = PostOffice(), free_port()
    controller = Controller(office, hostname="127.0.0.1", port=port)
    controller.start()
    yield office, port
    controller.stop()


@pytest.fixture
def staff(
    transactional_db: None, tmp_path: Path, post_office: tuple[PostOffice, int]
) -> Iterator[Staff]:
    for folder in ("queue", "control"):
        (tmp_path / "broker" / folder).mkdir(parents=True)
    people = Staff(
        os.environ
        | {
            "DEBUG": "1",
            "VAR_DIR": str(tmp_path),
            "DATABASE_URL": database_url(),
            "CELERY_BROKER_URL": "filesystem://localhost//",
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": str(post_office[1]),
            "EMAIL_TIMEOUT": str(TIMEOUT),
            "SWEEP_SECONDS": "1",
            "POST_TURN_DELAY": "1",
            "POST_FIRST_PAUSE": "1",
        },
        tmp_path,
    )
    yield people
    people.dismiss()


@pytest.mark.timeout(0)
def test_killed_at_random_nothing_is_lost_and_nothing_happens_twice(
    staff: Staff, post_office: tuple[PostOffice, int], settings: Any, tmp_path: Path
) -> None:
    office, _ = post_office
    logging.getLogger("mail.log").setLevel(logging.WARNING)
    settings.POST_TURN_DELAY = timedelta(seconds=1)
    dice = random.Random(11)
    people = [UserFactory() for _ in range(max(4, GAMES // 5))]
    for _ in range(GAMES):
        start_game(*dice.sample(people, dice.choice([2, 2, 3])), turn_time=TURN, leaver="bot")

    until, emptied = time.monotonic() + SECONDS, False
    while time.monotonic() < until:
        play_a_little(dice)
        if dice.random() < 0.1:
            staff.kill_one(dice)
        if not emptied and time.monotonic() > until - SECONDS / 2:
            empty_broker(tmp_path)
            emptied = True
        time.sleep(0.05)
    Game.objects.filter(status="active").update(deadline=None, remind_at=None)
    drain(tmp_path)
    staff.dismiss()

    sent = Notification.objects.filter(state="sent")
    told = {f"<notification-{pk}@127.0.0.1>" for pk in sent.values_list("pk", flat=True)}
    doubles = sum(count - 1 for count in office.taken.values())
    print(  # noqa: T201
        f"{GAMES} games, {Move.objects.count()} moves, {staff.kills} kills, {len(told)} mails, "
        f"{doubles} doubles, the post office said {dict(office.said)}"
    )
    assert told
    assert told <= set(office.taken)
    assert doubles <= staff.kills
    assert not Notification.objects.filter(state="waiting").exists()
    failed = Notification.objects.filter(state="failed")
    assert all(reason.startswith("550") for reason in failed.values_list("last_error", flat=True))
    check_games()


def play_a_little(dice: random.Random) -> None:
    going = list(Game.objects.filter(status="active", deadline__isnull=False))
    for game in dice.sample(going, min(3, len(going))):
        with suppress(ServiceError):
            play_on(game, 1)


def empty_broker(folder: Path) -> None:
    """All wake-ups are lost."""
    for message in (folder / "broker" / "queue").glob("*"):
        message.unlink(missing_ok=True)


def drain(folder: Path) -> None:
    """Nobody is killed any more: wait until nothing waits."""
    until = time.monotonic() + PATIENCE
    while Notification.objects.filter(state="waiting").exists():
        # A pause that has grown long need not be waited for.
        soon = timezone.now() + timedelta(seconds=1)
        Notification.objects.filter(state="waiting", not_before__gt=soon).update(not_before=soon)
        logs = "\n".join(file.read_text()[-2000:] for file in folder.glob("*.log"))
        assert time.monotonic() < until, logs
        time.sleep(0.5)


def check_games() -> None:
    """Each game replays to what is stored, and no turn was skipped before its time."""
    for game in Game.objects.exclude(state=None):
        chance, moves = Chance(bytes(game.seed)), list(game.moves.all())
        state = game.engine.start(game.seats, game.options, chance)
        before = game.started_at
        for number, move in enumerate(moves):
            assert move.ply == number
            if move.action == {"kind": SKIP_TURN}:
                assert move.made_at - before >= TURN
            before = move.made_at
            state = advance(game.engine, state, move.seat, move.action, chance).state
        assert game.engine.dump(state) == game.state
