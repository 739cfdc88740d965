"""Mails about games: one short function a message, with its templates."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils import translation

from games.models import Invitation
from games.presenters import PRESENTERS


def send_invitation(invitation: Invitation) -> None:
    """In the reader's language; for somebody not here yet, in that of who invites."""
    reader, host = invitation.user, invitation.invited_by
    language = (reader and reader.language) or (host and host.language) or settings.LANGUAGE_CODE
    with translation.override(language):
        _send(
            "invitation",
            to=reader.email if reader else invitation.email,
            context={
                "host": host.username if host else "",
                "game_name": PRESENTERS[invitation.game.engine_slug].name,
                "link": f"{settings.SITE_URL}/invitations/{invitation.token}/",
                "site_name": settings.SITE_NAME,
            },
        )


def _send(kind: str, *, to: str, context: dict[str, Any]) -> None:
    def part(name: str) -> str:
        return render_to_string(f"emails/{kind}_{name}", context)

    mail = EmailMultiAlternatives(
        subject=" ".join(part("subject.txt").split()), body=part("body.txt"), to=[to]
    )
    mail.attach_alternative(part("body.html"), "text/html")
    mail.send()
