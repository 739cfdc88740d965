"""When a person gets or loses a second factor, the sessions that never proved it end."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added, authenticator_removed
from django.dispatch import receiver
from django.http import HttpRequest

from accounts import proof, services
from accounts.models import User


@receiver([authenticator_added, authenticator_removed])
def factors_changed(request: HttpRequest, user: User, **kwargs: Any) -> None:
    services.end_sessions(user=user, but=request.session.session_key)


@receiver(authenticator_added)
def factor_added(request: HttpRequest, authenticator: Authenticator, **kwargs: Any) -> None:
    proof.note_factor(request, authenticator)
