"""Whose turn it is, and what was told to whom. Each function says how many queries it takes."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404

from accounts.models import User
from games.machinery.asking import Question
from games.models import WITH_PLAYERS, Act, Game, Notification, SitePause
from games.pages.paging import Page, just, page_of
from games.post.moderators_notices import ON_THE_PAGE

MOST_LISTED = 20
MOST_COUNTED = 100
MOST_NOTICES = 8


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


def sent_to(user: User, before: int | None = None) -> Page[Notification]:
    """What was sent to this person, or will be, newest first. One query."""
    told = just(Notification.objects.exclude(state=Notification.State.DROPPED), "user_id", user.pk)
    if before is not None:
        told = told.filter(pk__lt=before)
    shown = ("kind", "state", "sent_at", "not_before", "last_error", "game__code")
    told = told.select_related("game").only(*shown)
    return page_of(list(told[: MOST_LISTED + 1]), MOST_LISTED, lambda mail: mail.pk)


def person_by_calendar(token: str) -> User:
    """One query."""
    person = User.objects.filter(calendar_token=token, is_active=True).first()
    if person is None:
        raise Http404
    return person


def waiting_for(user: User | int) -> QuerySet[Game]:
    """The games in which it is this person's turn, most urgent first. One query."""
    return Game.objects.filter(waits_for=user, status=Game.Status.ACTIVE).order_by("deadline")


_CODES = Question(
    lambda user: waiting_for(user).values_list("code", flat=True)[:MOST_COUNTED], user=-1
)


def codes_waiting_for(user: User) -> list[str]:
    """Of the games in which it is this person's turn, a hundred at most. One query."""
    return _CODES(user=user.pk)


def turns_of(user: User) -> list[Game]:
    """The games that wait for this person, with a deadline. Two queries."""
    timed = waiting_for(user).filter(deadline__isnull=False).defer("state", "seed")
    return list(timed.prefetch_related(WITH_PLAYERS))
