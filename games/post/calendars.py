"""A person's deadlines as a calendar that other programs subscribe to."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event

from accounts.models import User
from games.models import Game
from games.pages.addresses import own_game_address
from games.post.letters import game_name, opponents

BEFORE = timedelta(hours=2)


def deadlines(person: User, games: Iterable[Game]) -> bytes:
    with translation.override(person.language or settings.LANGUAGE_CODE):
        calendar = Calendar()
        calendar.add("prodid", f"-//{settings.SITE_NAME}//")
        calendar.add("version", "2.0")
        calendar.add("x-wr-calname", settings.SITE_NAME)
        for game in games:
            calendar.add_component(_event(person, game))
        return bytes(calendar.to_ical())


def _event(person: User, game: Game) -> Event:
    others = opponents(game, person.pk)
    host = urlsplit(settings.SITE_URL).hostname
    title = _("Your turn: %(game)s with %(others)s") % {"game": game_name(game), "others": others}
    event = Event()
    event.add("uid", f"{game.code}-{game.ply}@{host}")
    event.add("dtstamp", game.moved_at)
    event.add("dtstart", game.deadline)
    event.add("dtend", game.deadline)
    event.add("summary", title)
    event.add("url", own_game_address(game.code))
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", title)
    alarm.add("trigger", -BEFORE)
    event.add_component(alarm)
    return event
