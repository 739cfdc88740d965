"""Whoever a page is for: somebody who is logged in, or anybody."""

from __future__ import annotations

from typing import TypeAlias, TypeGuard

from django.contrib.auth.models import AnonymousUser

from accounts.models import User

Reader: TypeAlias = User | AnonymousUser


def is_member(reader: Reader) -> TypeGuard[User]:
    """Somebody with an account: not a visitor, and not a guest."""
    return reader.is_authenticated and not reader.is_guest
