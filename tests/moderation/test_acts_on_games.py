"""What each act does to a game, its players, its clock and its talk."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from games.engine.records import verify
from games.machinery.errors import ServiceError
from games.models import Act, Game, Notification, SitePause
from games.moderation.services import endings, games, looking, seats, site
from games.people import selectors as people_selectors
from games.play import positions
from games.play import selectors as play_selectors
from games.play.services import bots, moves, talk
from games.tables.services import tables
from games.words import player_name
from tests.factories import UserFactory, log_in
from tests.playing import pause_clock, play_on, resume_clock, start_game, user_to_act

DAY = timedelta(days=1)
Kind = Notification.Kind


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def who_was_told(act: Act) -> set[str]:
    found = Notification.objects.filter(kind=Kind.NOTICE, data__act=act.pk)
    return {item.user.username for item in found}


def code_of(refused: pytest.ExceptionInfo[ServiceError]) -> str:
    return refused.value.code


def test_a_pause_stops_the_clock_and_keeps_what_was_left(game: Game, mona: User) -> None:
    left = game.deadline - game.moved_at

    act = games.pause(by=mona, game_id=game.pk, why="a storm")

    paused = fresh(game)
    assert paused.is_paused
    assert paused.deadline is None
    assert abs(paused.time_left - left) < timedelta(minutes=1)
    assert who_was_told(act) == {"alice", "bob"}
    with pytest.raises(ServiceError) as refused:
        games.pause(by=mona, game_id=game.pk, why="again")
    assert code_of(refused) == "paused-already"


def test_a_game_goes_on_with_the_time_that_was_left(game: Game, mona: User) -> None:
    games.pause(by=mona, game_id=game.pk, why="a storm")

    act = games.resume(by=mona, game_id=game.pk, why="it is over")

    going = fresh(game)
    assert not going.is_paused
    assert abs(going.deadline - game.deadline) < timedelta(minutes=1)
    assert who_was_told(act) == {"alice", "bob"}


def test_more_time_moves_the_deadline_and_costs_no_bank(alice: User, bob: User, mona: User) -> None:
    game = play_on(start_game(alice, bob, turn_time=DAY, bank=DAY), 3)
    seat = game.to_act

    games.extend(by=mona, game_id=game.pk, why="asked for it", span=2 * DAY)

    longer = fresh(game)
    assert longer.deadline == game.deadline + 2 * DAY
    # Three days after it began, the turn has used up neither its own time nor the bank.
    Game.objects.filter(pk=game.pk).update(deadline=longer.deadline - 3 * DAY)
    play_on(fresh(game), 1)
    assert fresh(game).players.get(seat=seat).bank_left > DAY - timedelta(minutes=1)


def test_more_time_for_a_paused_game_is_kept_for_later(game: Game, mona: User) -> None:
    games.pause(by=mona, game_id=game.pk, why="a storm")
    before = fresh(game).time_left

    games.extend(by=mona, game_id=game.pk, why="asked", span=DAY)

    assert fresh(game).time_left == before + DAY


@pytest.mark.parametrize("span", [timedelta(0), -DAY, timedelta(days=61)])
def test_refuses_time_that_is_no_gift_or_too_much(game: Game, mona: User, span: timedelta) -> None:
    with pytest.raises(ServiceError) as refused:
        games.extend(by=mona, game_id=game.pk, why="so", span=span)

    assert code_of(refused) == "bad-extension"
    assert fresh(game).deadline == game.deadline


def test_a_skip_passes_the_turn_and_does_not_count_as_missed(game: Game, mona: User) -> None:
    skipped, seat = user_to_act(game), game.to_act

    act = games.skip(by=mona, game_id=game.pk, why="asleep", expected_ply=game.ply)

    after = fresh(game)
    assert after.ply == game.ply + 1
    assert after.to_act != seat
    assert after.players.get(seat=seat).missed == 0
    assert act.after["name"] == skipped.username
    with pytest.raises(ServiceError) as refused:
        games.skip(by=mona, game_id=game.pk, why="twice", expected_ply=game.ply)
    assert code_of(refused) == "moved-on"


def test_the_computer_plays_on_and_the_person_is_placed_last(game: Game, mona: User) -> None:
    act = seats.seat_bot(by=mona, game_id=game.pk, why="gone", seat=0)

    player = game.players.get(seat=0)
    assert (player.bot, player.left, player.user.username) == ("greedy", True, "alice")
    assert who_was_told(act) == {"alice", "bob"}
    going = fresh(game)
    while going.is_active:
        if going.to_act == 0:
            bots.take_turn(game_id=game.pk)
        else:
            play_on(going, 1)
        going = fresh(game)
    assert game.players.get(seat=0).place == 2


def test_a_bot_has_no_clock(game: Game, mona: User) -> None:
    seats.seat_bot(by=mona, game_id=game.pk, why="gone", seat=game.to_act)

    assert fresh(game).deadline is None


def test_somebody_else_plays_on_with_the_same_hand_and_a_whole_turn(
    game: Game, mona: User, charlie: User
) -> None:
    seat, leaver = game.to_act, user_to_act(game)
    Game.objects.filter(pk=game.pk).update(deadline=game.started_at + timedelta(seconds=1))

    act = seats.seat_person(by=mona, game_id=game.pk, why="agreed", seat=seat, person=charlie)

    after = fresh(game)
    assert after.players.get(seat=seat).user == charlie
    assert after.state == game.state
    assert after.deadline > game.deadline - timedelta(minutes=1)
    assert who_was_told(act) == {"alice", "bob", "charlie"}
    with pytest.raises(ServiceError):
        moves.resign(game_id=game.pk, user=leaver)
    play_on(after, 1)


def test_somebody_plays_on_for_a_bot_that_had_taken_over(
    game: Game, mona: User, charlie: User
) -> None:
    seats.seat_bot(by=mona, game_id=game.pk, why="gone", seat=0)

    seats.seat_person(by=mona, game_id=game.pk, why="agreed", seat=0, person=charlie)

    player = game.players.get(seat=0)
    assert (player.user, player.bot, player.left) == (charlie, "", False)


def test_refuses_a_stand_in_who_sits_there_or_cannot_play_or_is_blocked(
    game: Game, mona: User, bob: User, charlie: User
) -> None:
    def refused_for(person: User) -> str:
        with pytest.raises(ServiceError) as refused:
            seats.seat_person(by=mona, game_id=game.pk, why="so", seat=0, person=person)
        return code_of(refused)

    assert refused_for(bob) == "sits-here"
    accounts.block(blocker=bob, blocked=charlie)
    assert refused_for(charlie) == "blocked-there"
    banned = UserFactory(username="banned")
    accounts.impose(user=banned, banned_at=game.started_at)
    assert refused_for(banned) == "cannot-play"
    # Banned by somebody else since the form was made: what it knows of them is old.
    late = UserFactory()
    User.objects.filter(pk=late.pk).update(banned_at=timezone.now())
    assert refused_for(late) == "cannot-play"


def test_a_removed_player_leaves_as_by_resigning(
    alice: User, bob: User, charlie: User, mona: User
) -> None:
    game = play_on(start_game(alice, bob, charlie), 4)

    act = seats.remove(by=mona, game_id=game.pk, why="insults", seat=1)

    assert fresh(game).is_active
    assert game.players.get(seat=1).left
    assert who_was_told(act) == {"alice", "bob", "charlie"}
    with pytest.raises(ServiceError) as refused:
        seats.seat_person(by=mona, game_id=game.pk, why="so", seat=1, person=UserFactory())
    assert code_of(refused) == "has-left"


def test_a_decided_game_is_finished_and_its_record_still_replays(game: Game, sena: User) -> None:
    act = endings.adjudicate(
        by=sena, game_id=game.pk, why="they agreed", places=[2, 1], expected_ply=game.ply
    )

    over = play_selectors.game_with_players(game.code)
    assert (over.status, over.end_reason) == ("finished", "adjudicated")
    assert [player.place for player in over.players.all()] == [2, 1]
    assert who_was_told(act) == {"alice", "bob"}
    names = [player_name(player) for player in over.players.all()]
    _scores, error = verify(positions.record_of(over, play_selectors.moves_of(over), names))
    assert error is None
    assert log_in().get(f"/g/{game.code}/").status_code == 200


@pytest.mark.parametrize("places", [[1], [2, 2], [1, 3], [0, 1], [1, 2, 3]])
def test_refuses_places_that_are_no_ranking(game: Game, sena: User, places: list[int]) -> None:
    with pytest.raises(ServiceError) as refused:
        endings.adjudicate(by=sena, game_id=game.pk, why="so", places=places, expected_ply=game.ply)

    assert code_of(refused) == "bad-places"
    assert fresh(game).is_active


def test_an_annulled_game_counts_for_nothing(alice: User, bob: User, sena: User) -> None:
    game = play_on(start_game(alice, bob))
    assert people_selectors.results(alice)["people"].played == 1

    act = endings.annul(by=sena, game_id=game.pk, why="a fault of ours")

    assert people_selectors.results(alice) == {}
    assert fresh(game).status == "cancelled"
    assert who_was_told(act) == {"alice", "bob"}
    assert "so it doesn&#x27;t count" in log_in(alice).get(f"/g/{game.code}/").content.decode()


def test_a_table_that_waits_can_be_annulled(alice: User, sena: User) -> None:
    table = tables.open_table(opener=alice, engine_slug="qwirkle", seats=3)

    endings.annul(by=sena, game_id=table.pk, why="an offensive name")

    assert fresh(table).status == "cancelled"


def test_nobody_talks_at_a_locked_table(game: Game, mona: User, alice: User) -> None:
    games.lock_talk(by=mona, game_id=game.pk, why="a quarrel")

    page = log_in(alice).post(f"/g/{game.code}/talk/", {"text": "but"})

    assert page.status_code == 403
    assert "locked the chat" in page.content.decode()
    games.unlock_talk(by=mona, game_id=game.pk, why="peace")
    assert talk.say(game_id=game.pk, user=alice, text="thank you")


def test_a_hidden_message_is_read_by_nobody(game: Game, mona: User, alice: User, bob: User) -> None:
    message = talk.say(game_id=game.pk, user=alice, text="a rude word")
    assert "a rude word" in log_in(bob).get(f"/g/{game.code}/").content.decode()

    act = games.hide_message(by=mona, game_id=game.pk, why="rude", message_id=message.pk)

    for reader in (None, alice, bob):
        assert "a rude word" not in log_in(reader).get(f"/g/{game.code}/").content.decode()
    assert who_was_told(act) == {"alice"}
    assert act.before["text"] == "a rude word"
    games.show_message(by=mona, game_id=game.pk, why="it was not", message_id=message.pk)
    assert "a rude word" in log_in(bob).get(f"/g/{game.code}/").content.decode()


def test_a_message_of_another_table_is_not_found(
    game: Game, mona: User, alice: User, bob: User
) -> None:
    other = start_game(alice, bob)
    message = talk.say(game_id=other.pk, user=alice, text="here")

    with pytest.raises(ServiceError) as refused:
        games.hide_message(by=mona, game_id=game.pk, why="so", message_id=message.pk)

    assert code_of(refused) == "not-found"


def test_the_whole_site_stands_still_and_everybody_reads_that(
    game: Game, sena: User, alice: User
) -> None:
    site.pause_site(by=sena, why="a new server")

    assert "The site is paused" in log_in(alice).get("/").content.decode()
    SitePause.objects.update(began_at=game.turn_began_at - DAY)
    Game.objects.filter(pk=game.pk).update(turn_began_at=game.turn_began_at - 2 * DAY)
    act = site.resume_site(by=sena, why="it runs")
    assert fresh(game).deadline >= game.deadline + DAY
    assert act.after["seconds"] >= DAY.total_seconds()
    assert "The site is paused" not in log_in(alice).get("/").content.decode()


def test_who_plays_there_does_none_of_it(game: Game, alice: User, owner: User) -> None:
    accounts.impose(user=alice, is_staff=True, is_superuser=True)

    for act in (
        lambda: games.pause(by=alice, game_id=game.pk, why="mine"),
        lambda: looking.look(by=alice, game_id=game.pk, why="curious"),
        lambda: endings.annul(by=alice, game_id=game.pk, why="losing"),
    ):
        with pytest.raises(ServiceError) as refused:
            act()
        assert (code_of(refused), refused.value.status) == ("plays-there", 403)
    assert not Act.objects.filter(game=game).exists()


def test_a_look_shows_all_hands_and_the_bag_and_is_in_the_trail(game: Game, sena: User) -> None:
    _game, hidden = looking.look(by=sena, game_id=game.pk, why="a report")

    assert hidden["hands"] == game.state["hands"]
    assert hidden["pile"] == game.state["bag"]
    act = Act.objects.get(game=game)
    assert (act.what, act.by, act.why) == ("look", sena, "a report")


def test_acts_on_a_game_that_does_not_exist_are_refused(owner: User) -> None:
    with pytest.raises(ServiceError) as refused:
        games.pause(by=owner, game_id=10**9, why="so")

    assert refused.value.status == 404


def test_a_pause_alone_still_does_what_it_did(game: Game) -> None:
    assert pause_clock(game_id=game.pk).is_paused
    assert not resume_clock(game_id=game.pk).is_paused
