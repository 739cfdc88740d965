"""One game that fails is one game: it is set aside with its error, and the others go on."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import TypeVar

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from games.machinery.runs import words_of
from games.models import Game, Setback
from games.now import database_now

Task = Setback.Task
ResultT = TypeVar("ResultT")

FIRST_PAUSE = timedelta(minutes=5)
LONGEST_PAUSE = timedelta(hours=6)
# Enough to have grown to the longest pause, and no number that is too large.
MOST_DOUBLINGS = 10
log = logging.getLogger(__name__)


class MadeDo(Exception):
    """It went on, but not as it should: a simple move in the place of one that failed."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


def attempt(task: Task, game_id: int, work: Callable[[], ResultT]) -> ResultT | None:
    """What came of it, or `None`, with the error where a moderator sees it.

    Work that does something ends what was noted before; work that finds nothing to do does not.
    """
    try:
        done = work()
    except MadeDo as less:
        log.warning("game %s made do: %s", game_id, less)
        set_aside(task, game_id, less.error, made_do=True)
        return None
    except Exception as error:
        log.exception("game %s is set aside: %s", game_id, task)
        set_aside(task, game_id, error)
        return None
    if done:
        Setback.objects.filter(game=game_id, task=task).delete()
    return done


@transaction.atomic
def set_aside(task: Task, game_id: int, error: Exception, *, made_do: bool = False) -> None:
    """Tried again after a pause that grows; at once where a simple move did instead."""
    if not Game.objects.filter(pk=game_id).exists():
        return
    now = database_now()
    setback, new = Setback.objects.select_for_update(no_key=True).get_or_create(
        game_id=game_id,
        task=task,
        defaults={"since": now, "tried_at": now, "next_try": now},
    )
    setback.times = 1 if new else setback.times + 1
    pause = FIRST_PAUSE * 2 ** min(setback.times - 1, MOST_DOUBLINGS)
    setback.error, setback.tried_at, setback.made_do = words_of(error), now, made_do
    setback.next_try = now if made_do else now + min(pause, LONGEST_PAUSE)
    setback.save()


def without_set_aside(games: QuerySet[Game], task: Task) -> QuerySet[Game]:
    """A game that has moved on since it failed is tried at once."""
    waits = Setback.objects.filter(game=OuterRef("pk"), task=task, next_try__gt=database_now())
    moved_on = Q(game__moved_at__gt=F("tried_at"))
    return games.exclude(Exists(waits.exclude(moved_on)))


def forget_settled() -> int:
    """One query, or two where there are some."""
    return Setback.objects.filter(Setback.SETTLED).delete()[0]
