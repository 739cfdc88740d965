"""Players to log in as on a developer's machine, and their games. Run again, it adds nothing."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from accounts.models import User
from accounts.services import create_user
from games import roles
from games.bots import BOTS, FIRST_CHOICE
from games.models import Game
from games.services import moves, tables, talk
from games.services.moderation.people import change_role
from games.services.moderation.reports import report

PASSWORD = "tiles-by-post"  # noqa: S105 (for a developer's machine only)
PLAYERS = ("ada", "ben", "chloe", "david")
MODERATOR, ADMINISTRATOR = "mona", "admin"


class Command(BaseCommand):
    help = "Make the demo players and their games, if they are not there."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError("Demo players have a known password; they are for development only.")
        people = {name: _person(name) for name in (*PLAYERS, MODERATOR, ADMINISTRATOR)}
        if not people[MODERATOR].groups.exists():
            _give_role(people[ADMINISTRATOR], people[MODERATOR])
        if not Game.objects.exists():
            _make_games(**{name: people[name] for name in PLAYERS})


def _person(name: str) -> User:
    known = User.objects.filter(username=name).first()
    leads = name == ADMINISTRATOR
    return known or create_user(
        username=name,
        email=f"{name}@example.org",
        password=PASSWORD,
        is_staff=leads,
        is_superuser=leads,
    )


def _give_role(administrator: User, person: User) -> None:
    change_role(
        by=administrator, person_id=person.pk, why="For the demonstration", role=roles.MODERATOR
    )


@transaction.atomic
def _make_games(*, ada: User, ben: User, chloe: User, david: User) -> None:
    _game([ada, ben], plies=17)
    _game([ada, ben, chloe, david], plies=24)
    _game([chloe, ada], plies=1000)
    _game([ben, chloe], plies=9, turn_time=timedelta(days=1))
    _game([ada, ben], plies=9, engine_slug="shifting_stones")
    _game([chloe, ada, david], plies=300, engine_slug="shifting_stones")
    tables.play_now(user=ada, engine_slug="qwirkle")
    tables.play_now(user=ada, engine_slug="shifting_stones", seats=1)
    tables.open_table(opener=chloe, engine_slug="qwirkle", seats=3)
    tables.open_table(opener=david, engine_slug="qwirkle", seats=2, weekends_off=True)
    report(reporter=ada, person=david, category="stalling", text="Three days for every move?")


def _game(people: list[User], *, plies: int, engine_slug: str = "qwirkle", **choices: Any) -> None:
    host, *guests = people
    game = tables.open_table(opener=host, engine_slug=engine_slug, seats=len(people), **choices)
    for guest in guests:
        game = tables.join(game_id=game.pk, user=guest)
    by_seat = {player.seat: player.user for player in game.players.select_related("user")}
    choose = BOTS[game.engine_slug][FIRST_CHOICE[game.engine_slug]]
    for _ in range(plies):
        user = by_seat.get(-1 if game.to_act is None else game.to_act)
        if user is None:
            break
        view = game.engine.view(game.engine.load(game.state or {}), game.to_act)
        played = moves.play(game_id=game.pk, user=user, actions=choose(view), expected_ply=game.ply)
        game = played.game
    talk.say(game_id=game.pk, user=host, text="Good luck, and take your time!")
