"""A third game from its opening to its record, entered by its line in `KINDS` and nothing else.

What fails here is a seam that leaks: a page, a mail or a rule of the site that knows more of the
other games than their entries say.
"""

from __future__ import annotations

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.models import User
from games.engine.records import verify
from games.kinds import read_record
from games.kit.kind import Kind
from games.models import Act, Game, Notification
from games.moderation.services import endings, looking
from games.moderation.services.role_groups import make_role_groups
from games.moderation.services.take_back import take_back
from games.play.services import bots, expiry, simple_turns
from games.tables.services import rematches, tables
from tests.factories import UserFactory, log_in
from tests.mail import PostOffice, deliver_at
from tests.playing import good_actions, play_on, start_game, user_to_act, user_waiting, view_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tiny")]

DAY = timedelta(days=1)
LATER = timedelta(minutes=3)
TABLE = {
    "seats": "2",
    "goal": "30",
    "bots": "0",
    "turn_time": "86400",
    "bank": "0",
    "leaver": "withdraw",
    "public": "1",
}
HTMX = {"headers": {"hx-request": "true"}}


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return start_game(alice, bob, engine_slug="tiny", turn_time=DAY)


@pytest.fixture
def over(game: Game) -> Game:
    return play_on(game)


@pytest.fixture
def owner(db: None) -> User:
    make_role_groups()
    return UserFactory(username="owner", is_staff=True, is_superuser=True)


