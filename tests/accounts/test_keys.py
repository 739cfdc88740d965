"""The page of one's passkeys and security keys, which is ours and not allauth's."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator

from accounts.models import User
from accounts.services import update_settings
from tests.factories import log_in

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("language", "kind", "unused"),
    [("en", "Passkey", "Not used yet"), ("fr", "Clé d’accès", "Pas encore utilisée")],
)
def test_keys_are_listed_in_the_readers_words(
    alice: User, language: str, kind: str, unused: str
) -> None:
    update_settings(user=alice, language=language)
    credential = {"clientExtensionResults": {"credProps": {"rk": True}}}
    Authenticator.objects.create(
        user=alice,
        type=Authenticator.Type.WEBAUTHN,
        data={"name": "<my phone>", "credential": credential},
    )

    page = log_in(alice).get("/accounts/2fa/webauthn/").content.decode()

    assert "&lt;my phone&gt;" in page
    assert kind in page
    assert unused in page
