"""Work that a lost wake-up left undone, found by looking."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.db.models import F
from django.utils import timezone

from games.models import Game, Invitation
from games.services.invitations import mail
from games.services.moves import play_bot

MOST_AT_ONCE = 200
# A wake-up that is on its way is given this long before we look ourselves.
GRACE = timedelta(seconds=30)
log = logging.getLogger(__name__)


def play_waiting_bots() -> int:
    """Each bot that is to act plays, in a transaction of its own."""
    waiting = Game.objects.filter(
        status=Game.Status.ACTIVE,
        players__bot__gt="",
        players__seat=F("to_act"),
        moved_at__lt=timezone.now() - GRACE,
    ).values_list("pk", flat=True)
    return sum(play_bot(game_id=pk) is not None for pk in list(waiting[:MOST_AT_ONCE]))


def mail_waiting_invitations() -> int:
    waiting = Invitation.objects.filter(
        mailed_at=None,
        answer=Invitation.Answer.WAITING,
        game__status=Game.Status.OPEN,
        created_at__lt=timezone.now() - GRACE,
    ).values_list("pk", flat=True)
    return sum(_mailed(pk) for pk in list(waiting[:MOST_AT_ONCE]))


def _mailed(invitation_id: int) -> bool:
    """One address that fails must not keep the others waiting; the next sweep tries it again."""
    try:
        return mail(invitation_id=invitation_id)
    except OSError:
        log.warning("invitation %s could not be mailed", invitation_id)
        return False
