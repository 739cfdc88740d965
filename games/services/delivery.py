"""Sending what is in the outbox: one mail a transaction, looked at again before it goes.

A worker may be killed at any instant. Nothing is lost: a row is marked only after the server has
taken the mail. At worst the one mail in flight goes again, with the same Message-ID.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused, SMTPResponseException

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from games import emails
from games.models import Notification
from games.now import database_now
from games.services import post

State = Notification.State

MOST_AT_ONCE = 200
LONGEST_PAUSE = timedelta(hours=4)
GIVE_UP = timedelta(days=2)
LONGEST_ERROR = 300
log = logging.getLogger(__name__)


def deliver() -> int:
    """Send what is due. May run in many workers at once: each takes rows that none other has."""
    sent = 0
    for _ in range(MOST_AT_ONCE):
        outcome = deliver_one()
        if outcome is None:
            break
        sent += outcome == State.SENT
    return sent


@transaction.atomic
def deliver_one() -> str | None:
    """One mail, or for those who want one a day all of a person's. `None`: nothing is due."""
    now = database_now()
    notification = _due(now).select_for_update(skip_locked=True, of=("self",)).first()
    if notification is None:
        return None
    together = _collected(notification, now)
    true = [item for item in together if post.is_still_true(item, item.game)]
    _drop(item for item in together if item not in true)
    if not true:
        return State.DROPPED
    if post.is_held_back(true[0]):
        _drop(true)
        return State.DROPPED
    return _send(true, now)


def _due(now: datetime) -> QuerySet[Notification]:
    return (
        Notification.objects.filter(state=State.WAITING, not_before__lte=now)
        .select_related("user", "game")
        .order_by("not_before", "pk")
    )


def _collected(notification: Notification, now: datetime) -> list[Notification]:
    """For a daily mail, all that is due to this person; else the one."""
    user = notification.user
    if (
        user is None
        or user.cadence != User.Cadence.DIGEST
        or notification.kind not in post.COLLECTED
    ):
        return [notification]
    due = _due(now).filter(user=user, kind__in=post.COLLECTED)
    return list(due.select_for_update(skip_locked=True, of=("self",)))


def _send(notifications: list[Notification], now: datetime) -> str:
    try:
        emails.send(notifications)
    except SMTPResponseException as error:
        return _failed(
            notifications, now, f"{error.smtp_code} {_text(error.smtp_error)}", error.smtp_code
        )
    except SMTPRecipientsRefused as error:
        code, reason = next(iter(error.recipients.values()))
        return _failed(notifications, now, f"{code} {_text(reason)}", code)
    except (SMTPException, OSError) as error:
        return _failed(notifications, now, f"{type(error).__name__}: {error}", 400)
    for item in notifications:
        item.state, item.sent_at, item.last_error = State.SENT, now, ""
        item.attempts += 1
    _save(notifications)
    _heal(notifications[0].user)
    return State.SENT


def _failed(notifications: list[Notification], now: datetime, reason: str, code: int) -> str:
    """A server that says 5xx will not take it tomorrow either; anything else is tried again."""
    permanent = code >= 500
    for item in notifications:
        item.attempts += 1
        item.last_error = reason[:LONGEST_ERROR]
        if permanent or now - item.created_at > GIVE_UP:
            item.state = State.FAILED
        else:
            item.not_before = now + min(
                settings.POST_FIRST_PAUSE * 2 ** min(item.attempts - 1, 12), LONGEST_PAUSE
            )
    _save(notifications)
    user = notifications[0].user
    if permanent and user is not None:
        user.bounced_at, user.bounce_reason = now, reason[:LONGEST_ERROR]
        user.save(update_fields=["bounced_at", "bounce_reason"])
    log.warning("notification %s: %s", notifications[0].pk, reason[:80])
    return notifications[0].state


def _heal(user: User | None) -> None:
    """A mail that was taken shows that the address works again."""
    if user is not None and user.bounced_at is not None:
        user.bounced_at, user.bounce_reason = None, ""
        user.save(update_fields=["bounced_at", "bounce_reason"])


def _drop(notifications: Iterable[Notification]) -> None:
    items = list(notifications)
    for item in items:
        item.state = State.DROPPED
    if items:
        _save(items)


def _save(notifications: list[Notification]) -> None:
    fields = ["state", "sent_at", "attempts", "last_error", "not_before"]
    Notification.objects.bulk_update(notifications, fields)


def _text(reason: bytes | str) -> str:
    return reason.decode(errors="replace") if isinstance(reason, bytes) else str(reason)
