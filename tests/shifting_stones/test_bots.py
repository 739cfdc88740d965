"""Bots play legal turns from a view alone, come to an end, and the clever one is the better."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import given, settings

from games.engine.thinking import Thinking
from games.kinds import KINDS
from games.shifting_stones.bots import levels as bots
from games.shifting_stones.bots.master import master
from games.shifting_stones.bots.search import SHIFTS, away, plans, shifted
from games.shifting_stones.rules.rehearsal import rehearse, turn_in
from games.shifting_stones.rules.state import State
from games.shifting_stones.rules.stones import STONES, laid
from games.shifting_stones.rules.turn import matches
from tests.kinds.games import chance_from
from tests.shifting_stones.notation import (
    ENGINE,
    NAMES,
    PLAIN,
    as_json,
    ones,
    position,
    turn_of,
    twos,
)
from tests.shifting_stones.positions import positions

Bot = Callable[..., Sequence[dict[str, object]]]
LEVELS = {"easy": bots.easy, "clever": bots.clever}
MOST_TURNS = 250
FIFTEEN = f"{ones(7)} {twos(4)} p3-01 p3-02 p3-03 p5-02"


def game(players: Sequence[Bot], seed: str, options: dict[str, object]) -> tuple[State, int]:
    """A whole game, turn by turn, each seat's bot seeing its own view only."""
    chance, thinking = chance_from(seed), Thinking(dice=Random(seed))
    state, turns = ENGINE.start(len(players), options, chance), 0
    while (seat := ENGINE.to_act(state)) is not None and turns < MOST_TURNS:
        for action in players[seat](ENGINE.view(state, seat), thinking):
            assert ENGINE.to_act(state) == seat
            state = ENGINE.apply(state, ENGINE.parse(action), chance).state
        turns += 1
    return state, turns


def test_all_levels_are_listed_and_the_clever_one_is_the_first_choice():
    kind = KINDS["shifting_stones"]
    assert {code: bot.choose for code, bot in kind.bots.items()} == {**LEVELS, "master": master}
    assert kind.first_bot == "clever"


@pytest.mark.parametrize("mixed", [True, False])
@pytest.mark.parametrize("seats", ENGINE.seats)
@pytest.mark.parametrize("level", LEVELS)
def test_games_of_bots_are_legal_and_come_to_an_end(level, seats, mixed):
    state, turns = game([LEVELS[level]] * seats, "bots", {"mixed": mixed})
    assert state.ended in ({"won", "lost"} if seats == 1 else {"cards"})
    assert turns < MOST_TURNS


@pytest.mark.parametrize("level", LEVELS)
@given(state=positions())
@settings(max_examples=40)
def test_a_turn_of_a_bot_is_legal_in_any_position_even_a_turn_begun_by_another(level, state):
    view = ENGINE.view(state, state.turn)
    actions = LEVELS[level](view, Thinking(dice=Random(state.ply)))
    found = rehearse(view, actions)
    assert found.error is None
    assert found.last.over
    assert all(action["kind"] not in ("end", "skip") for action in actions[:-1])


@pytest.mark.parametrize("mixed", [True, False])
def test_the_clever_one_beats_the_easy_one_clearly(mixed):
    won = 0
    for number in range(12):
        players = [bots.clever, bots.easy]
        seat = number % 2
        if seat:
            players.reverse()
        state, _ = game(players, f"duel {number // 2}", {"mixed": mixed})
        won += ENGINE.outcome(state).winners == (seat,)
    assert won >= 10


def test_the_clever_one_wins_a_good_part_of_the_games_alone():
    won = [game([bots.clever], f"alone {n}", {})[0].ended == "won" for n in range(10)]
    assert sum(won) >= 5


def test_the_same_dice_give_the_same_turn():
    state = ENGINE.start(3, {}, chance_from("dice"))
    for bot in LEVELS.values():
        view = ENGINE.view(state, state.turn)
        assert bot(view, Thinking(dice=Random(5))) == bot(view, Thinking(dice=Random(5)))


def test_a_bot_leaves_the_view_as_it_is():
    state = ENGINE.start(3, {}, chance_from("dice"))
    for bot in LEVELS.values():
        view = ENGINE.view(state, state.turn)
        bot(view, Thinking())
        assert view == ENGINE.view(state, state.turn)


@pytest.mark.parametrize("options", [{"mixed": True}, {"mixed": False}])
@pytest.mark.parametrize("level", LEVELS)
def test_a_turn_is_chosen_within_a_second_even_with_six_cards(level, options):
    state = position(
        hands=["p5-01 p5-04 p3-10 p3-02 p2-21 p3-12", "p1-01"], deck=twos(9), **options
    )
    taken = []
    for _ in range(3):
        away.cache_clear()
        started = time.perf_counter()
        LEVELS[level](ENGINE.view(state, 0), Thinking(dice=Random(1)))
        taken.append(time.perf_counter() - started)
    assert min(taken) < 1


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_scores_what_matches(level):
    """p1-26 and p2-16 match the plain stones."""
    state = position(hands=["p1-26 p2-16 p5-04 p5-05", "p1-01"], deck=twos(9))
    actions = LEVELS[level](ENGINE.view(state, 0), Thinking(dice=Random(1)))
    assert sorted(actions, key=str) == sorted(turn_of("score p1-26; score p2-16; end"), key=str)


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_turns_a_stone_over_for_a_card_that_lacks_just_that(level):
    """Mixed, with a sun that should be a moon: `p2-25` is a moon in the corner."""
    state = position(hands=["p2-25 p5-04", "p1-01"], deck=twos(9), mixed=True)
    actions = LEVELS[level](ENGINE.view(state, 0), Thinking(dice=Random(1)))
    assert actions == turn_of("flip p5-04 0; score p2-25; end")


