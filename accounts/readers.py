"""Whoever a page is for: somebody who is logged in, or anybody."""

from __future__ import annotations

from typing import TypeAlias

from django.contrib.auth.models import AnonymousUser

from accounts.models import User

Reader: TypeAlias = User | AnonymousUser
