"""The page of Shifting Stones: what it shows to whom, and what it answers."""

from __future__ import annotations

import json
import re
from html import unescape
from random import Random
from typing import Any

import pytest
from django.http import QueryDict
from django.utils.html import escape

from accounts.models import User
from games.engine.errors import MalformedAction
from games.kinds import KINDS
from games.kit.turns import in_turns
from games.models import Game
from games.shifting_stones.rules.deck import CARDS
from games.shifting_stones.words import card_name
from tests.factories import log_in
from tests.playing import user_to_act, user_waiting, view_of
from tests.shifting_stones.tables import (
    CORNER,
    FISH_ANY_SEED,
    FISH_SEED,
    HAND,
    LAID,
    SEED_ABOVE_FISH,
    laid,
    play_turns,
    start_stones,
    submit,
)

HTMX = {"hx-request": "true"}
PRESENTER = KINDS["shifting_stones"].presenter
SWAP = {"kind": "swap", "card": CORNER, "cells": [0, 1]}
FLIP = {"kind": "flip", "card": FISH_ANY_SEED, "cell": 8}
SCORE = {"kind": "score", "card": FISH_SEED}


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return laid(start_stones(alice, bob))


@pytest.fixture
def mixed(alice: User, bob: User) -> Game:
    return laid(start_stones(alice, bob, options={"mixed": True}))


def read(user: User | None, game: Game) -> str:
    return log_in(user).get(f"/g/{game.code}/").content.decode()


def stage(game: Game, *actions: object, user: User | None = None) -> str:
    form = {"actions": json.dumps(actions)}
    address = f"/g/{game.code}/draft/"
    response = log_in(user or user_to_act(game)).post(address, form, headers=HTMX)
    assert response.status_code == 200
    return response.content.decode()


def stones_in(page: str) -> list[str]:
    return re.findall(r'data-side="(\w+)"', page)


def text_of(page: str, element: str) -> str:
    """The words inside an element, without the rest."""
    inside = re.split(rf'<(\w+)[^>]* id="{element}"[^>]*>', page)
    found = inside[2].split(f"</{inside[1]}>")[0]
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", found).split()))


def ending_in(page: str) -> list[dict[str, Any]]:
    form = page.split('class="end-form"')[1]
    value = re.search(r'name="actions" value="([^"]*)"', form)
    assert value
    return json.loads(value[1].replace("&quot;", '"'))


def test_the_stones_are_a_grid_with_names(game: Game) -> None:
    page = read(user_to_act(game), game)

    assert stones_in(page) == LAID
    assert 'aria-label="row 1, column 2: fish"' in page
    assert page.count('role="gridcell"') == 9
    assert page.count('class="stone"') == 9


def test_matching_cards_are_lit_and_can_be_scored(game: Game) -> None:
    page = read(user_to_act(game), game)

    assert set(re.findall(r'id="score-([\w-]+)"', page)) == {FISH_SEED, CORNER}
    assert page.count("is-lit is-scorable") == 2
    assert re.search(rf'data-card="{FISH_SEED}"[^>]*data-cells="1 2"', page)


def test_a_spectator_gets_the_stones_and_no_hand(game: Game, charlie: User) -> None:
    state = {**game.state, "scored": [["p3-01"], []], "discards": ["p3-02"]}
    Game.objects.filter(pk=game.pk).update(state=state)
    for reader in (charlie, None):
        page = read(reader, game)

        assert stones_in(page) == LAID
        assert "hand-card" not in page
        assert "flip-button" not in page
        for card in {card for hand in state["hands"] for card in hand}:
            assert card not in page
            assert escape(card_name(card)) not in page
        for card in ("p3-01", "p3-02"):
            assert escape(card_name(card)) in page


def test_nobody_gets_the_hand_or_the_draft_of_another(game: Game) -> None:
    stage(game, SCORE)
    other = user_waiting(game)

    page = read(other, game)

    for card in HAND:
        assert card not in page
        assert escape(card_name(card)) not in page
    assert set(re.findall(r'data-card="([\w-]+)"', page)) == set(
        view_of(game, game.players.get(user=other).seat)["hand"]
    )


