"""When a turn must be made, and what holds the clock: weekends, vacations, pauses.

The deadline alone says how much time is left: all that lies before it and is not off. A paused
game has no deadline; `time_left` says it. While the site is paused deadlines stay, and what is
left counts from the instant at which it stopped.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta

from accounts.bounds import A_YEAR
from games.machinery.errors import ServiceError
from games.models import Game, Player, SitePause
from games.models.tables import LONGEST_BANK, LONGEST_TURN, SHORTEST_TURN
from games.play.clock import Period, add_time, off_periods, time_between

# What is left of the whole time when a reminder is wanted.
HALF, A_FIFTH = 0.5, 0.2

_site_paused_at: ContextVar[datetime | None] = ContextVar("site_paused_at", default=None)
_is_known: ContextVar[bool] = ContextVar("site_pause_is_known", default=False)

CLOCK_FIELDS = (
    *("deadline", "turn_began_at", "remind_at", "paused_at", "time_left"),
    "waits_for_id",
)


def off_for(game: Game, player: Player, start: datetime) -> Iterator[Period]:
    """The time that does not count for this player at this table."""
    user = player.user
    if user is None:
        return iter(())
    zone = user.zone if game.weekends_off else None
    away = [(user.away_from, user.away_until)] if user.away_from and user.away_until else []
    return off_periods(start, weekends_in=zone, vacations=away)


def has_clock(game: Game, player: Player | None) -> bool:
    """A bot has none: it plays when it is woken. Nor has who plays with nobody but bots."""
    return (
        player is not None
        and player.user is not None
        and not player.bot
        and game.turn_time is not None
    )


def check_pace(turn_time: timedelta | None, bank: timedelta) -> None:
    """A turn that ends within our days, and a bank that does not last for ever."""
    paced = turn_time is None or SHORTEST_TURN <= turn_time <= LONGEST_TURN
    if not paced or not timedelta(0) <= bank <= LONGEST_BANK:
        raise ServiceError("bad-table", 422)


def begin_turn(game: Game, player: Player | None, now: datetime) -> None:
    """Set the clock for whoever is to act, and say whom the game waits for."""
    game.turn_began_at = now
    game.waits_for_id = player.user_id if player is not None and not player.bot else None
    game.deadline = game.remind_at = game.time_left = None
    if player is None or game.turn_time is None or not has_clock(game, player):
        return
    span = game.turn_time + player.bank_left
    if game.is_paused:
        game.time_left = span
    else:
        set_deadline(game, player, now, span)


def end_turn(game: Game, player: Player, now: datetime) -> None:
    """What a turn took beyond its own time, and beyond gifts, comes from the bank."""
    left = left_of(game, player, now) if player.bank_left else None
    if left is not None:
        player.bank_left = min(player.bank_left, left)


def ran_until(game: Game, now: datetime) -> datetime:
    """Up to when the time of this turn has run: until now, or until the site was paused."""
    began = _site_paused_at.get() if _is_known.get() else _site_pause()
    return now if began is None else min(now, stood_since(game, began))


@contextmanager
def looked_at_once() -> Iterator[None]:
    """For many games at a time, whether the site is paused is read once. One query."""
    tokens = _site_paused_at.set(_site_pause()), _is_known.set(True)
    try:
        yield
    finally:
        _site_paused_at.reset(tokens[0])
        _is_known.reset(tokens[1])


def _site_pause() -> datetime | None:
    return SitePause.objects.values_list("began_at", flat=True).first()


def stood_since(game: Game, began: datetime) -> datetime:
    """A turn that began while nothing ran has stood since it began."""
    return max(began, game.turn_began_at or began)


def left_of(game: Game, player: Player, now: datetime) -> timedelta | None:
    """What is left of the turn's time, the bank and gifts; `None` where no clock is."""
    if game.is_paused or game.deadline is None:
        return game.time_left
    start = ran_until(game, now)
    return time_between(start, game.deadline, off_for(game, player, start))


def set_deadline(game: Game, player: Player, start: datetime, left: timedelta) -> None:
    """So that this much is left at `start`."""
    game.deadline = add_time(start, left, off_for(game, player, start))
    game.remind_at = next_reminder(game, player, start)


def next_reminder(game: Game, player: Player, now: datetime) -> datetime | None:
    """The next instant after `now` at which the player wants to be reminded of this turn."""
    user = player.user
    if user is None or game.deadline is None or game.turn_time is None:
        return None
    whole = game.turn_time + player.bank_left
    left = time_between(now, game.deadline, off_for(game, player, now))
    wanted = [HALF] * user.remind_half + [A_FIFTH] * user.remind_last
    until = next((left - whole * part for part in wanted if left > whole * part), None)
    return None if until is None else add_time(now, until, off_for(game, player, now))


def hold(game: Game, player: Player, now: datetime) -> None:
    """Stop the clock of a game, and remember what was left."""
    game.time_left = left_of(game, player, now)
    game.paused_at = now
    game.deadline = game.remind_at = None


def go_on(game: Game, player: Player, now: datetime) -> None:
    """Start the clock again with what was left."""
    left, game.paused_at, game.time_left = game.time_left, None, None
    if left is not None and has_clock(game, player):
        recount(game, player, now, left)


def recount(game: Game, player: Player, now: datetime, left: timedelta) -> None:
    """Set the deadline anew, after a pause or when what is off has changed."""
    set_deadline(game, player, ran_until(game, now), left)


def give(game: Game, player: Player, now: datetime, span: timedelta) -> bool:
    """More time for this turn, which no bank pays for; `False` where no clock is."""
    left = left_of(game, player, now)
    if left is None:
        return False
    if left + span > A_YEAR:
        raise ServiceError("too-much-time", 422)
    if game.is_paused:
        game.time_left = left + span
    else:
        recount(game, player, now, left + span)
    return True
