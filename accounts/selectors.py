"""Reading for pages. Each function says how many queries it takes."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q
from django.http import Http404

from accounts.models import Block, User


def person_named(username: str) -> User:
    """A guest is nobody whom others could look for. One query."""
    name = username.replace("\x00", "")
    members = User.objects.filter(is_active=True, is_guest=False)
    person = members.filter(username__iexact=name).first()
    if person is None:
        raise Http404
    return person


def person_with_address(email: str) -> User | None:
    """One query."""
    return User.objects.filter(email__iexact=email).first()


def has_blocked(blocker: User, blocked: User) -> bool:
    """One query."""
    return Block.objects.filter(blocker=blocker, blocked=blocked).exists()


def is_block_between(user: User, people: Iterable[int]) -> bool:
    """Whether this person has blocked one of these, or one of them this person. One query."""
    others = list(people)
    return Block.objects.filter(
        Q(blocker=user, blocked__in=others) | Q(blocked=user, blocker__in=others)
    ).exists()


def people_apart(user: User) -> list[int]:
    """Who wants nothing to do with this person, or this person with them. One query."""
    made = Block.objects.filter(blocker=user).values_list("blocked", flat=True)
    suffered = Block.objects.filter(blocked=user).values_list("blocker", flat=True)
    return list(made.union(suffered))


def blocked_by(user: User) -> list[User]:
    """One query."""
    return list(User.objects.filter(blocks_suffered__blocker=user).order_by("username"))
