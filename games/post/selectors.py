"""Whose turn it is, and what was told to whom. Each function says how many queries it takes."""

from __future__ import annotations

from django.db.models import F, QuerySet
from django.http import Http404

from accounts.models import User
from games.machinery.asking import Question
from games.models import WITH_PLAYERS, Act, Game, Notification, SitePause
from games.post.moderators_notices import ON_THE_PAGE

MOST_LISTED = 50
MOST_COUNTED = 100
MOST_NOTICES = 8


_TOLD = Question(
    lambda user: (
        Notification.objects.filter(user=user)
        .exclude(state=Notification.State.DROPPED)
        .select_related("game")
        .only("kind", "state", "sent_at", "not_before", "last_error", "game__code")
        .order_by("-pk")[:MOST_LISTED]
    ),
    user=-1,
)
_NOTICES = Question(
    lambda game: Act.objects.filter(game=game, what__in=ON_THE_PAGE)[:MOST_NOTICES], game=-1
)
_PAUSES = Question(lambda: SitePause.objects.values_list("pk", flat=True)[:1])


def notices_on(game: Game) -> list[Act]:
    """What moderators did that everybody at the table may read. One query."""
    return _NOTICES(game=game.pk)


def site_is_paused() -> bool:
    """One query."""
    return bool(_PAUSES())


def sent_to(user: User) -> list[Notification]:
    """What was sent to this person, or will be, newest first. One query."""
    return _TOLD(user=user.pk)


def person_by_calendar(token: str) -> User:
    """One query."""
    person = User.objects.filter(calendar_token=token, is_active=True).first()
    if person is None:
        raise Http404
    return person


def waiting_for(user: User | int) -> QuerySet[Game]:
    """The games in which it is this person's turn, most urgent first. One query."""
    return Game.objects.filter(
        status=Game.Status.ACTIVE,
        players__user=user,
        players__left=False,
        to_act=F("players__seat"),
    ).order_by("deadline")


_CODES = Question(
    lambda user: waiting_for(user).values_list("code", flat=True)[:MOST_COUNTED], user=-1
)


def codes_waiting_for(user: User) -> list[str]:
    """Of the games in which it is this person's turn, a hundred at most. One query."""
    return _CODES(user=user.pk)


def turns_of(user: User) -> list[Game]:
    """The games that wait for this person, with a deadline. Two queries."""
    return list(waiting_for(user).filter(deadline__isnull=False).prefetch_related(WITH_PLAYERS))
