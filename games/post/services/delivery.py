"""Sending what is in the outbox: each is looked at again before it goes, and fails alone.

No transaction is open while the server talks. A worker may be killed at any instant, and nothing
is lost: a row is marked only after the server has taken the mail. At worst the one mail in flight
goes again once its claim has ended, with the same Message-ID.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from time import monotonic

from billiard.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db.models import Prefetch

from accounts.models import User
from games.machinery import runs
from games.models import Notification, Player, TaskRun
from games.now import database_now
from games.post import cadence, composing
from games.post.services import outbox, still_true, telling
from games.post.services.faults import Fault, fault_of, said_by
from games.post.services.mail_server import Carrier, NoConnection
from games.post.services.outbox import Claim

MOST_AT_ONCE = 200
LONGEST_ROUND = 60.0  # seconds
# So many are claimed and read together, if they go out at once: what is said in them must be true
# when it is sent, and a claim must not end before the mail is gone.
MOST_IN_HAND, LONGEST_IN_HAND = 10, 0.5
# What the desk shows of the mail server: whether it can be used, and whether it takes our mails.
MAIL_SERVER, REFUSED = "mail server", "mails refused"
log = logging.getLogger(__name__)
# All that a letter says of who sits at a table, however many they are. Two queries.
_WITH_TABLE = Notification.objects.select_related("user", "game").prefetch_related(
    Prefetch("game__players", Player.objects.select_related("user"))
)


class ServerTrouble(Exception):
    """No other mail would fare better now: the round ends."""


def deliver() -> int:
    """Send what is due. May run in many workers at once: each takes rows that none other has."""
    if _server_rests():
        return 0
    sent = tried = 0
    ends = monotonic() + LONGEST_ROUND
    with Carrier() as carrier:
        while tried < MOST_AT_ONCE:
            mails = outbox.claim(MOST_IN_HAND)
            if not mails:
                break
            try:
                for taken in _one_by_one(mails, carrier, ends):
                    tried += 1
                    if taken and not sent:
                        _note_taken()
                    sent += taken
            except ServerTrouble as trouble:
                runs.note_failure(MAIL_SERVER, outbox.fit(str(trouble)))
                log.warning("the mail server: %s", trouble)
                break
            if monotonic() > ends:
                break
    return sent


def _one_by_one(mails: list[list[Claim]], carrier: Carrier, ends: float) -> Iterator[bool]:
    """Whether each was taken. What there is no time for is put back as if nobody had had it."""
    loaded = _loaded([claim for claims in mails for claim in claims])
    ends = min(ends, monotonic() + LONGEST_IN_HAND)
    waiting = list(mails)
    try:
        while waiting:
            yield _deliver(waiting.pop(0), loaded, carrier)
            if monotonic() > ends:
                break
    finally:
        if waiting:
            outbox.release(claims=[claim for claims in waiting for claim in claims], later=False)


def _loaded(claims: list[Claim]) -> dict[int, Notification]:
    """All of them at once; if one cannot be read, none, and each is then read by itself."""
    try:
        rows = _WITH_TABLE.filter(pk__in=[claim.number for claim in claims])
        return {item.pk: item for item in rows}
    except SoftTimeLimitExceeded:
        raise
    except Exception:
        return {}


def _server_rests() -> bool:
    """A server that was away, or did not let us in, is not asked again at once."""
    lately = database_now() - settings.POST_FIRST_PAUSE
    return TaskRun.objects.filter(name=MAIL_SERVER, failed_at__gt=lately).exists()


def _note_taken() -> None:
    runs.note_success(MAIL_SERVER)
    if TaskRun.objects.filter(name=REFUSED, failed_at__isnull=False).exists():
        runs.note_success(REFUSED)


def _deliver(claims: list[Claim], loaded: Mapping[int, Notification], carrier: Carrier) -> bool:
    """One mail, or for those who want one a day all of a person's. Whether it was taken."""
    looked_at = {claim: _looked_at(claim, loaded.get(claim.number)) for claim in claims}
    items = {claim: item for claim, item in looked_at.items() if item is not None}
    if not items:
        return False
    made = composing.make(list(items.values()))
    left_out = {item.pk: error for item, error in made.left_out}
    for claim, item in items.items():
        if item.pk in left_out:
            _set_aside([claim], item, left_out[item.pk])
    going = [claim for claim in items if claim.number not in left_out]
    if made.mail is None or not going:
        return False
    reader = items[going[0]]
    try:
        carrier.carry(made.mail)
    except NoConnection as error:
        outbox.release(claims=going, later=False)
        raise ServerTrouble(said_by(error.__cause__ or error)) from error  # type: ignore[arg-type]
    except Exception as error:
        _not_taken(going, reader, error)
        return False
    outbox.note_sent(claims=going)
    _heal(reader)
    return True


def _looked_at(claim: Claim, item: Notification | None) -> Notification | None:
    """The notification, if it is to be sent still. Nothing that is wrong with it goes further."""
    if claim.attempt > outbox.MOST_ATTEMPTS:
        # Each of them ended without a word: whoever tried was killed.
        outbox.give_up(claims=[claim])
        return None
    try:
        item = item or _WITH_TABLE.get(pk=claim.number)
        if still_true.is_still_true(item, item.game) and not cadence.is_held_back(item):
            return item
        outbox.drop(claims=[claim])
    except Exception as error:
        _set_aside([claim], item, error)
    return None


def _not_taken(claims: list[Claim], reader: Notification, error: Exception) -> None:
    fault = fault_of(error)
    if fault == Fault.SERVER:
        # Not first the next time, in case it is this one alone after all.
        outbox.release(claims=claims, later=True)
        raise ServerTrouble(_words(reader, error)) from error
    if fault == Fault.ADDRESS:
        words = _words(reader, error)
        outbox.give_up(claims=claims, error=words)
        _mark(reader, words)
        return
    shared = fault in (Fault.REFUSED, Fault.LINE)
    if shared:
        runs.note_failure(REFUSED, _words(reader, error))
    # As long as the server takes nobody's mail, it is not this one that it dislikes.
    _set_aside(claims, reader, error, keep=shared and not _takes_others())


def _takes_others() -> bool:
    since = database_now() - outbox.LONGEST_PAUSE
    return TaskRun.objects.filter(name=MAIL_SERVER, ran_at__gt=since).exists()


def _set_aside(
    claims: list[Claim], item: Notification | None, error: Exception, *, keep: bool = False
) -> None:
    if isinstance(error, SoftTimeLimitExceeded):
        raise error
    words = _words(item, error)
    outbox.set_aside(claims=claims, error=words, keep=keep)
    log.warning("notification %s: %s", claims[0].number, words[:80])


def _words(item: Notification | None, error: Exception) -> str:
    """What moderators and logs may know of it."""
    words = said_by(error)
    for secret in telling.secrets_of(item) if item else ():
        words = words.replace(secret, "…")
    return outbox.fit(words)


def _mark(item: Notification, reason: str) -> None:
    if user := _reached(item):
        User.objects.filter(pk=user.pk).update(bounced_at=database_now(), bounce_reason=reason)


def _heal(item: Notification) -> None:
    """A mail that was taken shows that the address works again."""
    if (user := _reached(item)) and user.bounced_at is not None:
        User.objects.filter(pk=user.pk).update(bounced_at=None, bounce_reason="")


def _reached(item: Notification) -> User | None:
    """Who has this address: not had it before, nor yet to confirm it."""
    user = item.user
    return user if user and item.email.lower() in ("", user.email.lower()) else None
