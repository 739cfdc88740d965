"""Reading for pages. Each function says how many queries it takes, whatever the data."""

from __future__ import annotations

from django.db.models import F, Q
from django.http import Http404

from accounts.models import Block, User
from accounts.readers import Reader
from games.engine.advancing import WITHDRAW
from games.models import WITH_PLAYERS, Game, Invitation, Message, Move, Player

MOST_MESSAGES = 200


def game_with_players(code: str) -> Game:
    """One game and who sits at it. Two queries."""
    game = Game.objects.prefetch_related(WITH_PLAYERS).filter(code=code).first()
    if game is None:
        raise Http404
    return game


def game_to_hear(code: str) -> Game:
    """As much of a game as tells who may hear of it, and its ply. One query."""
    known = Game.objects.only("public", "invite_token", "ply")
    game = known.filter(code=code).first()
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
    messages = Message.objects.filter(game=game).select_related("author").order_by("-pk")
    if user.is_authenticated:
        messages = messages.exclude(author__in=Block.objects.filter(blocker=user).values("blocked"))
    return list(messages[:MOST_MESSAGES])[::-1]


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
    return list(game.moves.all())


def open_rematch(game: Game) -> Game | None:
    """The rematch that waits for its players. Two queries, if there is one."""
    waiting = game.game_set.filter(status=Game.Status.OPEN).select_related("opened_by")
    return waiting.prefetch_related(WITH_PLAYERS).first()
