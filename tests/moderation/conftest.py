"""Three moderators of different rank, and whom and what they look after."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Game
from games.moderation.services import people
from games.moderation.services.role_groups import make_role_groups
from games.post import moderators_notices
from tests.factories import UserFactory
from tests.playing import play_on, start_game


@pytest.fixture
def owner(db: None) -> User:
    make_role_groups()
    return UserFactory(username="owner", is_staff=True, is_superuser=True)


def _with_role(owner: User, name: str, role: str) -> User:
    person = UserFactory(username=name)
    people.change_role(by=owner, person_id=person.pk, why="welcome", role=role)
    return User.objects.get(pk=person.pk)


@pytest.fixture
def mona(owner: User) -> User:
    """A moderator."""
    return _with_role(owner, "mona", moderators_notices.MODERATOR)


@pytest.fixture
def sena(owner: User) -> User:
    """A senior moderator."""
    return _with_role(owner, "sena", moderators_notices.SENIOR)


@pytest.fixture
def adam(owner: User) -> User:
    """An administrator."""
    return _with_role(owner, "adam", moderators_notices.ADMINISTRATOR)


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return play_on(start_game(alice, bob), 6)
