"""A reader and ten games for `tests.bench.pages`, made through the services as people make them."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from games.models import Game
from games.play.services import talk
from games.tables.services import tables
from tests.bench.measuring import size
from tests.factories import UserFactory
from tests.playing import play_on, start_game

READER, FRIEND = "reader", "friend"
# Turns of the games that are measured, and how many others the reader has.
TURNS = size("BENCH_TURNS", 20)
OTHERS = size("BENCH_OTHERS", 6)
KINDS = ("qwirkle", "shifting_stones")


@dataclass(frozen=True, slots=True)
class World:
    """What addresses of pages need."""

    reader: str
    friend: str
    qwirkle: str
    shifting_stones: str
    qwirkle_over: str
    shifting_stones_over: str
    waiting: str
    half: int


def made_or_found() -> World:
    """In the database as it is, or made in it."""
    reader, friend = _person(READER), _person(FRIEND)
    if not Game.objects.filter(opened_by=friend).exists():
        _make_games(reader, friend)
    mine = Game.objects.filter(opened_by=friend).order_by("pk")
    codes = {
        f"{slug}{suffix}": mine.filter(engine_slug=slug, status=status)[0]
        for slug in KINDS
        for suffix, status in (("", Game.Status.ACTIVE), ("_over", Game.Status.FINISHED))
    }
    return World(
        reader=reader.username,
        friend=friend.username,
        waiting=Game.objects.filter(opened_by=reader, status=Game.Status.OPEN)[0].code,
        half=min(game.ply for game in codes.values()) // 2,
        **{name: game.code for name, game in codes.items()},
    )


def _person(name: str) -> User:
    return User.objects.filter(username=name).first() or UserFactory(username=name)


def _make_games(reader: User, friend: User) -> None:
    for slug in KINDS:
        game = play_on(start_game(friend, reader, engine_slug=slug), TURNS)
        # It is the reader's turn, so that the page offers all there is.
        game = play_on(game, int(game.players.get(seat=game.to_act).user_id != reader.pk))
        for number, person in enumerate([reader, friend] * 3):
            talk.say(game_id=game.pk, user=person, text=f"Well played, number {number}.")
        play_on(start_game(friend, reader, engine_slug=slug))
    for number in range(OTHERS):
        play_on(start_game(friend, reader, engine_slug=KINDS[number % 2]), TURNS)
    tables.open_table(opener=reader, engine_slug="qwirkle", seats=4)
