"""An act as the desk offers it: the form, the service, and what it will do in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from games.desk import forms
from games.models import Act
from games.roles import permission_for

What = Act.What
Sentences = Callable[[Any, Mapping[str, Any]], list[str]]


def always(target: Any) -> bool:
    return True


def elsewhere(target: Any) -> bool:
    """Offered beside what it is about, not among all the others."""
    return False


def no_more(target: Any, data: Mapping[str, Any]) -> list[str]:
    return []


@dataclass(frozen=True, slots=True)
class Deed:
    """`offered` says whether it makes sense now; the service has the last word."""

    what: What
    form: type[forms.ActForm]
    service: Callable[..., Act]
    says: Promise
    more: Sentences = no_more
    offered: Callable[[Any], bool] = always
    danger: bool = False
    bulk: bool = False

    @property
    def title(self) -> str:
        return str(self.what.label)

    def allowed(self, user: Any) -> bool:
        return bool(user.has_perm(permission_for(self.what)))

    def sentences(self, target: Any, data: Mapping[str, Any]) -> list[str]:
        return [str(self.says), *self.more(target, data)]