def fresh(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def read(reader: User | Client | None, address: str) -> str:
    browser = reader if isinstance(reader, Client) else log_in(reader)
    answer = browser.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def time_runs_out(game: Game) -> Game:
    Game.objects.filter(pk=game.pk).update(deadline=game.started_at)
    assert expiry.expire(game_id=game.pk)
    return fresh(game)


def pictures(message: Any) -> dict[str, bytes]:
    parts = [part for part in message.walk() if part.get_content_type() == "image/png"]
    return {part["Content-ID"].strip("<>"): part.get_content() for part in parts}


def text_of(message: Any) -> str:
    return message.get_body(("plain",)).get_content()


# Opening


def test_a_table_is_opened_from_the_page_with_what_the_game_offers(alice: User, bob: User) -> None:
    browser = log_in(alice)
    form = read(browser, "/tables/new/?game=tiny")
    assert "Pebbles" in form
    assert "Pebble goal" in form
    assert 'name="bot"' not in form

    opened = browser.post("/tables/new/?game=tiny", TABLE)

    game = Game.objects.get()
    assert opened.status_code == 302
    assert (game.engine_slug, game.seats, game.options) == ("tiny", 2, {"goal": 30})
    lobby = read(bob, "/lobby/")
    assert "<strong>Pebbles</strong>" in lobby
    assert "to 30 points" in lobby
    log_in(bob).post(f"/g/{game.code}/join/")
    assert fresh(game).is_active
    assert fresh(game).state["goal"] == 30


@pytest.mark.parametrize(("field", "value"), [("seats", "5"), ("seats", "1"), ("goal", "13")])
def test_a_table_that_the_game_does_not_have_is_refused(
    alice: User, field: str, value: str
) -> None:
    answer = log_in(alice).post("/tables/new/?game=tiny", TABLE | {field: value})

    assert answer.status_code == 422
    assert not Game.objects.exists()


def test_it_is_offered_wherever_games_are_and_never_for_one_player(alice: User) -> None:
    for address in ("/", "/lobby/"):
        page = read(alice, address)
        assert "/play-now/tiny/" in page
        assert "/play-now/tiny/alone/" not in page
    assert "Shifting Stones and Pebbles" in read(None, "/")
    refused = log_in(alice).post("/play-now/tiny/alone/", follow=True)
    assert "open a table with these settings." in refused.content.decode()
    assert not Game.objects.exists()


def test_one_plays_against_its_bot_at_once(alice: User) -> None:
    answer = log_in(alice).post("/play-now/tiny/")

    game = Game.objects.get()
    assert answer.status_code == 302
    assert [player.bot for player in game.players.all()] == ["", "pebbler"]
    assert "Pebble machine 2" in read(alice, f"/g/{game.code}/")


# Playing


def test_a_turn_is_prepared_and_played_on_the_page(game: Game) -> None:
    mover = user_to_act(game)
    browser, turn = log_in(mover), list(good_actions(game))
    page = read(browser, f"/g/{game.code}/")
    assert '<meta name="pebbles" content="head">' in page
    assert page.count('class="held"') == 3
    assert "3 pebbles held" in page
    assert "18 pebbles in the bag" in page
    assert "Press any pebble." in page

    staged = browser.post(f"/g/{game.code}/draft/", {"actions": json.dumps(turn)}, **HTMX)
    assert "worth" in staged.content.decode()
    assert "staged" in staged.content.decode()
    assert "worth" in read(browser, f"/g/{game.code}/")
    played = browser.post(
        f"/g/{game.code}/play/", {"actions": json.dumps(turn), "ply": "0"}, **HTMX
    )

    assert played.status_code == 200
    assert fresh(game).ply == 2
    assert fresh(game).players.get(user=mover).draft == []
    page = read(user_waiting(fresh(game)), f"/g/{game.code}/")
    number = turn[0]["pebble"][-1]
    assert f"showed a {number}" in page
    assert f'<b class="pebble">{number}</b>' in page
    assert f"{number} for the pebble" in read(mover, f"/g/{game.code}/at/2/sum/")
    assert "leads the pebbles" in page


def test_a_plain_form_plays_too(game: Game) -> None:
    pebble = view_of(game, game.to_act)["hand"][0]

    answer = log_in(user_to_act(game)).post(f"/g/{game.code}/play/", {"pebble": pebble, "ply": "0"})

    assert answer.status_code == 302
    assert [move.action["kind"] for move in game.moves.all()] == ["show", "end"]


@pytest.mark.parametrize(
    ("actions", "status", "words"),
    [
        ([{"kind": "end"}], 422, "Show a pebble first."),
        ([{"kind": "show", "pebble": "own"}], 422, "Finish your turn before you send it."),
        ([{"kind": "show", "pebble": "own"}] * 3, 422, "Finish your turn before you send it."),
        ([{"kind": "show", "pebble": "own"}] * 2, 422, "One pebble is enough."),
        ([{"kind": "show", "pebble": "ro"}], 422, "We couldn&#x27;t read this move."),
        ([{"kind": "withdraw"}], 422, "We couldn&#x27;t read this move."),
    ],
)
def test_what_its_rules_refuse_is_told_in_its_own_words(
    game: Game, actions: list[dict[str, str]], status: int, words: str
) -> None:
    own = view_of(game, game.to_act)["hand"][0]
    sent = [it | ({"pebble": own} if it.get("pebble") == "own" else {}) for it in actions]

    answer = log_in(user_to_act(game)).post(
        f"/g/{game.code}/play/", {"actions": json.dumps(sent), "ply": "0"}, **HTMX
    )

    assert answer.status_code == status
    assert words in answer.content.decode()
    assert fresh(game).ply == 0


def test_a_hand_is_ordered_by_the_names_of_its_pieces(game: Game) -> None:
    browser, hand = log_in(user_to_act(game)), view_of(game, game.to_act)["hand"]

    kept = browser.post(f"/g/{game.code}/order/", {"pieces": json.dumps(hand[::-1])})

    assert kept.status_code == 204
    assert game.players.get(seat=game.to_act).hand_order == hand[::-1]
    for wrong in (["ro"], [1], [*hand, hand[0]]):
        refused = browser.post(f"/g/{game.code}/order/", {"pieces": json.dumps(wrong)})
        assert refused.status_code == 422


def test_a_game_is_played_to_its_end_and_the_result_says_why(game: Game) -> None:
    for _ in range(40):
        if not fresh(game).is_active:
            break
        now = fresh(game)
        turn = json.dumps(good_actions(now))
        answer = log_in(user_to_act(now)).post(
            f"/g/{game.code}/play/", {"actions": turn, "ply": str(now.ply)}
        )
        assert answer.status_code == 302
    over = fresh(game)

    assert over.is_finished
    assert over.end_reason in ("goal", "out")
    page = read(None, f"/g/{game.code}/")
    assert str(over.kind.end_reasons[over.end_reason]) in page
    assert 'class="plot"' in page


def test_it_can_be_watched_and_hides_every_hand(game: Game, charlie: User) -> None:
    play_on(game, 1)

    for reader in (None, charlie):
        page = read(reader, f"/g/{game.code}/")
        assert 'class="held"' not in page
        assert "pebble-number-" not in page
        assert page.count('class="pebble"') == 1
    (address,) = re.findall(r'class="thumb" src="([^"]+)"', read(charlie, "/lobby/"))
    assert 'class="pebble-picture"' in read(charlie, address)


def test_the_home_page_and_the_profile_count_it(over: Game, alice: User) -> None:
    assert "Pebbles" in read(alice, "/")
    assert "Pebbles" in read(alice, "/people/alice/")


def test_who_resigns_leaves_and_the_others_go_on(alice: User, bob: User, charlie: User) -> None:
    game = start_game(alice, bob, charlie, engine_slug="tiny")

    log_in(bob).post(f"/g/{game.code}/resign/")

    assert fresh(game).state["withdrawn"] == [1]
    assert "went home" in read(alice, f"/g/{game.code}/")
    over = play_on(fresh(game))
    assert over.players.get(user=bob).place == 3


# The clock


def test_a_missed_turn_is_skipped_and_the_second_is_leaving(game: Game) -> None:
    game = play_on(game, 2)
    late = game.to_act

    game = time_runs_out(game)

    assert game.moves.last().action == {"kind": "skip-turn"}
    assert "slept through it" in read(None, f"/g/{game.code}/")
    game = time_runs_out(play_on(game, 1))
    assert (game.end_reason, game.players.get(seat=late).left) == ("withdrawn", True)
    assert "Everyone else has left." in read(None, f"/g/{game.code}/")


def test_its_bot_takes_over_where_the_table_says_so(alice: User, bob: User) -> None:
    game = play_on(start_game(alice, bob, engine_slug="tiny", turn_time=DAY, leaver="bot"), 2)
    late = game.to_act
    game = time_runs_out(play_on(time_runs_out(game), 1))

    assert game.players.get(seat=late).bot == "pebbler"
    assert bots.play_bot(game_id=game.pk)
    assert fresh(game).ply == game.ply + 2


def test_a_bot_that_fails_plays_any_turn_however_many_actions_one_takes(
    alice: User, tiny: Kind
) -> None:
    game = tables.play_now(user=alice, engine_slug="tiny")

    turn = simple_turns.any_turn(game)

    assert [action["kind"] for action in turn] == ["show", "end"]
    play_on(game, 1)
    bots.take_turn(game_id=game.pk, simpler=1)
    assert fresh(game).ply == 4


# Mails


def test_a_turn_is_mailed_with_pictures_of_table_and_hand(
    game: Game, post_office: PostOffice
) -> None:
    Notification.objects.all().delete()
    play_on(game, 1)

    assert deliver_at(LATER) == 1

    (message,) = post_office.taken
    assert message["Subject"].startswith("Your turn: Pebbles with ")
    assert "pebbles: showed a" in text_of(message)
    assert " and pebble " in text_of(message)
    found = pictures(message)
    assert set(found) == {"board0", "hand0"}
    assert all(content.startswith(b"\x89PNG") for content in found.values())


def test_the_end_is_mailed_with_its_reason(game: Game, post_office: PostOffice) -> None:
    game = play_on(game)

    deliver_at(LATER)

    reason = str(game.kind.end_reasons[game.end_reason])
    told = [message for message in post_office.taken if reason in text_of(message)]
    (mover,) = {move.seat for move in game.moves.filter(ply=game.ply - 1)}
    (other,) = game.players.exclude(seat=mover)
    (message,) = told
    assert message["To"] == other.user.email
    assert "board0" in pictures(message)


def test_missing_a_turn_and_being_out_are_mailed(game: Game, post_office: PostOffice) -> None:
    game = time_runs_out(play_on(game, 2))
    time_runs_out(play_on(game, 1))

    deliver_at(LATER)

    kinds = set(Notification.objects.filter(state="sent").values_list("kind", flat=True))
    assert {"removed", "over"} <= kinds
    assert not Notification.objects.exclude(last_error="").exists()


# Afterwards


def test_every_position_is_replayed(over: Game, alice: User) -> None:
    for ply in range(over.ply + 1):
        page = read(alice, f"/g/{over.code}/at/{ply}/")
        assert page.count('class="pebble"') == (ply + 1) // 2
    assert "for the pebble</span>" in read(alice, f"/g/{over.code}/at/2/")


def test_the_record_is_downloaded_and_holds(
    over: Game, tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    answer = log_in().get(f"/g/{over.code}/record/")

    record = read_record(answer.content)
    assert record.engine.slug == "tiny"
    assert verify(record) == (list(record.scores), None)
    path = tmp_path / "record.json"
    path.write_bytes(answer.content)
    call_command("verify_record", str(path))
    assert json.loads(capsys.readouterr().out)["ok"] is True
    page = read(None, f"/g/{over.code}/check/")
    assert "The pebbles are sorted by the seed." in page
    assert "Verified" in page


def test_the_same_people_play_again(over: Game, alice: User, bob: User) -> None:
    log_in(alice).post(f"/g/{over.code}/rematch/")

    again = rematches.rematch(game_id=over.pk, user=bob)

    assert (again.engine_slug, fresh(again).is_active) == ("tiny", True)
    assert play_on(fresh(again)).is_finished


def test_a_person_takes_their_moves_and_drafts_away(game: Game) -> None:
    mover = user_to_act(game)
    play_on(game, 1)

    data = json.loads(log_in(mover).get("/settings/data/").content)

    (kept,) = data["games"]
    assert kept["game"] == "tiny"
    assert [move["action"]["kind"] for move in kept["moves"]] == ["show", "end"]


def test_its_rules_are_in_the_index_and_on_a_page_of_their_own(alice: User) -> None:
    assert "How to play Pebbles" in read(None, "/rules/")

    page = read(None, "/rules/tiny/?about=stones")

    assert "What pebbles are for" in page
    assert "There are 24 pebbles; you asked for stones." in page
    assert "Miss 2 turns in a row" in page
    assert "/play-now/tiny/" in read(alice, "/rules/tiny/")


# Moderation


def test_moves_are_taken_back_and_named_as_the_game_names_them(game: Game, owner: User) -> None:
    game = play_on(game, 2)

    take_back(by=owner, game_id=game.pk, why="asked", to_ply=2, expected_ply=4)

    assert fresh(game).ply == 2
    assert fresh(game).is_active
    act = Act.objects.get(what="take_back")
    page = read(owner, f"/admin/games/act/{act.pk}/change/")
    assert "showed a pebble" in page
    assert "reached into the bag" in page
    assert "ended the turn" not in page
    assert play_on(fresh(game)).is_finished


def test_it_is_ended_with_a_result(game: Game, owner: User) -> None:
    game = play_on(game, 1)

    endings.adjudicate(by=owner, game_id=game.pk, why="so", places=[2, 1], expected_ply=game.ply)

    assert list(game.players.values_list("place", flat=True)) == [2, 1]
    assert "The moderators have decided the game." in read(None, f"/g/{game.code}/")


def test_the_desk_shows_it_and_what_is_hidden(game: Game, owner: User) -> None:
    game = play_on(game, 2)
    page = read(owner, f"/admin/games/game/{game.pk}/change/")
    assert "Pebbles" in page
    assert "pebbles: showed a" in page
    assert "all correct" in page
    assert game.code in read(owner, "/admin/games/game/?game=tiny")

    shown = log_in(owner).post(f"/admin/games/game/{game.pk}/hidden/", {"why": "a report"})

    _game, hidden = looking.look(by=owner, game_id=game.pk, why="again")
    count = sum(map(len, hidden["hands"])) + len(hidden["pile"])
    assert shown.content.decode().count('class="piece"') == count == 22


def test_four_sit_at_it_with_bots_among_them(alice: User) -> None:
    others = [UserFactory() for _ in range(2)]
    game = tables.open_table(opener=alice, engine_slug="tiny", seats=4)
    for guest in others:
        tables.join(game_id=game.pk, user=guest)
    log_in(alice).post(f"/g/{game.code}/computer/")

    game = fresh(game)
    for _ in range(60):
        if not game.is_active:
            break
        if game.players.get(seat=game.to_act).bot:
            assert bots.play_bot(game_id=game.pk)
        else:
            play_on(game, 1)
        game = fresh(game)
    assert game.is_finished
