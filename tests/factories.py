"""People and things for tests, made through the services where these make them."""

from __future__ import annotations

from typing import Any

import factory
from django.test import Client
from factory.django import DjangoModelFactory

from accounts.models import User
from accounts.services import create_user

PASSWORD = "correct horse battery"


class UserFactory(DjangoModelFactory[User]):
    class Meta:
        model = User

    username = factory.Sequence(lambda n: f"player{n}")
    email = factory.LazyAttribute(lambda user: f"{user.username}@example.org")
    password = PASSWORD

    @classmethod
    def _create(cls, model_class: type[User], *args: Any, **kwargs: Any) -> User:
        return create_user(*args, **kwargs)


def make_guest(engine_slug: str = "qwirkle", seats: int = 0) -> tuple[Client, User]:
    """A browser in which somebody pressed "Play" without having an account."""
    client = Client()
    address = f"/play-now/{engine_slug}/" + ("alone/" if seats == 1 else "")
    assert client.post(address).status_code == 302
    return client, User.objects.get(pk=client.session["_auth_user_id"])


def log_in(user: User | None = None) -> Client:
    """A browser of one's own; without a person, a visitor's."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client
