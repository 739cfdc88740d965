"""The computer's levels, as they are offered to somebody."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.kinds import KINDS
from games.kit.kind import AnyKind


@dataclass(frozen=True, slots=True)
class Offer:
    """A game, and the level that is offered first."""

    kind: AnyKind
    level: str


def last_level(user: User | AnonymousUser, kind: AnyKind) -> str:
    """The level that somebody last chose; the easiest for who has never chosen one."""
    chosen = user.levels.get(kind.slug, "") if isinstance(user, User) else ""
    return str(chosen) if chosen in kind.bots else kind.easiest_bot


def offers(user: User | AnonymousUser) -> list[Offer]:
    """No query."""
    return [Offer(kind, last_level(user, kind)) for kind in KINDS.values()]
