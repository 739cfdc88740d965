"""Everything that changes a person's account. One function for each thing that can happen."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction

from accounts.models import User


@transaction.atomic
def create_user(
    *, username: str, email: str, password: str, is_staff: bool = False, is_superuser: bool = False
) -> User:
    """Somebody new whose mail address is known to be theirs, so that they can log in at once."""
    user = User.objects.create_user(
        username, email, password, is_staff=is_staff, is_superuser=is_superuser
    )
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def clear_expired_sessions() -> None:
    SessionStore.clear_expired()
