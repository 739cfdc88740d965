from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from accounts.models import User
from games.management.commands.demo import PASSWORD
from games.models import Game


@pytest.mark.django_db
def test_the_demo_makes_people_and_games_in_every_state_once(settings: object) -> None:
    settings.DEBUG = True

    call_command("demo")
    call_command("demo")

    assert User.objects.count() == 6
    assert Game.objects.count() == 10
    assert set(Game.objects.values_list("status", flat=True)) == {"open", "active", "finished"}
    response = Client().post("/accounts/login/", {"login": "ada", "password": PASSWORD})
    assert response.status_code == 302


@pytest.mark.django_db
def test_the_demo_is_not_for_production() -> None:
    with pytest.raises(CommandError, match="development only"):
        call_command("demo")

    assert not User.objects.exists()