def test_pages_do_not_change_when_only_hidden_things_change(
    game: Game, alice: User, bob: User, charlie: User
) -> None:
    """Swap the opponent's hand with cards of the deck: nobody else's page may differ."""
    game = play_turns(game, Random(3), 6)
    masks = re.compile(r'csrfmiddlewaretoken" value="\w+"|x-csrftoken": "\w+"')

    def seen() -> list[str]:
        return [
            masks.sub("", log_in(user).get(address).content.decode())
            for user in (alice, charlie, None)
            for address in (f"/g/{game.code}/", "/")
        ]

    before = seen()
    seat = game.players.get(user=bob).seat
    state = game.state
    hand, deck = state["hands"][seat], state["deck"]
    state["hands"][seat], state["deck"] = deck[: len(hand)], [*hand, *deck[len(hand) :]][::-1]
    Game.objects.filter(pk=game.pk).update(state=state)

    assert seen() == before


def test_a_staged_shift_shows_how_the_stones_would_lie(game: Game) -> None:
    answer = stage(game, SWAP, FLIP)

    assert stones_in(answer) == [
        "fish",
        "sun",
        "seed",
        "horse",
        "tree",
        "boat",
        "boat",
        "seed",
        "fish",
    ]
    assert answer.count(" is-staged") == 3
    assert 'hx-swap-oob="true"' in answer
    assert "swap sun and fish" in answer
    assert "turn over bird" in answer
    assert text_of(answer, "preview") == "Then you draw 2 cards."
    assert ending_in(answer) == [SWAP, FLIP, {"kind": "end"}]
    assert "discarded in this turn" in answer


def test_the_points_of_a_turn_are_said_before_it_is_ended(game: Game) -> None:
    answer = stage(game, SCORE, {"kind": "score", "card": CORNER})

    assert text_of(answer, "preview") == "2 points Then you draw 2 cards."
    assert text_of(answer, "end-button") == "End turn: 2 points"
    assert "score-button" not in answer


def test_what_is_wrong_is_said_at_its_step(game: Game) -> None:
    answer = stage(game, SWAP, SCORE)

    wanted = "Step 2: Each turn you can shift stones or score cards, not both."
    assert text_of(answer, "preview") == wanted
    assert 'data-failed="1"' in answer
    assert len(re.findall(r'class="step [^"]*is-wrong"', answer)) == 1
    assert re.search(r'id="end-button"[^>]*disabled', answer)


def test_two_stones_apart_are_pointed_at(game: Game) -> None:
    answer = stage(game, {**SWAP, "cells": [0, 4]})

    assert "You can only swap two stones that are side by side." in text_of(answer, "preview")
    assert len(re.findall(r'class="stone-cell[^"]* is-wrong"', answer)) == 2


def test_mixed_allows_both_in_one_turn(mixed: Game) -> None:
    answer = stage(mixed, SCORE, FLIP)

    assert text_of(answer, "end-button") == "End turn: 1 point"


def test_without_mixed_cards_that_come_to_match_are_lit_but_wait(game: Game) -> None:
    answer = stage(game, {"kind": "flip", "card": SEED_ABOVE_FISH, "cell": 8})

    assert answer.count('<li class="is-lit">') == 2
    assert "score-button" not in answer


def test_a_draft_can_be_made_while_others_think_and_says_what_broke(game: Game) -> None:
    waiting = user_waiting(game)
    mover = user_to_act(game)
    seat = 1 - game.to_act
    hands = [HAND if number == seat else ["p3-01", "p3-02", "p3-03", "p3-04"] for number in (0, 1)]
    game = laid(game, hands=hands)
    answer = stage(game, SCORE, user=waiting)
    assert "'s turn." in text_of(answer, "preview")
    assert re.search(r'id="end-button"[^>]*disabled', answer)

    submit(game, [{"kind": "flip", "card": "p3-01", "cell": 1}, {"kind": "end"}])

    page = read(waiting, game)
    wanted = "Step 1: The stones don't match this card."
    assert text_of(page, "preview") == wanted
    assert "is-new" in page
    assert "is-new" in read(mover, game)


def test_nothing_staged_can_be_ended_or_skipped(game: Game) -> None:
    page = read(user_to_act(game), game)

    assert text_of(page, "end-button") == "End turn"
    assert text_of(page, "skip-button") == "Skip and draw 2"
    assert ending_in(page) == [{"kind": "end"}]
    submit(game, [{"kind": "skip"}])
    game = Game.objects.get(pk=game.pk)
    submit(game, [{"kind": "end"}])
    game = Game.objects.get(pk=game.pk)
    assert "skip-button" not in read(user_to_act(game), game)


