"""What is written in one go is what the templates wrote that it replaces."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.models import Notification
from games.post.services import telling
from games.words import moment
from tests.factories import log_in
from tests.playing import start_game

SELECTS = [
    forms.Select(choices=[("a", "one"), ("b", "two")]),
    forms.Select(choices=[("", "–"), *((hour, f"{hour}:00") for hour in range(24))]),
    forms.Select(choices=[("<a>", "<b>&\"'"), ("b", gettext_lazy("Lobby"))]),
    forms.Select(choices=[("<group>", [("a", "one"), ("b", "two")]), ("c", "three")]),
    forms.SelectMultiple(choices=[("a", "one"), ("b", "two")]),
    forms.Select(attrs={"class": "wide", "disabled": True}, choices=[]),
]


@pytest.mark.parametrize("select", SELECTS)
@pytest.mark.parametrize("value", ["a", "b", 7, None, ["a", "b"], "<a>"])
def test_a_select_is_as_django_draws_it(select: forms.Select, value: object) -> None:
    """But for the space between its options."""

    def squeezed(html: str) -> str:
        return re.sub(r">\s+<", "><", html)

    ours = select.render("field", value, {"id": "x"})
    djangos = select.render("field", value, {"id": "x"}, renderer=DjangoTemplates())
    assert squeezed(ours) == squeezed(djangos)


@pytest.mark.parametrize("zone", ["UTC", "America/Lima", "Asia/Kathmandu"])
@pytest.mark.parametrize("language", ["en", "fr", "nl", "ru", "he"])
def test_a_moment_is_told_in_the_readers_zone_and_language(zone: str, language: str) -> None:
    instant = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)
    for _ in range(2):
        with translation.override(language), timezone.override(ZoneInfo(zone)):
            assert moment(instant) == date_format(localtime(instant), "SHORT_DATETIME_FORMAT")


def test_the_mails_of_a_person_are_listed(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    told = telling.notification_for(user=alice, kind="your_turn", game=game, ply=game.ply + 1)
    told.last_error = "<b>no</b>"
    telling.write([told])

    page = log_in(alice).get("/settings/mail/").content.decode()

    (row,) = (row for row in re.findall("<tr>.*?</tr>", page) if "&lt;b&gt;no" in row)
    assert f'<a href="/g/{game.code}/">{game.code}</a>' in row
    assert str(Notification.Kind.YOUR_TURN.label) in row
    assert "<b>" not in row
