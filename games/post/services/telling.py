"""The outbox: what is to be told is written in the transaction of what it tells of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from secrets import randbits

from django.conf import settings
from django.db.models import F
from django.db.models.functions import JSONObject
from django.utils.translation import get_language

from accounts.models import User
from games.models import Game, Invitation, Message, Notification, Player
from games.now import database_now
from games.post.cadence import wants, when

Kind = Notification.Kind

TALK_DELAY = timedelta(minutes=10)


def notification_for(
    *,
    user: User,
    kind: Kind,
    game: Game | None = None,
    ply: int = 0,
    delay: timedelta = timedelta(0),
    data: Mapping[str, object] | None = None,
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


def make_way(game: Game, kinds: Iterable[Kind], ply: int) -> None:
    """What waits is no longer true; what was sent stays, but out of the way of what comes.

    A notification is unique in its ply, so that nobody is told twice. These plies come again.
    """
    told = game.notifications.filter(kind__in=list(kinds), ply__gte=ply)
    told.filter(state=Notification.State.WAITING).update(state=Notification.State.DROPPED)
    told.update(data=JSONObject(taken_back=F("ply")), ply=-F("pk"))


def secrets_of(notification: Notification) -> list[str]:
    """Links and codes that nobody but the reader may see."""
    data = notification.data
    secrets = data.get("secrets") if isinstance(data, dict) else None
    return [str(value) for value in secrets.values() if value] if secrets else []


def about_turn(
    game: Game, players: Iterable[Player], mover: int | None
) -> list[Notification | None]:
    """What a move means for the others: their turn, or the end."""
    people = [player for player in players if player.user and not player.left and not player.bot]
    if game.is_finished:
        return [
            notification_for(user=player.user, kind=Kind.OVER, game=game, ply=game.ply)
            for player in people
            if player.user and player.seat != mover
        ]
    if game.turn_time is None:
        # Nobody waits, and whoever plays knows when they want to.
        return []
    return [
        notification_for(
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
        notification_for(
            user=player.user, kind=Kind.STARTED, game=game, delay=settings.POST_TURN_DELAY
        )
        for player in players
        if player.user and player.seat != game.to_act
    ]
    return begun + about_turn(game, players, mover=None)


def about_invitation(invitation: Invitation, reader: User | None) -> Notification | None:
    """To a person here, as they want it; or to an address that nobody here has."""
    data = {"invitation": invitation.pk}
    if reader is not None:
        return notification_for(user=reader, kind=Kind.INVITATION, game=invitation.game, data=data)
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
    data: dict[str, object] = {
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
        notification_for(
            user=player.user,
            kind=Kind.MESSAGE,
            game=message.game,
            ply=player.talk_read,
            delay=TALK_DELAY,
        )
        for player in players
        if player.user and not player.left and player.user_id != message.author_id
    ]