def test_without_scripts_a_step_is_added_by_a_form(game: Game) -> None:
    client = log_in(user_to_act(game))
    page = client.get(f"/g/{game.code}/").content.decode()
    assert '<option value="swap:0,1">' in page
    shift = {"kind": "shift", "where": "swap:0,1", "card": CORNER}

    client.post(f"/g/{game.code}/draft/", shift)
    client.post(f"/g/{game.code}/draft/", {**shift, "where": "flip:8", "card": FISH_ANY_SEED})

    assert game.players.get(seat=game.to_act).draft == [SWAP, FLIP]
    page = client.get(f"/g/{game.code}/").content.decode()
    done = client.post(
        f"/g/{game.code}/play/", {"actions": json.dumps(ending_in(page)), "ply": game.ply}
    )
    assert done.status_code == 302
    assert Game.objects.get(pk=game.pk).ply == 3


@pytest.mark.parametrize(
    "form", ["kind=shift&where=swap:0", "kind=shift&where=flip:x", "kind=shift", "kind=", "", "x=1"]
)
def test_a_form_with_nonsense_is_refused(game: Game, form: str) -> None:
    client = log_in(user_to_act(game))

    response = client.post(
        f"/g/{game.code}/draft/", form, content_type="application/x-www-form-urlencoded"
    )

    assert response.status_code == 422


def test_a_shift_in_a_form_is_two_cells_or_one() -> None:
    with pytest.raises(MalformedAction):
        PRESENTER.read_form(QueryDict("kind=shift&where=swap:0;1"), [])


def test_alone_the_last_card_ends_the_game_at_once(alice: User) -> None:
    game = start_stones(alice)
    game = laid(game, [FISH_SEED], deck=[], scored=[list(CARDS)[:15]])

    answer = stage(game, SCORE)

    assert "you win" in text_of(answer, "preview")
    assert ending_in(answer) == [SCORE]
    submit(game, ending_in(answer))
    assert Game.objects.get(pk=game.pk).end_reason == "won"


def test_alone_a_turn_without_points_is_called_a_strike(alice: User) -> None:
    game = laid(start_stones(alice), strikes=2)

    answer = stage(game, FLIP)

    assert text_of(answer, "preview").startswith("No points: strike 3.")
    assert text_of(answer, "end-button") == "End turn: strike"
    page = read(alice, laid(game, strikes=3))
    assert 'aria-label="3 of 4"' in page
    assert "A fourth strike loses the game." in page


def test_the_last_round_is_announced(game: Game) -> None:
    game = laid(game, scored=[list(CARDS)[:10], []])

    page = read(user_to_act(game), game)

    assert "Last round" in page
    assert "10 of 10" in page


def test_cards_past_the_goal_are_not_a_part_of_it(game: Game) -> None:
    scored: list[list[str]] = [[], []]
    scored[1 - game.to_act] = list(CARDS)[:11]
    game = laid(game, scored=scored)

    page = read(user_to_act(game), game)

    assert "11 (goal 10)" in page
    assert "11 scored (goal 10)" in page
    assert "11 of 10" not in page


def test_the_history_tells_a_turn_in_one_line(game: Game, charlie: User) -> None:
    name = user_to_act(game).username
    submit(game, [SWAP, FLIP, {"kind": "end"}])
    game = Game.objects.get(pk=game.pk)

    page = read(charlie, game)

    assert "swapped once, turned over 1 stone" in page
    assert f'data-announce="{name}: swapped once, turned over 1 stone"' in page
    assert page.count('<li class="quiet">') == 1  # nothing was said; one move was made
    assert len(re.findall(r'class="stone-cell is-new"', page)) == 3


def test_turns_are_told_in_words(game: Game) -> None:
    submit(game, [SCORE, {"kind": "end"}])
    game = Game.objects.get(pk=game.pk)
    submit(game, [{"kind": "skip"}])
    turns = in_turns(PRESENTER, list(game.moves.all()))

    assert [PRESENTER.entry(turn).words for turn in turns] == [
        "scored 1 card",
        "skipped to draw cards",
    ]
    assert PRESENTER.mail_entry(turns[0]) == "scored 1 card (1 point: fish, seed in a row)"


def test_every_position_can_be_looked_at_again(alice: User, bob: User, charlie: User) -> None:
    game = play_turns(start_stones(alice, bob), Random(1), 6)
    for reader in (charlie, user_to_act(game)):
        for ply in range(game.ply + 1):
            response = log_in(reader).get(f"/g/{game.code}/at/{ply}/")
            assert response.status_code == 200
            assert 'class="stone" role="img"' in response.content.decode()
            assert "flip-button" not in response.content.decode()


