"""The rows of the outbox: claiming them for a while, and noting what became of them.

A row is claimed by an update that says until when. Whoever is killed in the middle leaves a claim
that ends by itself; the mail then goes again, with the same Message-ID. Rows are named by number,
so that one that cannot be loaded can still be set aside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import JSONObject

from accounts.models import User
from games.models import Notification
from games.models.post import LONGEST_ERROR
from games.now import database_now
from games.post import cadence

Kind, State = Notification.Kind, Notification.State

LONGEST_PAUSE = timedelta(hours=4)
# With the pauses between them, about two days.
MOST_ATTEMPTS = 20


@dataclass(frozen=True, slots=True)
class Claim:
    """A notification that is ours for a while, and how often it has been tried, this time too.

    It is `secret` if what it carries opens something.
    """

    number: int
    attempt: int
    secret: bool


@transaction.atomic(durable=True)
def claim(most: int = 1) -> list[list[Claim]]:
    """What is due first, for so many mails at most; each list is what one mail tells.

    Somebody waits in front of the screen for a mail about their account: these go first. For those
    who want one mail a day it is all that is due to the person. What was tried before comes alone:
    whoever tried it may have been killed by it, and nothing else is to be in hand then.
    """
    now = database_now()
    due = _due(now).values("pk", "attempts", "kind", "user", "user__cadence")
    rows = list(due.filter(kind=Kind.ACCOUNT)[:most]) or list(due[:most])
    if not rows:
        return []
    first, *others = rows
    if _is_collected(first):
        collected = due.filter(user=first["user"], kind__in=cadence.COLLECTED)
        mails = [list(collected[: cadence.MOST_COLLECTED])]
    elif first["attempts"]:
        mails = [[first]]
    else:
        fresh = (row for row in others if not row["attempts"] and not _is_collected(row))
        mails = [[row] for row in (first, *fresh)]
    numbers = [row["pk"] for rows in mails for row in rows]
    Notification.objects.filter(pk__in=numbers).update(
        claimed_until=now + settings.POST_LEASE, attempts=F("attempts") + 1
    )
    return [[_claim_on(row) for row in rows] for rows in mails]


def _claim_on(row: Mapping[str, Any]) -> Claim:
    return Claim(row["pk"], row["attempts"] + 1, secret=row["kind"] == Kind.ACCOUNT)


def _is_collected(row: Mapping[str, object]) -> bool:
    return row["user__cadence"] == User.Cadence.DIGEST and row["kind"] in cadence.COLLECTED


def _due(now: datetime) -> QuerySet[Notification]:
    return (
        Notification.objects.filter(
            Q(claimed_until=None) | Q(claimed_until__lte=now),
            state=State.WAITING,
            not_before__lte=now,
        )
        .order_by("not_before", "pk")
        .select_for_update(no_key=True, skip_locked=True, of=("self",))
    )


def release(*, claims: Sequence[Claim], later: bool) -> None:
    """It was not their fault: as if nobody had tried, but perhaps not first in the line.

    Not what somebody else has tried since, because we took too long.
    """
    values: dict[str, object] = {"claimed_until": None, "attempts": F("attempts") - 1}
    if later:
        values["not_before"] = database_now() + settings.POST_FIRST_PAUSE
    for attempt in {item.attempt for item in claims}:
        ours = [item for item in claims if item.attempt == attempt]
        _waiting(ours).filter(attempts=attempt).update(**values)


def set_aside(*, claims: Sequence[Claim], error: str, keep: bool = False) -> None:
    """Tried again after a pause that grows, and given up in the end, unless it is to be kept."""
    now = database_now()
    for item in claims:
        if item.attempt >= MOST_ATTEMPTS and not keep:
            give_up(claims=[item], error=error)
            continue
        pause = settings.POST_FIRST_PAUSE * 2 ** min(item.attempt - 1, 12)
        _waiting([item]).update(
            claimed_until=None,
            attempts=min(item.attempt, MOST_ATTEMPTS - 1),
            not_before=now + min(pause, LONGEST_PAUSE),
            last_error=fit(error),
        )


def note_sent(*, claims: Sequence[Claim]) -> None:
    """Whatever has been decided about it meanwhile: it is gone."""
    rows = Notification.objects.filter(pk__in=[item.number for item in claims])
    _close(claims, rows, state=State.SENT, sent_at=database_now(), last_error="")


def drop(*, claims: Sequence[Claim]) -> None:
    """They are not true any more, so they are not sent."""
    _close(claims, _waiting(claims), state=State.DROPPED)


def give_up(*, claims: Sequence[Claim], error: str = "") -> None:
    """Without a new error the last one stays."""
    words = {"last_error": fit(error)} if error else {}
    _close(claims, _waiting(claims), state=State.FAILED, **words)


def _waiting(claims: Sequence[Claim]) -> QuerySet[Notification]:
    numbers = [item.number for item in claims]
    return Notification.objects.filter(pk__in=numbers, state=State.WAITING)


def _close(claims: Sequence[Claim], rows: QuerySet[Notification], **values: object) -> None:
    """For good. Links and codes are of no more use but to a thief: they go."""
    if any(item.secret for item in claims):
        values["data"] = JSONObject(template=F("data__template"))
    rows.update(claimed_until=None, **values)


def fit(error: str) -> str:
    """The database takes no NUL and nothing that is no UTF-8, and a page no novel."""
    clean = error.replace("\x00", "").encode(errors="replace").decode()
    return " ".join(clean.split())[:LONGEST_ERROR]
