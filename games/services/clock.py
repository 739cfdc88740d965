"""When a turn must be made, and what holds the clock: weekends, vacations, pauses."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction

from games.clock import Period, add_time, off_periods, time_between
from games.models import Game, Player
from games.now import database_now

HALF, FOUR_FIFTHS = 0.5, 0.8


def off_for(game: Game, player: Player, start: datetime) -> Iterator[Period]:
    """The time that does not count for this player at this table."""
    user = player.user
    if user is None:
        return iter(())
    zone = ZoneInfo(user.time_zone) if game.weekends_off else None
    away = [(user.away_from, user.away_until)] if user.away_from and user.away_until else []
    return off_periods(start, weekends_in=zone, vacations=away)


def begin_turn(game: Game, player: Player | None, now: datetime) -> None:
    """Set the clock for whoever is to act. A bot has none: it plays when it is woken."""
    game.turn_began_at = now
    game.deadline = game.remind_at = None
    if player is None or player.bot or player.user is None or game.turn_time is None:
        return
    span = game.turn_time + player.bank_left
    if game.is_paused:
        game.time_left = span
    else:
        _set_deadline(game, player, now, span)


def end_turn(game: Game, player: Player, now: datetime) -> None:
    """What a turn took beyond its own time comes from the bank."""
    if game.turn_began_at is None or player.user is None or game.turn_time is None:
        return
    off = off_for(game, player, game.turn_began_at)
    taken = time_between(game.turn_began_at, now, off)
    player.bank_left = max(
        timedelta(0), player.bank_left - max(timedelta(0), taken - game.turn_time)
    )


def _set_deadline(game: Game, player: Player, now: datetime, span: timedelta) -> None:
    game.deadline = add_time(now, span, off_for(game, player, now))
    game.remind_at = next_reminder(game, player, now)


def next_reminder(game: Game, player: Player, now: datetime) -> datetime | None:
    """The next instant after `now` at which the player wants to be reminded of this turn."""
    user, start = player.user, game.turn_began_at
    if user is None or start is None or game.deadline is None:
        return None
    span = time_between(start, game.deadline, off_for(game, player, start))
    wanted = [HALF] * user.remind_half + [FOUR_FIFTHS] * user.remind_last
    moments = (add_time(start, span * part, off_for(game, player, start)) for part in wanted)
    return next((moment for moment in moments if moment > now), None)


def hold(game: Game, player: Player, now: datetime) -> None:
    """Stop the clock of a game, and remember what was left."""
    game.paused_at = now
    if game.deadline is not None:
        game.time_left = time_between(now, game.deadline, off_for(game, player, now))
    game.deadline = game.remind_at = None


def go_on(game: Game, player: Player, now: datetime) -> None:
    """Start the clock again with what was left."""
    game.paused_at = None
    if game.time_left is not None and not player.bot and player.user is not None:
        _move_start(game, now)
        _set_deadline(game, player, now, game.time_left)
    game.time_left = None


def _move_start(game: Game, now: datetime) -> None:
    """So that the pause does not count as time taken when the turn is made."""
    if game.turn_began_at is not None and game.time_left is not None:
        # With a gift of time, more is left than a turn has: then it begins in the future.
        game.turn_began_at = now - (_span(game) - game.time_left)


def _span(game: Game) -> timedelta:
    player = next((p for p in game.players.all() if p.seat == game.to_act), None)
    return (game.turn_time or timedelta(0)) + (player.bank_left if player else timedelta(0))


CLOCK_FIELDS = ("deadline", "turn_began_at", "remind_at", "paused_at", "time_left")


@transaction.atomic
def pause(*, game_id: int) -> Game:
    """A moderator stops the clock of a game; moves can be made all the same."""
    game, player = _locked(game_id)
    if game.is_active and not game.is_paused and player is not None:
        hold(game, player, database_now())
        game.save(update_fields=CLOCK_FIELDS)
    return game


@transaction.atomic
def resume(*, game_id: int) -> Game:
    game, player = _locked(game_id)
    if game.is_active and game.is_paused and player is not None:
        go_on(game, player, database_now())
        game.save(update_fields=CLOCK_FIELDS)
    return game


def recount(game: Game, player: Player, now: datetime, old_off: Iterator[Period]) -> None:
    """Set the deadline anew after what is off has changed; what was left stays left."""
    if game.deadline is None or game.turn_began_at is None:
        return
    left = time_between(now, game.deadline, old_off)
    game.time_left = left
    _move_start(game, now)
    _set_deadline(game, player, now, left)
    game.time_left = None


def _locked(game_id: int) -> tuple[Game, Player | None]:
    game = Game.objects.select_for_update().get(pk=game_id)
    players = list(game.players.select_related("user"))
    return game, next((player for player in players if player.seat == game.to_act), None)
