"""Celery's way in: wake-ups that may come twice, or late."""

from __future__ import annotations

from celery import shared_task

from games.services import invitations, moves, sweeps


@shared_task
def play_bot(game_id: int) -> None:
    moves.play_bot(game_id=game_id)


@shared_task
def mail_invitation(invitation_id: int) -> None:
    invitations.mail(invitation_id=invitation_id)


@shared_task
def sweep() -> None:
    """Do what no wake-up came for: a broker may lose everything."""
    sweeps.play_waiting_bots()
    sweeps.mail_waiting_invitations()
