"""What a person's coming and going means for games."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.db.models import F, Q

from accounts import services as accounts
from accounts.models import Block, User
from games.models import Invitation, Message, Move, Player
from games.services import moves, tables, unsubscribing
from games.services.locks import lock_with_their_games
from games.services.transactions import one_transaction

OWN_FIELDS = (
    "username",
    "email",
    "date_joined",
    "last_login",
    "birth_date",
    "language",
    "time_zone",
    "theme",
    "tile_letters",
    "hints",
)
MOVE_FIELDS = ("ply", "action", "points", "made_at")


@one_transaction
def delete_account(*, user: User) -> None:
    """Games that go on lose a player as by resigning; finished ones stay as they are."""
    person, games = lock_with_their_games(user.pk, for_good=True)
    for game in games:
        if game.is_open:
            tables.leave(game_id=game.pk, user=person)
        else:
            moves.resign(game_id=game.pk, user=person)
    unsubscribing.refuse_for_good(person)
    accounts.delete_user(user=person)


def everything_about(user: User) -> dict[str, Any]:
    """All that we keep of a person, for them to take away. Hidden parts of games are not theirs."""
    return {
        "account": {field: getattr(user, field) for field in OWN_FIELDS},
        "mail_addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified")),
        "sessions": list(
            UserSession.objects.filter(user=user).values("ip", "user_agent", "created_at")
        ),
        "mails": list(
            user.notifications.values("kind", "game__code", "state", "created_at", "sent_at")
        ),
        "blocked": list(
            Block.objects.filter(blocker=user).values_list("blocked__username", flat=True)
        ),
        "games": _games(user),
        "messages": list(
            Message.objects.filter(author=user).values("game__code", "text", "said_at")
        ),
        "invitations": list(
            Invitation.objects.filter(
                Q(user=user) | Q(invited_by=user) | Q(email__iexact=user.email)
            ).values("game__code", "email", "answer", "created_at")
        ),
    }


def _games(user: User) -> list[dict[str, Any]]:
    """Each with the moves made from this person's seat. Two queries."""
    seats = Player.objects.filter(user=user).select_related("game").order_by("joined_at")
    moves_in: dict[int, list[dict[str, Any]]] = defaultdict(list)
    own = Move.objects.filter(game__players__user=user, seat=F("game__players__seat"))
    for move in own:
        moves_in[move.game_id].append({field: getattr(move, field) for field in MOVE_FIELDS})
    return [_seat(player, moves_in[player.game_id]) for player in seats]


def _seat(player: Player, own: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "game": player.game.engine_slug,
        "code": player.game.code,
        "status": player.game.status,
        "seat": player.seat,
        "points": player.score,
        "place": player.place,
        "joined_at": player.joined_at,
        "moves": own,
    }
