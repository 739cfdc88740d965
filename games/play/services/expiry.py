"""When the clock runs out: a skip, then leaving the game; and never because the site was down."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.db.models import QuerySet

from games.engine.advancing import SKIP_TURN, WITHDRAW
from games.lateness import Fate, fate
from games.machinery import runs, trusted_time
from games.machinery.rounds import go_round
from games.machinery.setbacks import Task
from games.machinery.transactions import one_transaction
from games.models import Game, Notification, Player, SitePause, TaskRun
from games.now import database_now
from games.play import live
from games.play.services import results
from games.play.services.announcing import announce
from games.play.services.deadlines import CLOCK_FIELDS, begin_turn, next_reminder
from games.play.services.locking import load_players
from games.play.services.moves import advance_seat
from games.play.services.standstill import count_for_nobody
from games.post.services import telling

Kind = Notification.Kind

ENFORCE = "enforce_deadlines"
# A sweep that comes later than this after the last finds that the site was down.
LATE = timedelta(hours=1)
log = logging.getLogger(__name__)


def enforce_deadlines() -> int:
    """Each turn whose time is over, in a transaction of its own. May run in many workers."""
    found = trusted_time.look()
    if found.trouble:
        if found.at is not None:
            _stay_up(found.at)
        return 0
    with runs.noted(ENFORCE):
        if not begin(now=found.at or database_now()):
            return 0
        return go_round(Task.DEADLINE, _over, lambda number: expire(game_id=number))


def _over() -> QuerySet[Game]:
    due = Game.objects.filter(status=Game.Status.ACTIVE, deadline__lte=database_now())
    return due.order_by("deadline")


@one_transaction
def begin(*, now: datetime) -> bool:
    """Notes that a sweep begins; after an outage, moves the deadlines by the time it lasted.

    What counts is when the last one began, whatever became of it: one that failed half-way is
    no outage. While the whole site is paused, the pause is what moves deadlines.
    """
    pause = SitePause.objects.first()
    run, _ = TaskRun.objects.select_for_update(no_key=True).get_or_create(
        name=ENFORCE, defaults={"began_at": now}
    )
    last = run.began_at or run.ran_at or now
    down = (pause.began_at if pause else now) - last
    if down > LATE:
        log.warning("nothing was enforced for %s; all deadlines move by as much", down)
        count_for_nobody(began=last, now=last + down)
    if run.began_at is None or now > last or last - now > trusted_time.TOLERANCE:
        run.began_at = now
        run.save(update_fields=["began_at"])
    return pause is None


def _stay_up(now: datetime) -> None:
    """The clocks disagree, but we are here: that is no outage. One that was stays one."""
    TaskRun.objects.filter(name=ENFORCE, began_at__lt=now, began_at__gte=now - LATE).update(
        began_at=now
    )


@one_transaction
def expire(*, game_id: int) -> bool:
    """One game's turn, if its time is over still once the game is locked."""
    game = Game.objects.select_for_update(skip_locked=True, no_key=True).filter(pk=game_id).first()
    now = database_now()
    if game is None or not game.is_active or game.deadline is None or game.deadline > now:
        return False
    load_players(game)
    player = next(player for player in game.players.all() if player.seat == game.to_act)
    what = fate(game, player)
    player.bank_left = timedelta(0)
    player.missed += 1
    if what == Fate.CANCEL:
        _cancel(game, player, now)
    elif what != Fate.SKIP:
        _remove(game, player, now, by_bot=what == Fate.BOT)
    else:
        advance_seat(game, player.seat, [{"kind": SKIP_TURN}], imposed=True)
        _write(player, Kind.OVER if game.is_finished else Kind.MISSED, game)
    return True


def _write(player: Player, kind: Kind, game: Game) -> None:
    if player.user:
        telling.write(
            [telling.notification_for(user=player.user, kind=kind, game=game, ply=game.ply)]
        )


def _cancel(game: Game, player: Player, now: datetime) -> None:
    """With two seats, or alone, a player who never came makes it a game that counts for nothing."""
    game.status = Game.Status.CANCELLED
    game.end_reason = "never-began"
    game.finished_at = now
    game.to_act = game.deadline = game.remind_at = game.waits_for_id = None
    game.save()
    results.keep(game, list(game.players.all()))
    live.notify_pages(code=game.code, users=[p.user_id for p in game.players.all() if p.user_id])
    for other in game.players.all():
        _write(other, Kind.REMOVED if other == player else Kind.OVER, game)


def _remove(game: Game, player: Player, now: datetime, *, by_bot: bool) -> None:
    """The player is out: a bot takes the seat, or the others play on without it."""
    player.left = True
    if by_bot:
        player.bot = game.kind.first_bot
        player.draft = []
        player.save(update_fields=["left", "bot", "draft", "missed", "bank_left"])
        begin_turn(game, player, now)
        game.save(update_fields=CLOCK_FIELDS)
        announce(game, list(game.players.all()))
    else:
        advance_seat(game, player.seat, [{"kind": WITHDRAW}], imposed=True)
    _write(player, Kind.REMOVED, game)


def send_reminders() -> int:
    """Write a reminder for each turn that has come so far. May run in many workers."""
    if trusted_time.look().trouble or SitePause.objects.exists():
        return 0
    return go_round(Task.REMINDER, _to_be_reminded, lambda number: remind(game_id=number))


def _to_be_reminded() -> QuerySet[Game]:
    due = Game.objects.filter(status=Game.Status.ACTIVE, remind_at__lte=database_now())
    return due.order_by("remind_at")


@one_transaction
def remind(*, game_id: int) -> bool:
    """Tell who is to act that time runs out, if that is due; whether it was."""
    game = Game.objects.select_for_update(skip_locked=True, no_key=True).filter(pk=game_id).first()
    now = database_now()
    if game is None or not game.is_active or game.remind_at is None or game.remind_at > now:
        return False
    load_players(game)
    player = next(player for player in game.players.all() if player.seat == game.to_act)
    game.remind_at = next_reminder(game, player, now)
    game.save(update_fields=["remind_at"])
    last = game.remind_at is None
    if player.user:
        kind = Kind.LAST_REMINDER if last and player.user.remind_last else Kind.REMINDER
        telling.write(
            [telling.notification_for(user=player.user, kind=kind, game=game, ply=game.ply)]
        )
    return True


@one_transaction
def pause_all() -> bool:
    """The whole site stands still; moves can be made, but nobody's time runs."""
    _, new = SitePause.objects.get_or_create(one=True, defaults={"began_at": database_now()})
    return new


@one_transaction
def resume_all() -> timedelta | None:
    """Go on, with every clock put right by as long as it stood. `None`: it was not paused."""
    pause = SitePause.objects.select_for_update(no_key=True).filter(one=True).first()
    if pause is None:
        return None
    now = database_now()
    # Before the games, as a sweep does that begins after an outage.
    TaskRun.objects.filter(name=ENFORCE).update(began_at=now)
    count_for_nobody(began=pause.began_at, now=now)
    pause.delete()
    return now - pause.began_at
