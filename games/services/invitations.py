"""Asking somebody to a table: a person here, or a mail address that is not here yet."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import Block, User
from games import live
from games.emails import send_invitation
from games.models import Game, Invitation
from games.services.errors import ServiceError, not_found
from games.services.moves import lock_game, player_of
from games.services.wake import wake_post

MOST_WAITING = 20


@transaction.atomic
def invite(*, game_id: int, user: User, who: str) -> Invitation:
    """By name, or by mail address; somebody known by that address is invited as themselves.

    Whether an address is known here is not told: both are answered alike.
    """
    game = lock_game(game_id)
    player_of(game, user)
    if not game.is_open:
        raise ServiceError("not-open", 409)
    if game.invitations.filter(answer=Invitation.Answer.WAITING).count() >= MOST_WAITING:
        raise ServiceError("too-many-invitations", 429)
    who = who.strip()
    guest = (
        User.objects.filter(is_active=True)
        .filter(Q(username__iexact=who) | Q(email__iexact=who))
        .first()
    )
    if guest is None:
        return _invite_address(game, user, who)
    if game.players.filter(user=guest).exists():
        raise ServiceError("sits-here", 409)
    if Block.objects.filter(
        Q(blocker=guest, blocked=user) | Q(blocker=user, blocked=guest)
    ).exists():
        raise ServiceError("blocked", 403)
    invitation, _ = Invitation.objects.get_or_create(
        game=game, user=guest, defaults={"invited_by": user, "email": ""}
    )
    if invitation.answer == Invitation.Answer.DECLINED:
        raise ServiceError("declined", 409)
    live.tell(code=game.code, users=[guest.pk])
    wake_post(invitation.pk)
    return invitation


def _invite_address(game: Game, user: User, address: str) -> Invitation:
    try:
        validate_email(address)
    except ValidationError as error:
        raise ServiceError("nobody-by-that-name", 422) from error
    invitation, _ = Invitation.objects.get_or_create(
        game=game, email=address.lower(), defaults={"invited_by": user}
    )
    wake_post(invitation.pk)
    live.tell(code=game.code)
    return invitation


@transaction.atomic
def decline(*, invitation_id: int, user: User) -> Invitation:
    invitation = (
        Invitation.objects.select_for_update(of=("self",))
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


@transaction.atomic
def mail(*, invitation_id: int) -> bool:
    """Send the invitation's mail, once. Whoever sits down or declines first gets none."""
    invitation = (
        Invitation.objects.select_for_update(skip_locked=True, of=("self",))
        .select_related("game", "user", "invited_by")
        .filter(
            pk=invitation_id,
            mailed_at=None,
            answer=Invitation.Answer.WAITING,
            game__status=Game.Status.OPEN,
        )
        .first()
    )
    if invitation is None:
        return False
    send_invitation(invitation)
    invitation.mailed_at = timezone.now()
    invitation.save(update_fields=["mailed_at"])
    return True
