"""Whether what waits to be told is still so when it is to be sent."""

from __future__ import annotations

from math import inf

from accounts.models import User
from accounts.selectors import is_block_between
from games.engine.advancing import WITHDRAW
from games.models import Game, Invitation, Message, Notification, Player
from games.now import database_now
from games.post.cadence import ALWAYS, wants
from games.post.services import unsubscribing
from games.post.services.telling import Kind


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
        return game.is_active and bool(_seats(game, user))
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


def _acts(game: Game, user: User) -> bool:
    return game.to_act in _seats(game, user)


def _seats(game: Game, user: User) -> list[int]:
    """Where they sit still. No query, if the game came with its players."""
    return [p.seat for p in game.players.all() if p.user_id == user.pk and not p.left]


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
