"""What a bot is given besides its view: time, and dice of its own."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from random import Random, SystemRandom

# A machine that is busy gives a thread less than a core: so many times longer may a thought take.
PATIENCE = 4.0


class Stopwatch:
    """Runs from when it is made, by the core's own time: a busy machine weakens nobody much."""

    __slots__ = ("_cpu", "_seconds", "_wall")

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._cpu, self._wall = time.thread_time(), time.monotonic()

    @property
    def spent(self) -> float:
        """What part of the time is over: 1 is all of it."""
        if self._seconds <= 0:
            return 1.0
        cpu, wall = time.thread_time() - self._cpu, time.monotonic() - self._wall
        return max(cpu, wall / PATIENCE) / self._seconds


# Every bot's own; the game's chance is never touched.
DICE: Random = SystemRandom()


@dataclass(frozen=True, slots=True)
class Thinking:
    """So many seconds of one core, after which the best so far is played; and dice."""

    seconds: float = 0.2
    dice: Random = field(default_factory=lambda: DICE)

    def begin(self) -> Stopwatch:
        return Stopwatch(self.seconds)
