"""An act as the desk offers it: the form, the plan in sentences, and the service."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.utils.functional import Promise

from accounts.readers import Reader
from games.models import Act
from games.moderation.desk import forms
from games.moderation.desk.forms import AnyTarget, Chosen
from games.moderation.permissions import permission_for
from games.moderation.services.plans import Plan

What = Act.What
# Each act has a plan of its own; what it says reads that one.
AnyPlan: TypeAlias = Any
# What a plan says beside what the act always says; given the plan, and what was chosen.
Sentences = Callable[[AnyPlan, Chosen], list[str]]


def always(target: AnyTarget) -> bool:
    return True


def elsewhere(target: AnyTarget) -> bool:
    """Offered beside what it is about, not among all the others."""
    return False


def no_more(plan: Plan, data: Chosen) -> list[str]:
    return []


def nothing_of_it(target: AnyTarget) -> list[str]:
    return []


@dataclass(frozen=True, slots=True)
class OfferedAct:
    """`makes_sense` says whether to offer it now; the plan has the last word.

    `about` is what must be read of the target before anything is chosen.
    """

    what: What
    form: type[forms.ActForm]
    plan: Callable[..., Plan]
    service: Callable[..., Act]
    says: Promise
    more: Sentences = no_more
    about: Callable[[AnyTarget], list[str]] = nothing_of_it
    makes_sense: Callable[[AnyTarget], bool] = always
    danger: bool = False
    bulk: bool = False

    @property
    def title(self) -> str:
        return str(self.what.label)

    def allowed(self, user: Reader) -> bool:
        return bool(user.has_perm(permission_for(self.what)))

    def sentences(self, target: AnyTarget, plan: Plan | None, data: Chosen) -> list[str]:
        """Without a plan only what is known before anything is chosen."""
        said = [str(self.says), *self.about(target)]
        return said if plan is None else [*said, *self.more(plan, data)]


def by_what(acts: Iterable[OfferedAct]) -> Mapping[What, OfferedAct]:
    return {offered.what: offered for offered in acts}
