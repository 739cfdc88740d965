"""What an act's page announces is what then happens, in every row, for every act."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.db.models import Model
from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import User
from games.models import Act, Game, Message, Move, Notification, Player, Report, SitePause
from games.moderation.desk.subjects import SUBJECTS, find_act
from games.moderation.services import take_back
from games.moderation.services.plans import Plan, TurnPlan
from games.moderation.services.shutting_out import ShutOutPlan
from games.moderation.services.take_back import TakeBackPlan
from games.play.services import moves
from games.play.services.moves import GAME_FIELDS, PLAYER_FIELDS
from games.tables.services import tables
from games.words import player_name
from tests.factories import UserFactory, log_in
from tests.moderation.test_roles import WEEK, Situation
from tests.playing import play_on, start_game

What = Act.What
STORED: tuple[type[Model], ...] = (
    *(Game, Player, Move, Message, Report, Notification, Act, User, SitePause, Authenticator),
)
FRIDAY = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def stopped_time() -> Iterator[None]:
    """What is planned and what is done lie in one instant."""
    with time_machine.travel(FRIDAY, tick=False):
        yield


@pytest.fixture
def situation(owner: User, alice: User, bob: User, charlie: User) -> Situation:
    """A table of four where one has left, for whose coming back moves are taken back."""
    dora = UserFactory(username="dora")
    game = play_on(start_game(alice, bob, charlie, dora), 4)
    moves.resign(game_id=game.pk, user=dora)
    game = play_on(Game.objects.get(pk=game.pk), 1)
    start_game(alice, bob)
    tables.open_table(opener=alice, engine_slug="qwirkle", seats=2)
    return Situation(game, alice, UserFactory(username="erin"))


def all_rows() -> dict[str, list[dict[str, Any]]]:
    return {
        model.__name__: list(model._default_manager.order_by("pk").values()) for model in STORED
    }


def arguments(what: What, situation: Situation) -> dict[str, Any]:
    """But for who, why and what it is done to."""
    ply, seat = {"expected_ply": situation.game.ply}, {"seat": 0}
    until = {"until": timezone.now() + WEEK}
    message = {"message_id": situation.message.pk}
    given: dict[What, dict[str, Any]] = {
        What.EXTEND: {"span": WEEK},
        What.SKIP: ply,
        What.TAKE_BACK: {**ply, "to_ply": 2},
        What.SEAT_BOT: seat,
        What.SEAT_PERSON: {**seat, "person": situation.charlie},
        What.REMOVE: seat,
        What.ADJUDICATE: {**ply, "places": [4, 1, 2, 3]},
        What.HIDE_MESSAGE: message,
        What.SHOW_MESSAGE: message,
        What.MUTE: until,
        What.SUSPEND: {**until, "games": "withdraw"},
        What.BAN: {"games": "bot"},
        What.ROLE: {"role": "moderator"},
        What.ASSIGN: {"to": None},
        What.ANSWER: {"upheld": True, "answer": "thank you"},
    }
    return given.get(what, {})


def target_of(what: What, situation: Situation) -> dict[str, Any]:
    subject, _offered = find_act(what)
    on = {"game": situation.game, "person": situation.alice, "report": situation.report}
    if not subject.name:
        return {}
    row = on[subject.name]
    return {subject.name: type(row)._default_manager.get(pk=row.pk)}


@pytest.mark.parametrize("what", [what for what in What if what != What.LOOK])
def test_the_plan_is_what_happens(what: What, owner: User, situation: Situation) -> None:
    situation.prepare(what, owner)
    target, given = target_of(what, situation), arguments(what, situation)
    _subject, offered = find_act(what)
    rows, mails = all_rows(), set(Notification.objects.values_list("pk", flat=True))

    plan = offered.plan(by=owner, **target, **given)

    assert all_rows() == rows, "to plan is to change nothing"
    where = {f"{name}_id": row.pk for name, row in target.items()}
    act = offered.service(by=owner, why="so", **where, **given)
    act.refresh_from_db()
    assert act.before == json.loads(json.dumps(plan.before))
    assert act.after == json.loads(json.dumps(plan.after))
    assert (act.game, act.person, act.other, act.report) == (
        *(plan.game, plan.person, plan.other, plan.report),
    )
    written = Notification.objects.exclude(pk__in=mails)
    assert {mail.user for mail in written} == set(plan.readers)
    check_rows(plan)


def check_rows(plan: Plan) -> None:
    """Each row has the values that were planned."""
    for change in plan.changes:
        stored = type(change.row)._default_manager.get(pk=change.row.pk)
        assert {name: getattr(stored, name) for name in change.values} == dict(change.values)
    if isinstance(plan, TurnPlan):
        check_turn(plan)
    if isinstance(plan, TakeBackPlan):
        assert not Move.objects.filter(pk__in=[move.pk for move in plan.gone]).exists()
        assert Move.objects.filter(game=plan.game).count() == plan.to_ply
    if isinstance(plan, ShutOutPlan):
        assert len(plan.waiting) == 1
        assert not Player.objects.filter(user=plan.person, game__in=plan.waiting).exists()
        for seat in plan.seats:
            check_rows(seat)


def check_turn(plan: TurnPlan) -> None:
    after, game = plan.turn.game, Game.objects.get(pk=plan.turn.game.pk)
    assert [getattr(game, it) for it in GAME_FIELDS] == [getattr(after, it) for it in GAME_FIELDS]
    for planned, player in zip(plan.turn.players, game.players.all(), strict=True):
        for name in (*PLAYER_FIELDS, "draft"):
            assert getattr(player, name) == getattr(planned, name)
    played = list(game.moves.filter(ply__gte=game.ply - len(plan.turn.moves)))
    assert [(it.ply, it.seat, it.action, it.points) for it in played] == [
        (it.ply, it.seat, it.action, it.points) for it in plan.turn.moves
    ]


def test_every_act_but_a_look_has_a_plan() -> None:
    offered = {what for subject in SUBJECTS for what in subject.acts}

    assert offered == set(What) - {What.LOOK}


def announced(browser: Any, what: What, **fields: Any) -> str:
    """What the page says before it is confirmed."""
    page = browser.post(f"/admin/act/{what.value}/", {"why": "so", **fields})
    return html.unescape(page.content.decode())


def test_more_time_over_a_weekend_is_announced_as_it_will_be(
    alice: User, bob: User, owner: User
) -> None:
    game = play_on(start_game(alice, bob, weekends_off=True, turn_time=timedelta(hours=1)), 1)
    fields = {"on": game.pk, "span": 86400, "expected_ply": game.ply}
    browser = log_in(owner)

    text = announced(browser, What.EXTEND, **fields)
    browser.post("/admin/act/extend/", {"why": "so", **fields, "confirmed": "1"})

    longer = Game.objects.get(pk=game.pk).deadline
    assert longer.weekday() == 0
    assert f"→ {date_format(timezone.localtime(longer), 'DATETIME_FORMAT')}" in text


@pytest.mark.parametrize(("seats", "over"), [(2, True), (3, False)])
def test_the_end_that_removing_somebody_brings_is_announced(
    seats: int, over: bool, owner: User
) -> None:
    game = play_on(start_game(*(UserFactory() for _ in range(seats))), 3)
    player = game.players.get(seat=0)
    fields = {"on": game.pk, "seat": f"0:{player.user_id}:"}
    browser = log_in(owner)

    text = announced(browser, What.REMOVE, **fields)
    browser.post("/admin/act/remove/", {"why": "so", **fields, "confirmed": "1"})

    assert ("so the game is over" in text) == over
    assert Game.objects.get(pk=game.pk).is_finished == over


def test_the_moves_and_the_turn_that_are_announced_are_those_that_come(
    game: Game, owner: User
) -> None:
    fields = {"on": game.pk, "to_ply": 3, "expected_ply": game.ply}
    browser = log_in(owner)

    text = announced(browser, What.TAKE_BACK, **fields)
    browser.post("/admin/act/take_back/", {"why": "so", **fields, "confirmed": "1"})

    game = Game.objects.get(pk=game.pk)
    assert "3 moves are undone." in text
    assert game.moves.count() == 3
    acting = player_name(game.players.get(seat=game.to_act))
    assert f"Then it's {acting}'s turn." in text


def test_a_game_is_replayed_once_to_say_what_is_taken_back_and_once_to_do_it(
    game: Game, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    replayed: list[int] = []
    real = take_back.position

    def counted(game: Game, played: list[Move], ply: int) -> Any:
        replayed.append(ply)
        return real(game, played, ply)

    monkeypatch.setattr(take_back, "position", counted)
    fields = {"why": "so", "on": game.pk, "to_ply": 3, "expected_ply": game.ply}
    browser = log_in(owner)

    browser.post("/admin/act/take_back/", fields)
    assert replayed == [3]
    browser.post("/admin/act/take_back/", {**fields, "confirmed": "1"})
    assert replayed == [3, 3]


def test_what_would_be_refused_is_said_before_it_is_confirmed(
    game: Game, owner: User, alice: User
) -> None:
    seat = game.players.get(user=alice)
    fields = {"on": game.pk, "seat": f"{seat.seat}:{alice.pk}:", "person": "bob"}

    page = log_in(owner).post("/admin/act/seat_person/", {"why": "so", **fields})

    assert page.status_code == 422
    assert 'name="confirmed"' not in page.content.decode()


def test_of_many_the_moderators_own_table_is_announced_as_left_alone(
    game: Game, mona: User, alice: User, bob: User
) -> None:
    own = start_game(mona, UserFactory(username="erin"))
    browser, on = log_in(mona), f"{game.pk},{own.pk}"

    text = html.unescape(browser.get(f"/admin/act/pause/?on={on}").content.decode())
    browser.post("/admin/act/pause/", {"why": "so", "on": on})

    assert text.count("Will be emailed") == 1
    assert "Will be emailed: alice, bob." in text
    assert list(Game.objects.filter(paused_at__isnull=False)) == [game]
