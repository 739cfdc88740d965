"""Whose turn it is, and what was told to whom. Each function says how many queries it takes."""

from __future__ import annotations

from django.db.models import F, QuerySet
from django.http import Http404

from accounts.models import User
from games.models import WITH_PLAYERS, Act, Game, Notification, SitePause
from games.post.moderators_notices import ON_THE_PAGE

MOST_LISTED = 50
MOST_NOTICES = 8


def notices_on(game: Game) -> list[Act]:
    """What moderators did that everybody at the table may read. One query."""
    return list(game.acts.filter(what__in=ON_THE_PAGE)[:MOST_NOTICES])


def site_is_paused() -> bool:
    """One query."""
    return SitePause.objects.exists()


def sent_to(user: User) -> list[Notification]:
    """What was sent to this person, or will be, newest first. One query."""
    told = Notification.objects.filter(user=user).exclude(state=Notification.State.DROPPED)
    told = told.select_related("game").order_by("-pk")
    return list(told[:MOST_LISTED])


def person_by_calendar(token: str) -> User:
    """One query."""
    person = User.objects.filter(calendar_token=token, is_active=True).first()
    if person is None:
        raise Http404
    return person


def waiting_for(user: User) -> QuerySet[Game]:
    """The games in which it is this person's turn, most urgent first. One query."""
    return Game.objects.filter(
        status=Game.Status.ACTIVE,
        players__user=user,
        players__left=False,
        to_act=F("players__seat"),
    ).order_by("deadline")


def turns_of(user: User) -> list[Game]:
    """The games that wait for this person, with a deadline. Two queries."""
    return list(waiting_for(user).filter(deadline__isnull=False).prefetch_related(WITH_PLAYERS))
