"""Everything that changes a person's account. One function for each thing that can happen."""

from __future__ import annotations

import secrets
from datetime import timedelta

from allauth.account.models import EmailAddress
from django.contrib.sessions.backends.db import SessionStore
from django.db import transaction
from django.utils import timezone

from accounts.models import Block, User

VISIT = timedelta(minutes=5)


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


def update_settings(*, user: User, **values: object) -> User:
    """What a person chose of language, time zone and looks."""
    for name, value in values.items():
        setattr(user, name, value)
    user.full_clean(exclude=["password", "email", "username"])
    user.save(update_fields=list(values))
    return user


def impose(*, user: User, **values: object) -> None:
    """What moderators impose on somebody, or lift."""
    for name, value in values.items():
        setattr(user, name, value)
    user.save(update_fields=list(values))


def read_warning(*, user: User, warning: str) -> None:
    """The person has read this; what was added since, they have not."""
    User.objects.filter(pk=user.pk, warning=warning.replace("\r\n", "\n")).update(warning="")


def block(*, blocker: User, blocked: User) -> None:
    if blocker.pk != blocked.pk:
        Block.objects.get_or_create(blocker=blocker, blocked=blocked)


def unblock(*, blocker: User, blocked: User) -> None:
    Block.objects.filter(blocker=blocker, blocked=blocked).delete()


def delete_user(*, user: User) -> None:
    """The person and all that is theirs alone. What they played with others stays, nameless."""
    user.delete()


def calendar_token(*, user: User) -> str:
    """The secret part of the calendar's address, made when it is first asked for."""
    return user.calendar_token or reset_calendar(user=user)


def reset_calendar(*, user: User) -> str:
    user.calendar_token = secrets.token_urlsafe(24)
    user.save(update_fields=["calendar_token"])
    return user.calendar_token


def note_visit(*, user: User) -> None:
    """When somebody was last here, kept to a few minutes; exactly where it decides on a mail."""
    now = timezone.now()
    exactly = user.cadence == User.Cadence.UNTIL_BACK
    if exactly or user.last_seen_at is None or now - user.last_seen_at > VISIT:
        User.objects.filter(pk=user.pk).update(last_seen_at=now)
