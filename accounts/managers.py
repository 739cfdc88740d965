"""How people are made: nobody gets a name that breaks the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import UserManager
from django.core.exceptions import ValidationError
from django.db.models import Q, Value
from django.db.models.functions import Lower

from accounts import names

if TYPE_CHECKING:
    from accounts.models import User


class People(UserManager["User"]):
    """Nobody gets a name that breaks the rules, whoever makes them."""

    use_in_migrations = False

    def create_user(
        self, username: str, email: str | None = None, password: str | None = None, **more: Any
    ) -> User:
        self.check_name(username, for_staff=bool(more.get("is_staff") or more.get("is_superuser")))
        return super().create_user(username, email, password, **more)

    def create_superuser(
        self, username: str, email: str | None = None, password: str | None = None, **more: Any
    ) -> User:
        self.check_name(username, for_staff=True)
        return super().create_superuser(username, email, password, **more)

    def create_guest(self, username: str, **more: Any) -> User:
        """Under a name that nobody can choose; without an address or a password."""
        self.check_name(username, for_staff=True)
        return super().create_user(username, "", None, is_guest=True, **more)

    def check_name(self, name: str, *, for_staff: bool = False, whose: int = 0) -> None:
        """Well-formed, not kept for the site, and not to be taken for somebody else's."""
        names.good_name(name)
        if not for_staff and names.is_reserved(name):
            raise ValidationError(names.RESERVED, code="name-reserved")
        others = self.exclude(pk=whose).annotate(small=Lower("username"))
        same = Q(small=Lower(Value(names.normalised(name))))
        if others.filter(same | Q(name_skeleton=names.skeleton(name))).exists():
            raise ValidationError(names.TAKEN, code="name-taken")
