"""A round over all games for which something is due: each on its own, and never for too long."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from django.db.models import QuerySet

from games.machinery import setbacks
from games.models import Game

MOST_AT_ONCE = 500
# Then the round gives way to what else waits in the queue; the next goes on where it stopped.
LONGEST_SECONDS = 20.0


def go_round(
    task: setbacks.Task, due: Callable[[], QuerySet[Game]], work: Callable[[int], object]
) -> int:
    """How many it did something for. Only their numbers are read here: a row may be unreadable."""
    done, untouched = 0, set[int]()
    until = time.monotonic() + LONGEST_SECONDS
    while True:
        found = setbacks.without_set_aside(due(), task).exclude(pk__in=untouched)
        numbers = list(found.values_list("pk", flat=True)[:MOST_AT_ONCE])
        for number in numbers:
            if time.monotonic() > until:
                return done
            if setbacks.attempt(task, number, partial(work, number)):
                done += 1
            else:
                untouched.add(number)
        if len(numbers) < MOST_AT_ONCE:
            return done
