"""Reading for pages. Each function says how many queries it takes, whatever the data."""

from __future__ import annotations

from django.db.models import F, Q
from django.http import Http404

from accounts.models import Block, User
from accounts.readers import Reader
from games.engine.advancing import WITHDRAW
from games.machinery.asking import Question, keep_loaded
from games.models import (
    MESSAGES_WITH_NAMES,
    PLAYERS_WITH_NAMES,
    Game,
    Invitation,
    Message,
    Move,
    Note,
    Player,
)

MOST_MESSAGES = 200
# A visitor has blocked nobody.
NOBODY = 0


_GAME = Question(lambda code: Game.objects.filter(code=code), code="a code")
_PLAYERS = Question(lambda game: PLAYERS_WITH_NAMES.filter(game=game), game=-1)
_TALK = Question(
    lambda game, reader: (
        MESSAGES_WITH_NAMES.filter(game=game)
        .exclude(author__in=Block.objects.filter(blocker=reader).values("blocked"))
        .order_by("-pk")[:MOST_MESSAGES]
    ),
    game=-1,
    reader=-2,
)
_REMATCH = Question(
    lambda game: (
        Game.objects.filter(rematch_of=game, status=Game.Status.OPEN)
        .select_related("opened_by")
        .order_by("pk")[:1]
    ),
    game=-1,
)
_NOTE = Question(
    lambda game, reader: Note.objects.filter(game=game, user=reader).values_list("text", flat=True),
    game=-1,
    reader=-2,
)
_MOVES = Question(lambda game: Move.objects.filter(game=game), game=-1)


def game_with_players(code: str) -> Game:
    """One game and who sits at it. Two queries."""
    found = _GAME(code=code)
    if not found:
        raise Http404
    game = found[0]
    keep_loaded(game, "players", _PLAYERS(game=game.pk))
    return game


def game_to_hear(code: str) -> Game:
    """As much of a game as tells who may hear of it, and its ply. One query."""
    known = Game.objects.only("public", "invite_token", "ply")
    game = known.filter(code=code).first()
    if game is None:
        raise Http404
    return game


def game_to_draw(code: str) -> Game:
    """One query, and one more where it is asked who sits there."""
    game = Game.objects.filter(code=code).first()
    if game is None:
        raise Http404
    return game


def id_of(code: str) -> int:
    """One query."""
    found = Game.objects.values_list("pk", flat=True).filter(code=code).first()
    if found is None:
        raise Http404
    return found


def seat_of(game: Game, user: Reader) -> Player | None:
    """The seat that this person has at the table, from what is loaded already."""
    if not user.is_authenticated:
        return None
    return next((player for player in game.players.all() if player.user_id == user.pk), None)


def may_watch(game: Game, user: Reader, token: str = "") -> bool:
    """Public games are for everybody; others for who sits there or was invited. One query."""
    if game.public or seat_of(game, user) or (token and token == game.invite_token):
        return True
    if not user.is_authenticated:
        return False
    invitation = invitation_to(game, user, token)
    said_no = (Invitation.Answer.DECLINED, Invitation.Answer.LAPSED)
    return invitation is not None and invitation.answer not in said_no


def invitation_to(game: Game, user: User, token: str = "") -> Invitation | None:
    """By name, by mail address, or by the token that a mail brought. One query."""
    theirs = Invitation.for_person(user) | Q(token=token)
    return game.invitations.filter(theirs).order_by(F("user").asc(nulls_last=True)).first()


def talk(game: Game, user: Reader) -> list[Message]:
    """What was said last, without people whom the reader has blocked. One query."""
    reader = user.pk if user.is_authenticated else NOBODY
    return _TALK(game=game.pk, reader=reader)[::-1]


def message_in(game: Game, number: str, user: User) -> Message | None:
    """Something said at this table that this person can read. One query."""
    if not number.isdecimal() or len(number) > 15:
        return None
    return next((m for m in talk(game, user) if m.pk == int(number) and not m.hidden), None)


def withdrawn_seats(game: Game) -> set[int]:
    """The seats that left, as the rules know it; a bot that took over has not. One query."""
    left = game.moves.filter(action={"kind": WITHDRAW})
    return set(left.values_list("seat", flat=True))


def moves_of(game: Game) -> list[Move]:
    """One query."""
    return _MOVES(game=game.pk)


def open_rematch(game: Game) -> Game | None:
    """The rematch that waits for its players. Two queries, if there is one."""
    found = _REMATCH(game=game.pk)
    if not found:
        return None
    keep_loaded(found[0], "players", _PLAYERS(game=found[0].pk))
    return found[0]


def note_of(game: Game, user: User) -> str:
    """What this person has written down about the game, for themselves alone. One query."""
    return next(iter(_NOTE(game=game.pk, reader=user.pk)), "")
