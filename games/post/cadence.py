"""Which mails somebody wants, and when: cadence, quiet hours, one until they are back."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

from accounts.models import User
from games.models import Notification

Kind = Notification.Kind

ALWAYS = Notification.UNSTOPPABLE
# Of these, one is enough until the person has been here again.
REPEATING = {Kind.YOUR_TURN, Kind.REMINDER, Kind.STARTED, Kind.MESSAGE, Kind.OVER}
# Of these, one mail a day can tell; the others are about to be too late.
COLLECTED = {Kind.YOUR_TURN, Kind.STARTED, Kind.MESSAGE, Kind.OVER, Kind.MISSED}
MOST_COLLECTED = 50


def wants(user: User, kind: Kind) -> bool:
    """Whether this person is to hear of this kind at all. Guests have no address to write to."""
    if user.is_guest:
        return False
    if kind in ALWAYS:
        return True
    asked = Kind.REMINDER if kind == Kind.LAST_REMINDER else kind
    if not user.is_active or user.is_shut_out:
        return False
    return user.cadence != User.Cadence.NONE and asked not in user.mail_off


def when(user: User, kind: Kind, moment: datetime) -> datetime:
    """Not in the quiet hours; and for those who want one mail a day, at their hour."""
    zone = user.zone
    if user.cadence == User.Cadence.DIGEST and kind in COLLECTED:
        moment = _next_hour(moment.astimezone(zone), user.digest_hour)
    local = moment.astimezone(zone)
    if kind != Kind.LAST_REMINDER and _is_quiet(user, local.hour):
        return _next_hour(local, user.quiet_until or 0)
    return moment


def _is_quiet(user: User, hour: int) -> bool:
    start, end = user.quiet_from, user.quiet_until
    if start is None or end is None or start == end:
        return False
    return start <= hour < end if start < end else hour >= start or hour < end


def _next_hour(local: datetime, hour: int) -> datetime:
    """The next time that it is this hour where the person lives."""
    today = datetime.combine(local.date(), time(hour), local.tzinfo)
    if today <= local:
        today = datetime.combine(local.date() + timedelta(days=1), time(hour), local.tzinfo)
    return today.astimezone(UTC)


def is_held_back(notification: Notification) -> bool:
    """One mail, then none until the person has been here again, if that is what they chose."""
    user = notification.user
    if user is None or user.cadence != User.Cadence.UNTIL_BACK:
        return False
    if notification.kind not in REPEATING:
        return False
    sent = Notification.objects.filter(user=user, kind__in=REPEATING, state=Notification.State.SENT)
    if user.last_seen_at is not None:
        sent = sent.filter(sent_at__gt=user.last_seen_at)
    return sent.exists()
