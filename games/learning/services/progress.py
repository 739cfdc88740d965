"""Keeping how far a person has come."""

from __future__ import annotations

from collections.abc import Collection

from accounts.models import User
from games.kinds import KINDS
from games.kit.kind import AnyKind
from games.machinery.transactions import one_transaction
from games.models import Learned


@one_transaction
def keep(*, user: User, kind: AnyKind, steps: Collection[str]) -> None:
    """These steps are done, besides those that were; what the tutorial does not have is dropped."""
    if kind.tutorial is None:
        return
    row, _made = Learned.objects.select_for_update().get_or_create(user=user, engine_slug=kind.slug)
    row.steps = [name for name in kind.tutorial.names if name in {*row.steps, *steps}]
    row.save(update_fields=["steps"])


@one_transaction
def hand_on(*, guest: User, user: User) -> None:
    """What a guest has learned belongs to the account that takes their games along."""
    for row in guest.learned.all():
        if row.engine_slug in KINDS:
            keep(user=user, kind=KINDS[row.engine_slug], steps=row.steps)
