"""Players to log in as on a developer's machine, and their games. Run again, it adds nothing."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from accounts.models import User
from accounts.services import create_user
from games.engine.thinking import Thinking
from games.kinds import KINDS
from games.models import Game
from games.moderation.services.people import change_role
from games.moderation.services.reports import report
from games.play.services import moves, talk
from games.post.moderators_notices import MODERATOR as ROLE
from games.tables.services import tables

PASSWORD = "tiles-by-post"  # noqa: S105 (for a developer's machine only)
PLAYERS = ("ada", "ben", "chloe", "david")
MODERATOR, ADMINISTRATOR = "mona", "admin"


class Command(BaseCommand):
    help = "Make the demo players and their games, if they are not there."

    def handle(self, *args: object, **options: object) -> None:
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
        by=administrator,
        person_id=person.pk,
        why="For the demonstration",
        role=ROLE,
    )


@transaction.atomic
def _make_games(*, ada: User, ben: User, chloe: User, david: User) -> None:
    """Most of the game that comes first, some of each of the others."""
    first, *others = KINDS
    _game(first, [ada, ben], turns=17)
    _game(first, [ada, ben, chloe, david], turns=24)
    _game(first, [chloe, ada], turns=1000)
    _game(first, [ben, chloe], turns=9, turn_time=timedelta(days=1))
    for slug in others:
        _game(slug, [ada, ben], turns=9)
        _game(slug, [chloe, ada, david], turns=300)
    for slug, kind in KINDS.items():
        tables.play_now(user=ada, engine_slug=slug, seats=1 if kind.can_be_alone else 0)
    tables.open_table(opener=chloe, engine_slug=first, seats=3)
    tables.open_table(opener=david, engine_slug=first, seats=2, weekends_off=True)
    report(reporter=ada, person=david, category="stalling", text="Three days for every move?")


def _game(
    slug: str, people: list[User], *, turns: int, turn_time: timedelta = timedelta(days=3)
) -> None:
    host, *guests = people
    game = tables.open_table(opener=host, engine_slug=slug, seats=len(people), turn_time=turn_time)
    for guest in guests:
        game = tables.join(game_id=game.pk, user=guest)
    by_seat = {player.seat: player.user for player in game.players.select_related("user")}
    choose = game.kind.bots[game.kind.first_bot].choose
    for _ in range(turns):
        user = by_seat.get(-1 if game.to_act is None else game.to_act)
        if user is None:
            break
        view = game.engine.view(game.engine.load(game.state or {}), game.to_act)
        played = moves.play(
            game_id=game.pk, user=user, actions=choose(view, Thinking()), expected_ply=game.ply
        )
        game = played.game
    talk.say(game_id=game.pk, user=host, text="Good luck, and take your time!")
