"""Fills a database as a site has it after years, by SQL, within two minutes.

A few real games are played; all others are copies of them with other people, codes and times. Every
seat and the first moves of each game are there; of the reader's own games all moves are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Model
from django.utils import timezone

from accounts.models import Block, User
from games.models import Act, Game, Invitation, Message, Move, Notification, Player, Report
from games.moderation.services import counting
from games.play.services import bots, moves, results, talk
from games.tables.services import tables
from tests.bench.measuring import size
from tests.factories import UserFactory
from tests.playing import good_actions, play_on, start_game

KINDS = ("qwirkle", "shifting_stones")
STATES = ("finished", "active", "open")
AGO = "now() - f.at * interval '1000 days'"
BEFORE = f"{AGO} - interval '2 days'"
LATELY = "now() - f.at * interval '3 days'"
# However little there is of anything: as much as a page of a list shows.
A_PAGE = 60


@dataclass(frozen=True, slots=True)
class Sizes:
    finished: int = size("BENCH_FINISHED", 300_000)
    active: int = size("BENCH_ACTIVE", 100_000)
    open: int = size("BENCH_OPEN", 3_000)
    people: int = size("BENCH_PEOPLE", 20_000)
    # Of the games the reader's own.
    own_finished: int = size("BENCH_OWN_FINISHED", 3_000)
    own_active: int = size("BENCH_OWN_ACTIVE", 30)


def fill(reader: User, sizes: Sizes | None = None) -> None:
    """Everything; then those who plan queries look at it."""
    sizes = sizes or Sizes()
    templates = {status: _templates(status) for status in STATES}
    with _unchecked():
        first = _people(sizes.people)
        _games(templates, sizes, reader, first)
        _around(sizes, first)
    results.recount(people=None)
    # What is in a transaction cannot be cleared up.
    _run("ANALYZE" if connection.in_atomic_block else "VACUUM ANALYZE")
    counting.count_days(now=timezone.now())


@contextmanager
def _unchecked() -> Iterator[None]:
    """What copies refer to is there, as it is for the originals."""
    _run("SET session_replication_role = replica")
    _run("SELECT setseed(0.5)")
    yield
    _run("SET session_replication_role = DEFAULT")


def _run(statement: str, **values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


def _copy(model: type[Model], source: str, own: Mapping[str, str], **values: object) -> None:
    """Rows `t` of the source as they are, but for what is each copy's own."""
    taken = {
        f'"{field.column}"': own.get(field.column, f't."{field.column}"')
        for field in model._meta.concrete_fields
        if field.column in own or not field.primary_key
    }
    into = f"INSERT INTO {model._meta.db_table} ({', '.join(taken)})"
    _run(f"{into} SELECT {', '.join(taken.values())} FROM {source}", **values)


def _people(count: int) -> int:
    """The number of the first of them."""
    template = UserFactory(username="somebody")
    own = {
        "id": "t.id + n",
        "username": "'player-' || n",
        "name_skeleton": "'player-' || n",
        "email": "'player-' || n || '@example.org'",
        "date_joined": "now() - random() * interval '1000 days'",
        "bounced_at": f"CASE WHEN n %% 500 = 7 OR n <= {A_PAGE} THEN now() END",
        "muted_until": "CASE WHEN n %% 700 = 7 THEN now() + interval '1 day' END",
    }
    source = "accounts_user AS t, generate_series(1, %(count)s) AS n WHERE t.id = %(template)s"
    _copy(User, source, own, count=count, template=template.pk)
    _run("SELECT setval('accounts_user_id_seq', %(top)s)", top=template.pk + count)
    return template.pk + 1


