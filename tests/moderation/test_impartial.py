"""Nobody judges their own games or opponents; what was revealed never goes on; acts have limits."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.machinery.errors import ServiceError
from games.models import Act, Game
from games.moderation import selectors
from games.moderation.services import (
    endings,
    games,
    looking,
    people,
    reports,
    seats,
    shutting_out,
    site,
    trail,
)
from games.moderation.services.take_back import take_back
from games.play.services import expiry, moves
from games.tables.services import rematches
from tests.factories import UserFactory, log_in
from tests.playing import play_on, start_game, user_to_act

DAY = timedelta(days=1)


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(ServiceError) as refused:
        act()
    return refused.value.code


def go_on(game: Game, by: User) -> Act:
    game = fresh(game)
    return take_back(by=by, game_id=game.pk, why="so", to_ply=game.ply, expected_ply=game.ply)


def go_back(game: Game, by: User) -> Act:
    game = fresh(game)
    return take_back(by=by, game_id=game.pk, why="so", to_ply=game.ply - 1, expected_ply=game.ply)


def run_out_of_time(game: Game) -> None:
    """Twice in a row."""
    loser = user_to_act(game)
    while fresh(game).is_active:
        now = fresh(game)
        if user_to_act(now) == loser:
            Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - DAY)
            expiry.expire(game_id=game.pk)
        else:
            play_on(now, 1)


# What was revealed


def ban_one(game: Game, owner: User) -> None:
    person = user_to_act(game)
    shutting_out.ban(by=owner, person_id=person.pk, why="so", games="withdraw")


ENDINGS: dict[str, Callable[[Game, User], object]] = {
    "removed": lambda game, owner: seats.remove(by=owner, game_id=game.pk, why="so", seat=0),
    "banned": ban_one,
    "decided": lambda game, owner: endings.adjudicate(
        by=owner, game_id=game.pk, why="so", places=[1, 2], expected_ply=game.ply
    ),
    "timed out": lambda game, owner: run_out_of_time(game),
}


@pytest.mark.parametrize("how", list(ENDINGS))
def test_an_end_from_outside_keeps_the_seed_until_it_cannot_be_taken_back(
    game: Game, owner: User, bob: User, how: str
) -> None:
    ENDINGS[how](game, owner)
    ended = fresh(game)
    assert ended.is_finished
    assert ended.seed_opens_at == pytest.approx(ended.finished_at + 3 * DAY, abs=DAY / 1440)
    watcher = log_in(UserFactory())

    for address in ("record/", "check/"):
        assert watcher.get(f"/g/{game.code}/{address}").status_code == 404
    page = watcher.get(f"/g/{game.code}/").content.decode()
    assert "the moderators can resume this game" in page
    assert "Check the shuffle" not in page

    Game.objects.filter(pk=game.pk).update(seed_opens_at=timezone.now())
    assert refusal(lambda: go_back(game, owner)) == "is-revealed"
    for address in ("record/", "check/"):
        assert watcher.get(f"/g/{game.code}/{address}").status_code == 200
    assert "can resume this game" not in watcher.get(f"/g/{game.code}/").content.decode()


def test_what_came_back_is_sealed_again(game: Game, owner: User) -> None:
    seats.remove(by=owner, game_id=game.pk, why="so", seat=0)

    go_back(game, owner)

    assert fresh(game).is_active
    assert fresh(game).seed_opens_at is None


@pytest.mark.parametrize("how", ["played", "resigned"])
def test_a_natural_end_is_revealed_at_once_and_never_taken_back(
    alice: User, bob: User, owner: User, how: str
) -> None:
    game = start_game(alice, bob)
    if how == "played":
        play_on(game)
    else:
        moves.resign(game_id=game.pk, user=alice)
    assert fresh(game).is_revealed
    page = log_in(owner).get(f"/admin/games/game/{game.pk}/change/").content.decode()
    assert "Undo moves" not in page

    assert refusal(lambda: go_back(game, owner)) == "is-revealed"
    # Not even by annulling it first.
    endings.annul(by=owner, game_id=game.pk, why="so")
    assert not fresh(game).is_revealed
    assert refusal(lambda: go_on(game, owner)) == "is-revealed"


def test_a_revealed_game_is_decided_annulled_or_played_anew(
    alice: User, bob: User, owner: User
) -> None:
    game = play_on(start_game(alice, bob))
    opened = game.seed_opens_at
    winner = game.players.get(place=1).seat
    places = [2 if seat == winner else 1 for seat in (0, 1)]

    endings.adjudicate(by=owner, game_id=game.pk, why="so", places=places, expected_ply=game.ply)
    assert [player.place for player in game.players.all()] == places
    assert fresh(game).is_revealed
    assert fresh(game).seed_opens_at == opened
    endings.annul(by=owner, game_id=game.pk, why="so")
    page = log_in(alice).get(f"/g/{game.code}/").content.decode()
    assert "Rematch" in page

    anew = rematches.rematch(game_id=game.pk, user=alice)
    anew = rematches.rematch(game_id=game.pk, user=bob)

    assert anew.is_active
    assert bytes(fresh(anew).seed) != bytes(game.seed)


def test_a_game_annulled_before_its_seed_opened_can_go_on_at_any_time(
    game: Game, owner: User
) -> None:
    ENDINGS["decided"](game, owner)
    endings.annul(by=owner, game_id=game.pk, why="so")
    assert fresh(game).seed_opens_at is None

    go_on(game, owner)

    assert fresh(game).is_active


def test_who_has_left_does_not_see_the_hand_in_a_game_that_may_go_on(
    alice: User, bob: User, owner: User
) -> None:
    game = play_on(start_game(alice, bob), 4)
    seat = game.players.get(user=alice).seat
    seats.seat_bot(by=owner, game_id=game.pk, why="so", seat=seat)
    ENDINGS["decided"](fresh(game), owner)

    page = log_in(alice).get(f"/g/{game.code}/4/").content.decode()

    assert "Your hand" not in page


# Opponents


@pytest.fixture
def playing(sena: User, bob: User) -> Game:
    """A senior moderator plays with bob."""
    return play_on(start_game(sena, bob), 4)


ON_A_PERSON: dict[str, Callable[[User, User], object]] = {
    "warn": lambda by, on: people.warn(by=by, person_id=on.pk, why="so"),
    "mute": lambda by, on: people.mute(
        by=by, person_id=on.pk, why="so", until=timezone.now() + DAY
    ),
    "suspend": lambda by, on: shutting_out.suspend(
        by=by, person_id=on.pk, why="so", until=timezone.now() + DAY, games="withdraw"
    ),
    "ban": lambda by, on: shutting_out.ban(by=by, person_id=on.pk, why="so", games="withdraw"),
    "lift": lambda by, on: people.lift(by=by, person_id=on.pk, why="so"),
    "note": lambda by, on: people.note(by=by, person_id=on.pk, why="so"),
    "role": lambda by, on: people.change_role(by=by, person_id=on.pk, why="so", role="moderator"),
    "factors": lambda by, on: people.forget_factors(by=by, person_id=on.pk, why="so"),
}


@pytest.mark.parametrize("what", list(ON_A_PERSON))
def test_nobody_acts_on_an_opponent(owner: User, bob: User, what: str) -> None:
    game = play_on(start_game(owner, bob), 4)

    assert refusal(lambda: ON_A_PERSON[what](owner, bob)) == "plays-with-them"

    assert fresh(game).is_active
    assert not Act.objects.filter(person=bob).exists()


def test_nor_while_the_end_of_their_game_can_be_taken_back(
    playing: Game, owner: User, sena: User, bob: User
) -> None:
    seats.remove(by=owner, game_id=playing.pk, why="so", seat=0)
    assert refusal(lambda: ON_A_PERSON["warn"](sena, bob)) == "plays-with-them"

    Game.objects.filter(pk=playing.pk).update(seed_opens_at=timezone.now())
    ON_A_PERSON["warn"](sena, bob)


def test_a_game_long_called_off_keeps_nobody_apart(playing: Game, owner: User, bob: User) -> None:
    sena = User.objects.get(username="sena")
    endings.annul(by=owner, game_id=playing.pk, why="so")
    assert selectors.play_together(sena, bob)

    Game.objects.filter(pk=playing.pk).update(finished_at=timezone.now() - 4 * DAY)

    assert not selectors.play_together(sena, bob)


def test_an_opponent_is_not_removed_from_another_table_either(
    playing: Game, game: Game, sena: User, bob: User, charlie: User
) -> None:
    seat = game.players.get(user=bob).seat
    where: dict[str, Any] = {"by": sena, "game_id": game.pk, "why": "so", "seat": seat}

    assert refusal(lambda: seats.remove(**where)) == "plays-with-them"
    assert refusal(lambda: seats.seat_bot(**where)) == "plays-with-them"
    assert refusal(lambda: seats.seat_person(**where, person=charlie)) == "plays-with-them"


def test_reports_on_an_opponent_are_for_a_colleague(
    playing: Game, sena: User, mona: User, bob: User, charlie: User
) -> None:
    report = reports.report(reporter=charlie, category="abuse", person=bob)
    given: dict[str, Any] = {"report_id": report.pk, "why": "so"}

    assert refusal(lambda: reports.assign(by=mona, **given, to=sena)) == "plays-with-them"
    assert (
        refusal(lambda: reports.answer(by=sena, **given, upheld=False, answer="no"))
        == "plays-with-them"
    )


def test_the_page_of_an_opponent_says_so(playing: Game, sena: User, bob: User) -> None:
    browser = log_in(sena)

    page = browser.get(f"/admin/accounts/user/{bob.pk}/change/").content.decode()
    assert "another moderator has to do this" in page
    assert "/admin/act/ban/" not in page
    answer = browser.get(f"/admin/act/ban/?on={bob.pk}", follow=True).content.decode()
    assert "another moderator has to do this" in answer


def test_who_made_way_for_another_does_not_act_on_that_game(
    playing: Game, owner: User, sena: User, charlie: User
) -> None:
    seat = playing.players.get(user=sena).seat
    seats.seat_person(by=owner, game_id=playing.pk, why="so", seat=seat, person=charlie)

    assert refusal(lambda: looking.look(by=sena, game_id=playing.pk, why="so")) == "plays-there"
    assert refusal(lambda: games.pause(by=sena, game_id=playing.pk, why="so")) == "plays-there"


def test_nor_on_those_who_still_play_there(
    playing: Game, owner: User, sena: User, bob: User, charlie: User
) -> None:
    seat = playing.players.get(user=sena).seat
    seats.seat_person(by=owner, game_id=playing.pk, why="so", seat=seat, person=charlie)

    for other in (bob, charlie):
        assert refusal(lambda on=other: ON_A_PERSON["ban"](sena, on)) == "plays-with-them"
    assert fresh(playing).is_active


def test_who_had_one_hand_of_a_game_is_not_given_another(
    game: Game, owner: User, alice: User, charlie: User
) -> None:
    seat = game.players.get(user=alice).seat
    where: dict[str, Any] = {"by": owner, "game_id": game.pk, "why": "so"}
    seats.seat_person(**where, seat=seat, person=charlie)

    assert refusal(lambda: seats.seat_person(**where, seat=1 - seat, person=alice)) == "has-looked"
    seats.seat_person(**where, seat=seat, person=alice)


def test_both_persons_find_the_seat_that_changed_hands(
    game: Game, mona: User, bob: User, charlie: User
) -> None:
    seat = game.players.get(user=bob).seat
    act = seats.seat_person(by=mona, game_id=game.pk, why="agreed", seat=seat, person=charlie)

    assert (act.person, act.other) == (bob, charlie)
    browser = log_in(mona)
    for person, named in ((bob, "charlie"), (charlie, "bob")):
        page = browser.get(f"/admin/accounts/user/{person.pk}/change/").content.decode()
        assert "agreed" in page
        assert named in page.partition("agreed")[0]
    trail_page = browser.get(f"/admin/games/act/{act.pk}/change/").content.decode()
    assert "charlie" in trail_page.partition("<pre>")[0]


# Limits


def test_an_account_in_wrong_hands_does_not_get_far(
    game: Game, mona: User, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trail, "MOST_A_DAY", 3)
    for _ in range(3):
        people.note(by=mona, person_id=alice.pk, why="so")

    assert refusal(lambda: people.warn(by=mona, person_id=alice.pk, why="so")) == "too-many-acts"
    assert not User.objects.get(pk=alice.pk).warning


def test_what_decides_for_good_has_a_limit_of_its_own(
    sena: User, owner: User, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trail, "MOST_GRAVE_A_DAY", 1)
    start_game(alice, bob), start_game(alice, bob)
    # What it means for their games is not counted.
    shutting_out.ban(by=sena, person_id=alice.pk, why="so", games="bot")

    assert refusal(lambda: ON_A_PERSON["ban"](sena, bob)) == "too-many-acts"
    people.warn(by=sena, person_id=bob.pk, why="so")
    ON_A_PERSON["ban"](owner, bob)
    site.pause_site(by=sena, why="so")


@pytest.mark.parametrize("what", [people.mute, shutting_out.suspend])
def test_what_is_imposed_ends_within_years(mona: User, alice: User, what: Any) -> None:
    for until, code in (
        (timezone.now() - DAY, "in-the-past"),
        (timezone.now() + 800 * DAY, "too-far-ahead"),
    ):
        assert (
            refusal(lambda until=until: what(by=mona, person_id=alice.pk, why="so", until=until))
            == code
        )


def test_a_turn_is_not_made_longer_for_ever(game: Game, mona: User) -> None:
    for _ in range(6):
        games.extend(by=mona, game_id=game.pk, why="so", span=60 * DAY)

    def once_more() -> None:
        games.extend(by=mona, game_id=game.pk, why="so", span=60 * DAY)

    assert refusal(once_more) == "too-much-time"


def test_more_than_a_hundred_at_once_are_refused(mona: User, game: Game) -> None:
    numbers = ",".join(str(number) for number in range(1, 200))

    assert log_in(mona).get(f"/admin/act/pause/?on={numbers}").status_code == 404


@pytest.mark.parametrize("number", ["0", "-1", "9" * 30, "x", "\x00"])
def test_odd_numbers_of_messages_are_answered(mona: User, game: Game, number: str) -> None:
    form = {"on": game.pk, "why": "so", "message_id": number}

    assert log_in(mona).post("/admin/act/hide_message/", form).status_code == 422
