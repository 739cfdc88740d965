"""All that we keep of a person, for them to take away.

What is hidden in games is not theirs, nor what others said of them in confidence: reports about
them, moderators' notes, who blocked them.
"""

from __future__ import annotations

from collections import defaultdict

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db.models import Q

from accounts.models import Block, User
from games.models import Act, Game, Invitation, Message, Move, Player
from games.post import moderators_notices

What = Act.What

ACCOUNT = (
    "username",
    "email",
    "date_joined",
    "last_login",
    "last_seen_at",
    "birth_date",
    "language",
    "time_zone",
    "theme",
    "palette",
    "tile_letters",
    "hints",
    "tips",
    "after_turn",
    "confirm_turn",
    "sounds",
    "levels",
    "is_staff",
    "is_guest",
)
MAIL = (
    "cadence",
    "digest_hour",
    "quiet_from",
    "quiet_until",
    "mail_off",
    "remind_half",
    "remind_last",
    "bounced_at",
    "bounce_reason",
)
IMPOSED = ("warning", "muted_until", "suspended_until", "banned_at", "shut_out_reason")
SEAT = ("seat", "left", "missed", "bank_left", "joined_at", "draft", "hand_order")
MOVE = ("ply", "seat", "action", "points", "made_at")
# Acts about a person that they never hear of, or that speak of what others reported.
IN_CONFIDENCE = (*moderators_notices.SILENT, What.ANSWER)


def everything_about(user: User) -> dict[str, object]:
    """Some twenty queries, however many games."""
    return _account_of(user) | _play_of(user) | _conduct_of(user)


def _account_of(user: User) -> dict[str, object]:
    return {
        "account": _fields(user, ACCOUNT)
        | {"roles": list(user.groups.values_list("name", flat=True))},
        "mail_settings": _fields(user, MAIL),
        "mail_addresses": list(EmailAddress.objects.filter(user=user).values("email", "verified")),
        "factors": list(
            Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at")
        ),
        "sessions": list(
            UserSession.objects.filter(user=user).values(
                "ip", "user_agent", "created_at", "last_seen_at"
            )
        ),
        "mails": list(
            user.notifications.values(
                "kind", "email", "game__code", "state", "created_at", "sent_at"
            )
        ),
        "tutorials": list(user.learned.values("engine_slug", "steps")),
        "vacations": list(user.vacations.order_by("starts_at").values("starts_at", "ends_at")),
        "blocked": list(
            Block.objects.filter(blocker=user).values("blocked__username", "created_at")
        ),
    }


def _play_of(user: User) -> dict[str, object]:
    return {
        "games": _games(user),
        "tables_opened": list(
            Game.objects.filter(opened_by=user).values("code", "status", "created_at")
        ),
        "messages": list(
            Message.objects.filter(author=user).values("game__code", "text", "said_at", "hidden")
        ),
        "notes": list(user.notes.order_by("pk").values("game__code", "text")),
        "invitations": _invitations(user),
    }


def _conduct_of(user: User) -> dict[str, object]:
    """What they reported, what was imposed on them, and what they did as moderators."""
    return {
        "reports": list(
            user.reports_made.order_by("pk").values(
                *("category", "text", "game__code", "message_id", "person__username"),
                *("status", "answer", "created_at", "closed_at"),
            )
        ),
        "sanctions": _fields(user, IMPOSED) | {"history": _acts_on(user)},
        "acts": list(user.acts_done.order_by("pk").values("what", "at", "game__code")),
    }


def _fields(it: object, names: tuple[str, ...]) -> dict[str, object]:
    return {name: getattr(it, name) for name in names}


def _invitations(user: User) -> list[dict[str, object]]:
    """Those they sent, and those that came, by name or to their address."""
    theirs = Invitation.for_person(user) | Q(invited_by=user)
    names = ("game__code", "invited_by__username", "user__username", "email", "seat")
    return list(
        Invitation.objects.filter(theirs).order_by("pk").values(*names, "answer", "created_at")
    )


def _acts_on(user: User) -> list[dict[str, object]]:
    found = Act.objects.filter(Q(person=user) | Q(other=user)).exclude(what__in=IN_CONFIDENCE)
    return [
        {
            "what": act.what,
            "told": moderators_notices.sentence_of(act),
            "why": act.why,
            "at": act.at,
            "game": act.game.code if act.game else None,
        }
        for act in found.select_related("game").order_by("pk")
    ]


def _games(user: User) -> list[dict[str, object]]:
    """Where they sit, and where somebody else has their seat now. Three queries."""
    own = defaultdict[int, list[dict[str, object]]](list)
    for move in Move.objects.filter(person=user).order_by("game", "ply"):
        own[move.game_id].append(_fields(move, MOVE))
    seats = Player.objects.filter(user=user).select_related("game").order_by("joined_at")
    sitting = [_game(player.game, own[player.game_id]) | _seat(player) for player in seats]
    played = Game.objects.filter(moves__person=user).exclude(players__user=user).distinct()
    return sitting + [_game(game, own[game.pk]) for game in played.order_by("pk")]


def _game(game: Game, own: list[dict[str, object]]) -> dict[str, object]:
    return {
        "game": game.engine_slug,
        "code": game.code,
        "status": game.status,
        "moves": own,
    }


def _seat(player: Player) -> dict[str, object]:
    return _fields(player, SEAT) | {"points": player.score, "place": player.place}
