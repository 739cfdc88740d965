"""Choosing mails, the calendar, vacation, the mailbox of a developer's machine."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from accounts.models import User
from games.models import Game
from games.post.services import delivery
from tests.factories import UserFactory, log_in
from tests.playing import play_on, start_game, user_to_act

CHOICES = {
    "cadence": "digest",
    "digest_hour": "19",
    "kinds": ["your_turn", "over"],
    "remind_last": "on",
    "quiet_from": "22",
    "quiet_until": "7",
}


def test_choices_are_kept(alice: User) -> None:
    client = log_in(alice)

    assert client.post("/settings/mail/", CHOICES).status_code == 302

    alice.refresh_from_db()
    assert (alice.cadence, alice.digest_hour) == ("digest", 19)
    assert (alice.quiet_from, alice.quiet_until) == (22, 7)
    assert (alice.remind_half, alice.remind_last) == (False, True)
    assert set(alice.mail_off) == {"invitation", "started", "reminder", "missed", "message"}
    page = client.get("/settings/mail/").content.decode()
    assert re.findall(r'value="(\w+)" id="id_kinds_\d" checked', page) == ["your_turn", "over"]


@pytest.mark.parametrize(
    "wrong",
    [{"cadence": "often"}, {"digest_hour": "25"}, {"kinds": ["spam"]}, {"quiet_until": ""}],
    ids=lambda wrong: next(iter(wrong)),
)
def test_senseless_choices_are_refused(alice: User, wrong: dict[str, Any]) -> None:
    assert log_in(alice).post("/settings/mail/", CHOICES | wrong).status_code == 422


def test_the_page_lists_what_was_sent(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 3)
    delivery.deliver()

    page = log_in(user_to_act(game)).get("/settings/mail/").content.decode()

    assert game.code in page


def test_the_calendar_has_the_deadlines_of_ones_own_turns(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 3)
    person, other = user_to_act(game), (alice if user_to_act(game) == bob else bob)
    log_in(person).get("/settings/mail/")
    log_in(other).get("/settings/mail/")

    def events(user: User) -> list[Any]:
        user.refresh_from_db()
        response = Client().get(f"/calendar/{user.calendar_token}.ics")
        assert response.headers["Content-Type"] == "text/calendar; charset=utf-8"
        return Calendar.from_ical(response.content).walk("VEVENT")

    (event,) = events(person)
    assert event["dtstart"].dt == game.deadline.replace(microsecond=0)
    assert f"/g/{game.code}/" in event["url"]
    assert events(other) == []


def test_the_calendars_address_can_be_reset(alice: User) -> None:
    client = log_in(alice)
    client.get("/settings/mail/")
    alice.refresh_from_db()
    old = alice.calendar_token

    client.post("/settings/calendar/reset/")

    assert Client().get(f"/calendar/{old}.ics").status_code == 404
    alice.refresh_from_db()
    assert Client().get(f"/calendar/{alice.calendar_token}.ics").status_code == 200


def test_a_vacation_is_taken_seen_at_the_table_and_ended(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob), 3)
    away = user_to_act(game)
    today = timezone.localdate()
    form = {"first_day": today, "last_day": today + timedelta(days=9)}
    client = log_in(away)

    assert client.post("/settings/vacation/", form).status_code == 302
    assert "End vacation" in client.get("/settings/vacation/").content.decode()
    assert "away until" in Client().get(f"/g/{game.code}/").content.decode()
    assert Game.objects.get().deadline > timezone.now() + timedelta(days=9)
    client.post("/settings/vacation/end/")

    assert "away until" not in Client().get(f"/g/{game.code}/").content.decode()


@pytest.mark.parametrize(("first", "last"), [(0, 60), (5, 1), (-9, -2)])
def test_a_vacation_that_cannot_be_is_explained(alice: User, first: int, last: int) -> None:
    today = timezone.localdate()
    form = {"first_day": today + timedelta(days=first), "last_day": today + timedelta(days=last)}

    response = log_in(alice).post("/settings/vacation/", form)

    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()


def test_the_mailbox_shows_what_would_have_been_sent(
    db: None, settings: Any, tmp_path: Path
) -> None:
    settings.DEBUG = True
    settings.EMAIL_FILE_PATH = str(tmp_path)
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    mail = EmailMultiAlternatives("Hello", "text http://x/accounts/confirm/", to=["a@example.org"])
    mail.attach_alternative("<p>html</p>", "text/html")
    mail.send()
    client = Client()

    assert "Hello" in client.get("/mailbox/").content.decode()
    assert 'href="/accounts/confirm/"' in client.get("/mailbox/0/").content.decode()
    assert "<p>html</p>" in client.get("/mailbox/0/html/").content.decode()
    assert client.get("/mailbox/7/").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["", "0/", "0/html/"])
def test_production_has_no_mailbox(address: str) -> None:
    assert Client().get(f"/mailbox/{address}").status_code == 404


def test_moderators_see_the_outbox(alice: User, bob: User) -> None:
    play_on(start_game(alice, bob), 3)
    client = log_in(UserFactory(is_staff=True, is_superuser=True))

    page = client.get("/admin/games/notification/")

    assert page.status_code == 200
    assert "alice" in page.content.decode()
    assert client.get("/admin/games/notification/add/").status_code == 404