def test_a_card_is_read_out_by_its_shape() -> None:
    assert [card_name(card) for card in ("p2-03", "p1-02", "p1-06", "p1-03", "p5-02")] == [
        "2 points: boat, any, horse in a row",
        "1 point: tree, boat in a column, from the top",
        "1 point: row 1: boat, any; row 2: any, tree",
        "1 point: boat in row 1, column 2",
        "5 points: boat in row 3, column 1, moon in row 3, column 2, fish in row 3, column 3",
    ]


def test_no_two_cards_read_the_same() -> None:
    assert len({card_name(card) for card in CARDS}) == len(CARDS)


def test_mails_and_lists_have_pictures(game: Game) -> None:
    view = view_of(game, game.to_act)

    assert PRESENTER.png(view, [SWAP]).startswith(b"\x89PNG")
    assert PRESENTER.hand_png(view).startswith(b"\x89PNG")
    assert PRESENTER.hand_words(view).startswith("1 point: fish, seed in a row; 1 point:")
    assert PRESENTER.standing(view, 0) == "4 cards · 0 of 10 scored"
    assert PRESENTER.picture(view).count("<use href=") == 9


def test_what_is_not_as_usual_is_said_of_a_table() -> None:
    assert PRESENTER.option_words({}, 3) == []
    assert PRESENTER.option_words({}, 1) == ["Shift and score"]
    assert PRESENTER.option_words({"mixed": True}, 1) == ["Shift and score"]
    assert PRESENTER.option_words({"mixed": True}, 2) == ["Shift and score"]
    assert PRESENTER.option_words({"mixed": False}, 1) == ["Shift or score"]
    assert PRESENTER.option_words({"young": [1]}, 2) == ["Young players may shift and score"]
    assert PRESENTER.option_words({"young": []}, 1) == ["Shift and score"]
    assert list(PRESENTER.option_fields()) == ["mixed", "young"]


def test_the_key_card_lies_before_who_began_and_the_last_round_says_who_still_plays() -> None:
    view = {"hands": [4, 4, 4], "first": 1, "to_act": 2, "last_round": False, "outcome": None}
    view |= {"young": [0], "left": []}

    def icons(seat: int) -> list[str]:
        return [mark.icon for mark in PRESENTER.marks(view, seat)]

    assert [icons(seat) for seat in range(3)] == [["young"], ["key"], []]
    view["last_round"] = True
    assert [icons(seat) for seat in range(3)] == [["young", "flag"], ["key"], ["flag"]]
    view["left"] = [0]
    assert icons(0) == ["young"]
    assert PRESENTER.marks(view | {"hands": [4], "first": 0, "to_act": 0, "young": []}, 0) == []


def test_who_began_is_marked_on_the_page(game: Game, alice: User) -> None:
    first = view_of(game, None)["first"]

    page = log_in(alice).get(f"/g/{game.code}/").content.decode()

    players = page[page.index('<ol class="players">') :].split('<li class="player')[1:]
    assert ["went first" in player for player in players] == [first == 0, first == 1]


def test_alone_the_page_says_that_the_book_is_strict_and_offers_both(alice: User) -> None:
    client = log_in(alice)

    easy = client.post("/play-now/shifting_stones/alone/", follow=True).content.decode()
    home = client.get("/").content.decode()
    strict = client.post("/play-now/shifting_stones/alone/", {"mixed": "0"}, follow=True)

    assert 'name="mixed" value="0"' in home

    assert "The rulebook is stricter" in easy
    assert "New game by the rulebook" in easy
    assert "playing by the rulebook" in strict.content.decode()
    assert [game.options for game in Game.objects.order_by("pk")] == [{}, {"mixed": False}]


def test_the_hand_stays_as_it_was_ordered(game: Game) -> None:
    mover = user_to_act(game)
    order = [FISH_ANY_SEED, CORNER]
    form = {"pieces": json.dumps(order)}
    assert log_in(mover).post(f"/g/{game.code}/order/", form).status_code == 204

    page = read(mover, game)

    shown = re.findall(r'class="hand-card" id="card-([\w-]+)"', page)
    assert shown == [*order, FISH_SEED, SEED_ABOVE_FISH]


def test_the_page_is_whole_in_every_language(game: Game) -> None:
    """Numbers inside drawings are never written with a decimal comma or a thin space."""
    mover = user_to_act(game)
    stage(game, SWAP)
    for language in ("fr", "ru", "he", "es", "nl"):
        mover.language = language
        mover.save()
        page = read(mover, game)
        for numbers in re.findall(r'(?:viewBox|transform|x|y|width|height)="([^"]*)"', page):
            assert re.fullmatch(r"[\w\d ().=,-]*", numbers), numbers
            assert not re.search(r"\d,\d", numbers), numbers
