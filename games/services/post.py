"""The outbox: what is to be told is written in the transaction of what it tells of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, time, timedelta
from math import inf
from secrets import randbits
from typing import Any

from django.conf import settings
from django.db.models import F, QuerySet
from django.db.models.functions import JSONObject
from django.utils.translation import get_language

from accounts.models import User
from accounts.selectors import is_block_between
from games.models import Game, Invitation, Message, Notification, Player
from games.now import database_now
from games.records import WITHDRAW
from games.services import unsubscribing

Kind = Notification.Kind

TALK_DELAY = timedelta(minutes=10)

ALWAYS = Notification.UNSTOPPABLE
# Of these, one is enough until the person has been here again.
REPEATING = {Kind.YOUR_TURN, Kind.REMINDER, Kind.STARTED, Kind.MESSAGE, Kind.OVER}
# Of these, one mail a day can tell; the others are about to be too late.
COLLECTED = {Kind.YOUR_TURN, Kind.STARTED, Kind.MESSAGE, Kind.OVER, Kind.MISSED}
MOST_COLLECTED = 50


def tell(
    *,
    user: User,
    kind: Kind,
    game: Game | None = None,
    ply: int = 0,
    delay: timedelta = timedelta(0),
    data: dict[str, Any] | None = None,
) -> Notification | None:
    """A notification to be written, or none where the person does not want it."""
    if not wants(user, kind):
        return None
    now = database_now()
    return Notification(
        user=user,
        kind=kind,
        game=game,
        ply=ply,
        not_before=when(user, kind, now + delay),
        data=data or {},
    )


def write(notifications: Iterable[Notification | None]) -> None:
    """Into the outbox, each once: what was told already is not told again. One query."""
    Notification.objects.bulk_create(
        (item for item in notifications if item is not None), ignore_conflicts=True
    )


def wants(user: User, kind: Kind) -> bool:
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


def vacate(game: Game, kinds: Iterable[Kind], ply: int) -> None:
    """What waits is no longer true; what was sent stays, but out of the way of what comes.

    A notification is unique in its ply, so that nobody is told twice. These plies come again.
    """
    told = game.notifications.filter(kind__in=list(kinds), ply__gte=ply)
    told.filter(state=Notification.State.WAITING).update(state=Notification.State.DROPPED)
    told.update(data=JSONObject(taken_back=F("ply")), ply=-F("pk"))


def is_still_true(notification: Notification, game: Game | None) -> bool:
    """Look again: nobody is told of a turn that is made, or asked to a table that is closed."""
    user, kind = notification.user, notification.kind
    if user is not None and user.is_shut_out and kind not in ALWAYS:
        return False
    if kind == Kind.INVITATION:
        return _is_still_asked(notification)
    if kind == Kind.ACCOUNT:
        return database_now().timestamp() < float(notification.data.get("expires", inf))
    if game is None or user is None:
        return True
    if kind in (Kind.YOUR_TURN, Kind.REMINDER, Kind.LAST_REMINDER):
        return game.is_active and _acts(game, user) and _is_same_turn(game, notification.ply)
    if kind == Kind.STARTED:
        return game.is_active
    if kind == Kind.MISSED:
        return game.is_active and _sits(game, user).exists()
    if kind == Kind.MESSAGE:
        return _unread(game, user)
    if kind == Kind.OVER:
        return not game.is_active and game.end_reason != "annulled"
    return True


def _is_still_asked(notification: Notification) -> bool:
    """The table waits, who invites may still be here, and who is asked has not said no since."""
    invitation = (
        Invitation.objects.select_related("invited_by")
        .filter(
            pk=notification.data.get("invitation"),
            answer=Invitation.Answer.WAITING,
            game__status=Game.Status.OPEN,
        )
        .first()
    )
    host = invitation.invited_by if invitation else None
    reader = notification.user
    if host is None or host.is_shut_out:
        return False
    if reader is None:
        return not unsubscribing.has_refused(notification.email)
    return wants(reader, Kind.INVITATION) and not is_block_between(reader, [host.pk])


def secrets_of(notification: Notification) -> list[str]:
    """Links and codes that nobody but the reader may see."""
    data = notification.data
    secrets = data.get("secrets") if isinstance(data, dict) else None
    return [str(value) for value in secrets.values() if value] if secrets else []


def _acts(game: Game, user: User) -> bool:
    if game.to_act is None:
        return False
    return _sits(game, user).filter(seat=game.to_act).exists()


def _sits(game: Game, user: User) -> QuerySet[Player]:
    return Player.objects.filter(game=game, user=user, left=False)


def _is_same_turn(game: Game, ply: int) -> bool:
    """Since then nobody has played, whoever may have left."""
    if game.ply == ply:
        return True
    left: dict[str, object] = {"kind": WITHDRAW}
    return not game.moves.filter(ply__gte=ply).exclude(action=left).exists()


def _unread(game: Game, user: User) -> bool:
    player = Player.objects.filter(game=game, user=user).first()
    return (
        player is not None
        and Message.objects.filter(game=game, pk__gt=player.talk_read, hidden=False)
        .exclude(author=user)
        .exists()
    )


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


def about_turn(
    game: Game, players: Iterable[Player], mover: int | None
) -> list[Notification | None]:
    """What a move means for the others: their turn, or the end."""
    people = [player for player in players if player.user and not player.left and not player.bot]
    if game.is_finished:
        return [
            tell(user=player.user, kind=Kind.OVER, game=game, ply=game.ply)
            for player in people
            if player.user and player.seat != mover
        ]
    if game.turn_time is None:
        # Nobody waits, and whoever plays knows when they want to.
        return []
    return [
        tell(
            user=player.user,
            kind=Kind.YOUR_TURN,
            game=game,
            ply=game.ply,
            delay=settings.POST_TURN_DELAY,
        )
        for player in people
        if player.user and player.seat == game.to_act and player.seat != mover
    ]


def about_start(game: Game, players: Iterable[Player]) -> list[Notification | None]:
    """Who opens hears that it is their turn; the others that it has begun."""
    if game.turn_time is None:
        return []
    begun = [
        tell(user=player.user, kind=Kind.STARTED, game=game, delay=settings.POST_TURN_DELAY)
        for player in players
        if player.user and player.seat != game.to_act
    ]
    return begun + about_turn(game, players, mover=None)


def about_invitation(invitation: Invitation, reader: User | None) -> Notification | None:
    """To a person here, as they want it; or to an address that nobody here has."""
    data = {"invitation": invitation.pk}
    if reader is not None:
        return tell(user=reader, kind=Kind.INVITATION, game=invitation.game, data=data)
    return Notification(
        email=invitation.email,
        kind=Kind.INVITATION,
        game=invitation.game,
        not_before=database_now(),
        data=data,
    )


def about_account(
    *,
    email: str,
    user: User | None,
    template: str,
    facts: Mapping[str, str],
    secrets: Mapping[str, str],
    lasts: timedelta | None,
) -> Notification:
    """What somebody asked for, or should know of their account. To an address, at once.

    What is secret goes when the mail has gone; what is too old is not sent.
    """
    now = database_now()
    data: dict[str, Any] = {
        "template": template,
        "facts": dict(facts),
        "secrets": dict(secrets),
        "language": get_language() or "",
    }
    if lasts is not None:
        data["expires"] = (now + lasts).timestamp()
    # Each of them is told, also when they are alike: the number is nobody else's.
    return Notification(
        user=user,
        email=email,
        kind=Kind.ACCOUNT,
        ply=randbits(62),
        not_before=now,
        data=data,
    )


def about_message(message: Message, players: Iterable[Player]) -> list[Notification | None]:
    """One for all that is said until the person has read it."""
    return [
        tell(
            user=player.user,
            kind=Kind.MESSAGE,
            game=message.game,
            ply=player.talk_read,
            delay=TALK_DELAY,
        )
        for player in players
        if player.user and not player.left and player.user_id != message.author_id
    ]