def test_without_mixed_the_clever_one_sets_up_its_next_turn():
    state = position(hands=["p2-25 p5-04 p5-01 p5-02", "p1-01"], deck=twos(9))
    actions = bots.clever(ENGINE.view(state, 0), Thinking(dice=Random(1)))
    kinds = {action["kind"] for action in actions}
    assert kinds <= {"flip", "swap", "end"}
    assert "p2-25" not in {action.get("card") for action in actions}
    assert as_json("flip p5-04 0")["cell"] in {action.get("cell") for action in actions}


def test_the_clever_one_takes_the_points_of_the_last_round_now():
    state = position(hands=["p2-25 p1-26 p5-04 p5-01", "p1-01"], scored=["", twos(10)], turn=0)
    assert ENGINE.view(state, 0)["last_round"]
    actions = bots.clever(ENGINE.view(state, 0), Thinking(dice=Random(1)))
    assert actions == turn_of("score p1-26; end")


def test_alone_the_last_card_is_played_without_an_end():
    state = position(hands=["p1-26"], scored=[FIFTEEN], mixed=True)
    for bot in LEVELS.values():
        assert bot(ENGINE.view(state, 0), Thinking(dice=Random(1))) == turn_of("score p1-26")


def test_alone_the_clever_one_finds_the_way_to_the_last_card_over_several_turns():
    """Two cards left that do not match now: one shift a turn, and strikes to spare."""
    stones = PLAIN.replace("sun", "moon")
    state = position(
        stones, hands=["p1-27 p2-12"], scored=[FIFTEEN.removesuffix(" p5-02")], mixed=True
    )
    chance, thinking = chance_from("last"), Thinking(dice=Random(1))
    while ENGINE.to_act(state) is not None:
        for action in bots.clever(ENGINE.view(state, 0), thinking):
            state = ENGINE.apply(state, ENGINE.parse(action), chance).state
    assert state.ended == "won"


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_with_no_card_to_play_does_no_harm(level):
    state = position(hands=["", "p1-01"], deck="")
    assert LEVELS[level](ENGINE.view(state, 0), Thinking(dice=Random(1))) == turn_of("skip")
    again = position(hands=["", "p1-01"], deck="", skipped=[0])
    assert LEVELS[level](ENGINE.view(again, 0), Thinking(dice=Random(1))) == turn_of("end")


def random_stones(dice: Random) -> int:
    return laid(side ^ dice.getrandbits(1) for side in dice.sample(STONES, 9))


def test_plans_are_all_that_so_many_shifts_can_reach_each_once():
    dice = Random(3)
    for _ in range(5):
        stones = random_stones(dice)
        found = [plan.stones for plan in plans(stones, NAMES[:4], 2, shifting=True, scoring=False)]
        once = {shifted(stones, shift) for shift in SHIFTS}
        twice = {shifted(other, shift) for other in once for shift in SHIFTS}
        assert len(set(found)) == len(found)
        assert set(found) == {stones} | once | twice


def test_a_plan_scores_only_what_matches_then():
    dice = Random(4)
    for _ in range(20):
        stones, hand = random_stones(dice), dice.sample(NAMES, 4)
        for plan in plans(stones, hand, 2, shifting=True, scoring=True):
            now, scored = stones, set()
            for part in plan.parts:
                if isinstance(part, str):
                    assert matches(part, now)
                    scored.add(part)
                else:
                    now = shifted(now, part)
            assert (now, scored) == (plan.stones, plan.scored)
            assert plan.shifts + len(scored) == len(plan.parts) <= len(hand)


def test_away_is_nothing_exactly_for_a_card_that_matches_and_one_after_a_flip():
    dice = Random(5)
    for _ in range(100):
        stones = random_stones(dice)
        for card in NAMES:
            assert (away(card, stones) == 0) == matches(card, stones)
            if matches(card, stones):
                assert all(away(card, shifted(stones, cell)) <= 1 for cell in range(9))


def test_a_bot_asked_on_a_turn_begun_goes_on_from_there():
    state = position(hands=["p1-26 p5-04", "p1-01"], deck=twos(9), so_far="shift")
    for bot in LEVELS.values():
        actions = bot(ENGINE.view(state, 0), Thinking(dice=Random(1)))
        assert not {"score", "skip"} & {action["kind"] for action in actions}
        assert turn_in(ENGINE.view(state, 0)).so_far == "shift"
