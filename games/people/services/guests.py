"""What becomes of guests: their games go with them, or come along into an account."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.db.models import Q, QuerySet

from accounts import services as accounts
from accounts.models import User
from games.learning.services import progress
from games.machinery.errors import not_found
from games.machinery.locks import lock_people, lock_person
from games.machinery.rounds import MOST_AT_ONCE, go_round
from games.machinery.setbacks import Task
from games.machinery.transactions import one_transaction
from games.models import Game, Move, Note, Player
from games.now import database_now
from games.play import live
from games.play.services import moves, results

KEPT = timedelta(days=7)
log = logging.getLogger(__name__)


def forget_guests() -> int:
    """Who has not been here for a week goes, with their games. How many games these were."""
    done = go_round(Task.GUEST, _forgotten_games, _forget_game)
    for pk in _forgotten().filter(seats_taken=None).values_list("pk", flat=True)[:MOST_AT_ONCE]:
        try:
            _forget(guest_id=pk)
        except Exception:
            log.exception("guest %s cannot be deleted", pk)
    return done


def _forgotten() -> QuerySet[User]:
    return User.objects.filter(is_guest=True, last_seen_at__lt=database_now() - KEPT)


def _forgotten_games() -> QuerySet[Game]:
    return Game.objects.filter(players__user__in=_forgotten()).order_by("pk")


@one_transaction
def _forget_game(game_id: int) -> bool:
    """The guest goes with the last of their games."""
    game = Game.objects.select_for_update(skip_locked=True).filter(pk=game_id).first()
    if game is None:
        return False
    guest = _forgotten().select_for_update().filter(seats_taken__game=game).first()
    if guest is None:
        return False
    _let_go(game, guest)
    if not guest.seats_taken.exists():
        _forget(guest_id=guest.pk)
    return True


def _let_go(game: Game, guest: User) -> None:
    if _is_theirs_alone(game, guest):
        game.delete()
        return
    if game.is_active and game.players.filter(user=guest, left=False).exists():
        moves.resign(game_id=game.pk, user=guest)
    game.players.filter(user=guest).update(user=None)


def _is_theirs_alone(game: Game, guest: User) -> bool:
    """A moderator may have seated somebody else there."""
    others = Q(user__isnull=False) & ~Q(user=guest)
    played = Move.objects.filter(game=game, person__isnull=False).exclude(person=guest)
    return not game.players.filter(others).exists() and not played.exists()


@one_transaction
def _forget(*, guest_id: int) -> None:
    """Unless they have come back just now, or have become somebody with an account."""
    guest = lock_person(guest_id, for_good=True)
    if _forgotten().filter(pk=guest_id).exists():
        accounts.delete_user(user=guest)


@one_transaction
def delete_guest(*, user: User) -> None:
    """At their own wish, and at once: nobody else has a part in these games."""
    games = list(Game.objects.select_for_update().filter(players__user=user).order_by("pk"))
    guest = lock_person(user.pk, for_good=True)
    if not guest.is_guest:
        raise not_found()
    for game in games:
        _let_go(game, guest)
    accounts.delete_user(user=guest)


@one_transaction
def take_along(*, user: User, guest_id: int) -> list[Game]:
    """What somebody played as a guest is theirs, now that they have logged in."""
    seated = Game.objects.filter(players__user=guest_id)
    games = list(seated.select_for_update(no_key=True).order_by("pk"))
    guest = User.objects.filter(pk=guest_id, is_guest=True).first()
    if guest is None:
        raise not_found()
    lock_people(user, guest)
    Player.objects.filter(user=guest).update(user=user)
    Move.objects.filter(person=guest).update(person=user)
    Game.objects.filter(opened_by=guest).update(opened_by=user)
    Game.objects.filter(waits_for=guest).update(waits_for=user)
    Note.objects.filter(user=guest).update(user=user)
    results.recount(people=[user.pk])
    progress.hand_on(guest=guest, user=user)
    accounts.delete_user(user=guest)
    for game in games:
        live.notify_pages(code=game.code, users=[user.pk])
    return games
