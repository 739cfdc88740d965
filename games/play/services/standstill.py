"""When nothing ran, for nobody: the site was paused, or down. All clocks are put right."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, Value
from django.db.models.functions import Greatest, Least

from accounts.bounds import A_YEAR, LATEST
from games.machinery.setbacks import Task, attempt
from games.models import Game, Player
from games.play.clock import time_between
from games.play.services.deadlines import off_for, set_deadline, stood_since

MOST_AT_ONCE = 500
log = logging.getLogger(__name__)


def count_for_nobody(*, began: datetime, now: datetime) -> int:
    """Each turn has left now what it had at `began`, or all if it has begun since.

    Where nothing is off for who is to act, two queries do it whatever the number of games.
    """
    # One that would leave our days stays where it is: nobody lives to see it.
    going = Game.objects.filter(status=Game.Status.ACTIVE, deadline__lt=LATEST - A_YEAR)
    # All of them first, in the order in which everybody locks games.
    locked = going.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True)
    count = len(locked)
    away = Player.objects.filter(
        game=OuterRef("pk"), seat=OuterRef("to_act"), user__away_until__gt=began
    )
    has_off = Q(weekends_off=True) | Q(Exists(away))
    _recount(going.filter(has_off), began, now)
    _shift(going.exclude(has_off), began, now)
    return count


def _shift(games: QuerySet[Game], began: datetime, now: datetime) -> None:
    since = Least(Greatest(F("turn_began_at"), Value(began)), Value(now))
    games.update(
        deadline=Greatest(F("deadline"), since) + (Value(now) - since),
        remind_at=F("remind_at") + (Value(now) - since),
    )


def _recount(games: QuerySet[Game], began: datetime, now: datetime) -> None:
    """Weekends and vacations lie where they lie, however long the site stood."""
    numbers = list(games.order_by("pk").values_list("pk", flat=True))
    for first in range(0, len(numbers), MOST_AT_ONCE):
        some = numbers[first : first + MOST_AT_ONCE]
        try:
            _restart_all(some, began, now)
        except Exception:
            log.exception("one of %s games cannot be put right; each by itself", len(some))
            for number in some:
                attempt(Task.DEADLINE, number, partial(_restart_all, [number], began, now))


@transaction.atomic
def _restart_all(numbers: Sequence[int], began: datetime, now: datetime) -> None:
    acting = Player.objects.filter(seat=F("game__to_act")).select_related("user")
    light = Game.objects.defer("state", "options", "seed").filter(pk__in=numbers)
    changed = list(light.prefetch_related(Prefetch("players", acting)))
    for game in changed:
        _restart(game, began, now)
    Game.objects.bulk_update(changed, ["deadline", "remind_at"])


def _restart(game: Game, began: datetime, now: datetime) -> None:
    player = next(iter(game.players.all()), None)
    if player is not None and game.deadline is not None:
        since = min(now, stood_since(game, began))
        left = time_between(since, game.deadline, off_for(game, player, since))
        set_deadline(game, player, now, left)
