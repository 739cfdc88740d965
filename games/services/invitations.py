"""Asking somebody to a table: a person here, or a mail address that is not here yet."""

from __future__ import annotations

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db.models import Q
from django.utils import timezone

from accounts.models import Block, User
from games import live
from games.models import Game, Invitation
from games.services import post
from games.services.errors import ServiceError, not_found
from games.services.moves import lock_game, player_of
from games.services.transactions import one_transaction

MOST_WAITING = 20
MOST_A_DAY = 50


@one_transaction
def invite(*, game_id: int, user: User, who: str) -> Invitation:
    """By name, or by mail address. Whether an address is known here is never told."""
    game = lock_game(game_id)
    player_of(game, user)
    if not game.is_open:
        raise ServiceError("not-open", 409)
    _check_how_many(game, user)
    who = who.strip()
    if "@" in who:
        return _invite_address(game, user, who)
    guest = User.objects.filter(is_active=True, username__iexact=who).first()
    if guest is None:
        raise ServiceError("nobody-by-that-name", 422)
    if game.players.filter(user=guest).exists():
        raise ServiceError("sits-here", 409)
    if _blocked(user, guest):
        raise ServiceError("blocked", 403)
    invitation, _ = Invitation.objects.get_or_create(
        game=game, user=guest, defaults={"invited_by": user, "email": ""}
    )
    if invitation.answer == Invitation.Answer.DECLINED:
        raise ServiceError("declined", 409)
    live.tell(code=game.code, users=[guest.pk])
    post.write([post.about_invitation(invitation)])
    return invitation


def _check_how_many(game: Game, user: User) -> None:
    """Nobody may use us to write to the whole world."""
    waiting = game.invitations.filter(answer=Invitation.Answer.WAITING).count()
    lately = timezone.now() - timedelta(days=1)
    today = Invitation.objects.filter(invited_by=user, created_at__gt=lately).count()
    if waiting >= MOST_WAITING or today >= MOST_A_DAY:
        raise ServiceError("too-many-invitations", 429)


def _blocked(one: User, other: User) -> bool:
    return Block.objects.filter(
        Q(blocker=one, blocked=other) | Q(blocker=other, blocked=one)
    ).exists()


def _invite_address(game: Game, user: User, address: str) -> Invitation:
    """Who has this address finds the invitation, unless they have blocked the host."""
    try:
        validate_email(address)
    except ValidationError as error:
        raise ServiceError("nobody-by-that-name", 422) from error
    invitation, _ = Invitation.objects.get_or_create(
        game=game, email=address.lower(), user=None, defaults={"invited_by": user}
    )
    owner = User.objects.filter(email__iexact=address).first()
    if owner is None or not _blocked(user, owner):
        post.write([post.about_invitation(invitation)])
    live.tell(code=game.code, users=[owner.pk] if owner else [])
    return invitation


@one_transaction
def decline(*, invitation_id: int, user: User) -> Invitation:
    invitation = (
        Invitation.objects.select_for_update(no_key=True, of=("self",))
        .select_related("game")
        .filter(Q(user=user) | Q(email__iexact=user.email), pk=invitation_id)
        .first()
    )
    if invitation is None:
        raise not_found()
    invitation.answer = Invitation.Answer.DECLINED
    invitation.save(update_fields=["answer"])
    live.tell(code=invitation.game.code, users=[user.pk])
    return invitation
