"""What guests may not do, and how much of the computer's thinking they get.

Anybody can be a guest by pressing a button, as often as a script can press it.
"""

from __future__ import annotations

from datetime import timedelta

from django.http import HttpRequest

from accounts.models import User
from accounts.networks import whence
from games.machinery.errors import ServiceError
from games.machinery.pace import check_pace_of

MINUTE = timedelta(minutes=1)
# From one address in an hour: new guests, and their turns. A class plays behind one address.
MOST_NEW, MOST_TURNS = 40, 2000
# Of all guests together: each turn makes the computer think.
MOST_NEW_A_MINUTE, MOST_TURNS_A_MINUTE = 200, 1200


def refuse_guests(user: User) -> None:
    """For what concerns other people: who does it has an account."""
    if user.is_guest:
        raise ServiceError("guests-cannot", 403)


def check_new_guest(request: HttpRequest) -> None:
    """Counted before anything is stored."""
    _check(request, "guests", most=MOST_NEW, most_a_minute=MOST_NEW_A_MINUTE)


def check_turn(request: HttpRequest, user: User) -> None:
    """Nothing for who has an account."""
    if user.is_guest:
        _check(request, "guests-turns", most=MOST_TURNS, most_a_minute=MOST_TURNS_A_MINUTE)


def _check(request: HttpRequest, what: str, *, most: int, most_a_minute: int) -> None:
    check_pace_of(whence(request), what, most=most)
    check_pace_of("everybody", what, most=most_a_minute, span=MINUTE, code="many-guests")