def _templates(status: str) -> list[Game]:
    """Real games of both kinds, for two, for three, and against the computer."""
    hosts = [UserFactory() for _ in range(3)]
    if status == "open":
        return [
            tables.open_table(opener=host, engine_slug=slug, seats=3, public=host != hosts[2])
            for slug in KINDS
            for host in hosts
        ]
    made = []
    for number, slug in enumerate(KINDS * 2):
        game = start_game(*hosts[: 2 + number // 2], engine_slug=slug, public=number != 3)
        talk.say(game_id=game.pk, user=hosts[0], text="Have fun!")
        made.append(play_on(game) if status == "finished" else play_on(game, 12 + number))
    alone = tables.play_now(user=hosts[0], engine_slug="qwirkle")
    return [*made, _with_the_computer(alone, to_its_end=status == "finished")]


def _with_the_computer(game: Game, *, to_its_end: bool) -> Game:
    while game.is_active and (to_its_end or not game.waits_for_id):
        if bots.take_turn(game_id=game.pk) is None:
            actions = good_actions(game)
            moves.play(game_id=game.pk, user=game.waits_for, actions=actions, expected_ply=game.ply)
        game = Game.objects.get(pk=game.pk)
    return game


def _games(templates: Mapping[str, list[Game]], sizes: Sizes, reader: User, first: int) -> None:
    """Which game is a copy of which, and who sits at it; then their rows.

    Nobody sits at a table twice. The first copies of each state are the reader's, in turn in each
    seat.
    """
    _run(
        "CREATE TEMP TABLE filling (id bigint DEFAULT nextval('games_game_id_seq'),"
        " template bigint, state text, n bigint, own bool, at float DEFAULT random())"
    )
    for status in STATES:
        own = {"finished": sizes.own_finished, "active": sizes.own_active, "open": 0}[status]
        numbers = [game.pk for game in templates[status]]
        _run(
            "INSERT INTO filling (template, state, n, own) SELECT (%(numbers)s::bigint[])"
            "[1 + n %% array_length(%(numbers)s::bigint[], 1)], %(status)s, n, n <= %(own)s "
            "FROM generate_series(1, %(count)s) AS n",
            numbers=numbers,
            status=status,
            own=own,
            count=getattr(sizes, status),
        )
    _run("CREATE UNIQUE INDEX ON filling (id)")
    _run("ANALYZE filling")
    sitter = (
        "CASE WHEN t.user_id IS NULL THEN NULL WHEN f.own AND t.seat = f.n %% 2 THEN %(reader)s "
        "ELSE %(first)s + (f.n * 7919 + t.seat * 104729) %% %(people)s END"
    )
    who = {"reader": reader.pk, "first": first, "people": sizes.people}
    over = "CASE WHEN f.state = 'finished' THEN {} ELSE t.{} END"
    _copy(
        Player,
        "filling AS f JOIN games_player AS t ON t.game_id = f.template",
        {"game_id": "f.id", "user_id": sitter, "over_at": over.format(AGO, "over_at")},
        **who,
    )
    sits = "(SELECT user_id FROM games_player AS p WHERE p.game_id = f.id AND p.seat = {})"
    _copy(
        Game,
        "filling AS f JOIN games_game AS t ON t.id = f.template",
        {
            "id": "f.id",
            "code": "'z' || lpad(to_hex(f.id), 7, '0')",
            "invite_token": "md5(f.id::text)",
            "opened_by_id": sits.format("0"),
            "waits_for_id": f"CASE WHEN t.waits_for_id > 0 THEN {sits.format('t.to_act')} END",
            "created_at": f"CASE f.state WHEN 'open' THEN {LATELY} ELSE {BEFORE} END",
            "started_at": f"CASE WHEN f.state <> 'open' THEN {BEFORE} END",
            "moved_at": f"CASE f.state WHEN 'active' THEN {LATELY} WHEN 'finished' THEN {AGO} END",
            "finished_at": over.format(AGO, "finished_at"),
            "deadline": "CASE WHEN t.deadline > now() THEN now() + f.at * interval '3 days' END",
            "remind_at": "CASE WHEN t.remind_at > now() THEN now() + f.at * interval '2 days' END",
        },
    )
    _copy(
        Move,
        "filling AS f JOIN games_move AS t ON t.game_id = f.template WHERE f.own OR t.ply < 3",
        {
            "game_id": "f.id",
            "person_id": sitter.replace("t.user_id", "t.person_id"),
            "made_at": f"CASE f.state WHEN 'active' THEN {LATELY} ELSE {AGO} END",
        },
        **who,
    )


def _around(sizes: Sizes, first: int) -> None:
    """What is written besides: mails, talk, invitations, reports, the trail, sessions, blocks."""
    a_game = "filling AS f JOIN games_player AS p ON p.game_id = f.id AND p.user_id > 0"
    told = Notification.objects.filter(kind=Notification.Kind.YOUR_TURN)[0].pk
    failed = f"(f.n %% 5001 = 1 OR f.n <= {A_PAGE})"
    mail = {
        "user_id": "p.user_id",
        "game_id": "f.id",
        "ply": "1 + p.seat",
        "created_at": LATELY,
        "not_before": "CASE WHEN f.n %% 50 = 0 THEN now() + interval '1 day' ELSE now() END",
        "state": "CASE WHEN f.n %% 50 = 0 THEN 'waiting' WHEN f.n %% 7 = 0 THEN 'dropped' "
        f"WHEN {failed} THEN 'failed' ELSE 'sent' END",
        "last_error": f"CASE WHEN {failed} THEN 'mailbox unavailable' ELSE '' END",
        "sent_at": LATELY,
    }
    _copy(
        Notification,
        f"{a_game} AND f.state <> 'open', games_notification AS t WHERE t.id = %(told)s",
        mail,
        told=told,
    )
    said = {"game_id": "f.id", "author_id": "p.user_id", "said_at": AGO}
    _copy(
        Message,
        f"{a_game} AND (f.n %% 4 = 0 OR f.own), games_message AS t WHERE t.id = %(said)s",
        said,
        said=Message.objects.all()[0].pk,
    )
    _small(sizes, first)


def _small(sizes: Sizes, first: int) -> None:
    values = {"first": first, "people": sizes.people, "many": max(A_PAGE, sizes.people // 10)}
    person = "%(first)s + (n * 31) %% %(people)s"
    series = "generate_series(1, %(many)s) AS n"
    rows: dict[type[Model], dict[str, str]] = {
        Block: {
            "blocker_id": "%(first)s + n",
            "blocked_id": "%(first)s + n - 1",
            "created_at": "now()",
        },
        Report: {
            "reporter_id": person,
            "person_id": "%(first)s + n",
            "category": "'abuse'",
            "text": "'what they said, number ' || n",
            "status": "CASE WHEN n %% 40 = 0 THEN 'open' ELSE 'dismissed' END",
            "answer": "''",
            "created_at": "now() - n * interval '1 hour'",
        },
        Act: {
            "what": "CASE WHEN n %% 3 = 0 THEN 'warn' ELSE 'mute' END",
            "by_name": "'desk'",
            "person_id": person,
            "at": "now() - n * interval '1 hour'",
            "why": "'reason number ' || n",
            "before": "'{}'",
            "after": "'{}'",
        },
        Session: {
            "session_key": "md5('session' || n)",
            "session_data": "''",
            "expire_date": "now() + n * interval '1 minute'",
        },
    }
    for model, columns in rows.items():
        into = f"INSERT INTO {model._meta.db_table} ({', '.join(columns)})"
        _run(f"{into} SELECT {', '.join(columns.values())} FROM {series}", **values)
    _run(
        f"INSERT INTO {Invitation._meta.db_table} (game_id, invited_by_id, user_id, email, token,"
        " answer, mailed, created_at) SELECT f.id, p.user_id,"
        " %(first)s + (f.n * 13 + 7) %% %(people)s,"
        " '', md5('invitation' || f.id), 'waiting', false, now() FROM filling AS f"
        " JOIN games_player AS p ON p.game_id = f.id AND p.seat = 0 WHERE f.state = 'open'",
        **values,
    )
