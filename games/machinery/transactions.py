"""One transaction, begun anew where the database could not settle who goes first."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import DatabaseError, connection, transaction

from games.machinery.errors import busy

DEADLOCK, SERIALIZATION, SOMEBODY_IS_GONE = "40P01", "40001", "23503"
PASSING = {DEADLOCK, SERIALIZATION, SOMEBODY_IS_GONE}
MOST_TRIES = 5
LONGEST_PAUSE = 0.05

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
log = logging.getLogger(__name__)
_dice = random.SystemRandom()


class ChangedMeanwhile(Exception):
    """What was to be locked is not what is there any more: look again from the beginning."""


def one_transaction(service: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """All of it or nothing. What ran into somebody else's transaction is done again, unseen.

    Within another transaction it cannot be: then that one is begun anew, by whoever began it.
    """

    @wraps(service)
    def whole(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        if connection.in_atomic_block:
            with transaction.atomic():
                return service(*args, **kwargs)
        for tried in range(1, MOST_TRIES + 1):
            try:
                with transaction.atomic():
                    return service(*args, **kwargs)
            except (DatabaseError, ChangedMeanwhile) as error:
                if not is_passing(error):
                    raise
                log.info("%s: try %s: %s", service.__name__, tried, error)
            time.sleep(_dice.uniform(0, LONGEST_PAUSE * tried))
        log.error("%s was given up after %s tries", service.__name__, MOST_TRIES)
        raise busy()

    return whole


def is_passing(error: Exception) -> bool:
    """Nobody's fault, and gone if it is tried again: a ring of locks, or a row just deleted."""
    sqlstate = getattr(error.__cause__, "sqlstate", None)
    return isinstance(error, ChangedMeanwhile) or sqlstate in PASSING
