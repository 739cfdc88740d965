"""Qwirkle's bots: what they play is legal, comes in time, and is what their level promises."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.engine.thinking import Stopwatch, Thinking
from games.kinds import KINDS
from games.qwirkle.bots import endgame, lookahead
from games.qwirkle.bots.prospects import Knowledge, promising, ways
from games.qwirkle.bots.reading import Reader, last_turns
from games.qwirkle.bots.sketch import Sketch
from games.qwirkle.bots.thinkers import MASTER, STRATEGIST, master
from games.qwirkle.rules.board import Grid
from games.qwirkle.rules.moves import placings
from games.qwirkle.rules.state import State
from games.qwirkle.rules.tiles import mask_of, tiles_named
from tests.kinds.games import chance_from
from tests.qwirkle.players import ENGINE, greedy, moments

BOTS = KINDS["qwirkle"].bots
LEVELS = pytest.mark.parametrize("level", list(BOTS))
HURRIED = 0.005


def states(seats: int, seed: str) -> list[State]:
    return [moment.before for moment in moments(seats, seed, greedy)]


def chosen(level: str, state: State, seconds: float = HURRIED) -> list[dict[str, Any]]:
    view = ENGINE.view(state, state.turn)
    return list(BOTS[level].choose(view, Thinking(seconds, Random(1))))


def test_the_levels_are_four_from_the_easiest_on() -> None:
    assert list(BOTS) == ["novice", "greedy", "strategist", "master"]
    assert [bot.seconds for bot in BOTS.values()][2:] == [0.2, 2.0]


@LEVELS
@pytest.mark.parametrize("seats", [2, 3, 8])
def test_a_bot_plays_a_legal_turn_in_every_position_of_a_game(level: str, seats: int) -> None:
    chance = chance_from("bots")
    for state in states(seats, f"bots {seats}")[::3]:
        (action,) = chosen(level, state)
        json.dumps(action)
        ENGINE.apply(state, ENGINE.parse(action), chance)


@LEVELS
def test_four_of_a_kind_come_to_an_end(level: str) -> None:
    chance, dice = chance_from("to the end"), Random(2)
    state = ENGINE.start(4, {}, chance)
    for _ in range(200):
        if (seat := ENGINE.to_act(state)) is None:
            break
        view = ENGINE.view(state, seat)
        for action in BOTS[level].choose(view, Thinking(HURRIED, dice)):
            state = ENGINE.apply(state, ENGINE.parse(action), chance).state
    assert ENGINE.outcome(state) is not None


@LEVELS
def test_a_bot_is_given_a_view_that_came_through_json_and_no_more(level: str) -> None:
    state = states(2, "through json")[6]
    view = json.loads(json.dumps(ENGINE.view(state, state.turn)))
    assert list(BOTS[level].choose(view, Thinking(HURRIED, Random(1))))


@LEVELS
def test_a_bot_without_any_time_plays_all_the_same(level: str) -> None:
    assert chosen(level, states(2, "no time")[8], seconds=0.0)


@LEVELS
def test_a_bot_that_can_lay_nothing_trades_and_without_a_bag_passes(level: str) -> None:
    view = ENGINE.view(states(2, "nothing fits")[4], None)
    stuck = {**view, "to_act": 0, "board": [["ro", 0, 0]], "hand": ["gs", "bx"], "past": []}
    thinking = Thinking(HURRIED, Random(1))

    traded = BOTS[level].choose({**stuck, "bag": 1, "hands": [2, 6]}, thinking)
    passed = BOTS[level].choose({**stuck, "bag": 0, "hands": [2, 6]}, thinking)

    assert [action["kind"] for action in traded] == ["trade"]
    assert [action["kind"] for action in passed] == ["pass"]


@LEVELS
def test_a_game_that_was_stored_before_its_past_was_kept_is_played_on(level: str) -> None:
    state = states(3, "no past")[9]
    dumped = {key: value for key, value in ENGINE.dump(state).items() if key != "past"}
    before = ENGINE.load(dumped)

    assert before.past == ()
    assert chosen(level, before)


def test_everybody_sees_what_was_done_in_the_past_and_never_which_tiles_were_traded() -> None:
    for moment in moments(3, "the past", greedy):
        after = moment.step.state
        kind = moment.action["kind"]
        tiles = len(moment.action.get("tiles", ()))
        assert ENGINE.view(after, None)["past"][-1] == [moment.seat, kind, tiles]
        assert ENGINE.load(json.loads(json.dumps(ENGINE.dump(after)))) == after


def test_the_sketch_lays_and_takes_back_as_the_rules_do() -> None:
    dice = Random(3)
    for state in states(4, "sketched")[1::4]:
        sketch = Sketch(state.grid)
        found = placings(state.grid, mask_of(state.hands[state.turn]))
        for laid, _ in dice.sample(found, min(6, len(found))):
            replaced = sketch.lay(laid)
            assert sketch.gaps == state.grid.lay(laid).gaps
            sketch.take_back(replaced)
        assert sketch.gaps == state.grid.gaps


def test_the_best_placing_makes_the_most_points() -> None:
    for state in states(3, "best")[1::3]:
        hand = mask_of(state.hands[state.turn])
        found = dict(placings(state.grid, hand))
        laid, points = Sketch(state.grid).best(hand)
        assert points == max(found.values(), default=0)
        assert found.get(laid, 0) == points


def test_a_line_of_five_is_not_left_to_the_next_one_for_a_point() -> None:
    """Laying the fifth of a row makes 5, the square beside it 4: and leaves no Qwirkle."""
    board = [["ro", 0, 0], ["rs", 1, 0], ["rd", 2, 0], ["rc", 3, 0], ["bo", 0, 1], ["go", 0, 2]]
    view = {
        "ply": 6,
        "to_act": 0,
        "scores": [0, 0],
        "outcome": None,
        "board": board,
        "hand": ["rt", "yo", "bd", "gx", "pc", "ys"],
        "hands": [6, 6],
        "bag": 80,
        "opening": None,
        "past": [],
    }
    known = Knowledge.of(view)
    ((laid, _points),) = promising(known, ways(known, None), 1, Random(1))
    assert tiles_named(["rt"])[0] not in [tile for _, tile in laid]


def positions_with_an_empty_bag() -> Iterator[State]:
    for number in range(6):
        for state in states(2, f"the end {number}"):
            if not state.bag and state.opening is None:
                yield state
                break


def plainly(grid: Grid, mine: tuple[int, ...], theirs: tuple[int, ...], passed: bool) -> int:
    """The difference that the best play brings, by trying everything."""
    found = placings(grid, mask_of(mine))
    if not found:
        return 0 if passed else -plainly(grid, theirs, mine, True)
    best = -1000
    for laid, points in found:
        kept = list(mine)
        for _, tile in laid:
            kept.remove(tile)
        after = grid.lay(laid)
        rest = 6 if not kept else -plainly(after, theirs, tuple(kept), False)
        best = max(best, points + rest)
    return best


def test_the_end_that_is_worked_out_is_as_good_as_trying_everything() -> None:
    tried = 0
    for state in positions_with_an_empty_bag():
        mine, theirs = state.hands[state.turn][:3], state.hands[1 - state.turn][:2]
        search = endgame._Search(Sketch(state.grid), Stopwatch(3600), 1.0)
        best = search.best(list(mine), list(theirs))
        if not best:
            continue
        tried += 1
        points = dict(placings(state.grid, mask_of(mine)))[best]
        kept = list(mine)
        for _, tile in best:
            kept.remove(tile)
        rest = 6 if not kept else -plainly(state.grid.lay(best), theirs, tuple(kept), False)
        assert points + rest == plainly(state.grid, mine, theirs, False)
    assert tried >= 3


def test_an_end_that_takes_too_long_is_given_up() -> None:
    state = next(positions_with_an_empty_bag())
    known = Knowledge.of(ENGINE.view(state, state.turn))
    assert endgame.is_open(known)
    search = endgame._Search(Sketch(known.grid), Stopwatch(0), 1.0)
    search._nodes = endgame._NODES - 1
    with pytest.raises(endgame.OutOfTime):
        search._value(list(known.hand), list(known.unseen), -1000, 1000)


def test_hands_are_dealt_from_what_is_unseen_and_from_nothing_else() -> None:
    for state in states(4, "dealt")[4:40:6]:
        view = ENGINE.view(state, state.turn)
        known = Knowledge.of(view)
        reader = Reader(known, Random(5), last_turns(view, known, 2))
        for _ in range(5):
            deal = reader.deal()
            dealt = [tile for hand in deal.hands for tile in hand] + list(deal.bag)
            assert sorted(dealt) == sorted(known.unseen)
            assert [len(hand) for hand in deal.hands] == [
                known.hands[seat] for seat in known.others
            ]
            assert len(deal.bag) == known.bag


def test_who_reads_the_past_guesses_the_others_hand_better() -> None:
    """How many of the tiles dealt in thought the other really has: more than by chance."""
    read = blind = 0
    for number in range(4):
        for state in states(2, f"read {number}")[5:30:3]:
            view = ENGINE.view(state, state.turn)
            known = Knowledge.of(view)
            if not known.bag:
                continue
            truth = set(state.hands[known.others[0]])
            turns = last_turns(view, known, 2)
            reader, guesser = Reader(known, Random(1), turns), Reader(known, Random(2), {})
            for _ in range(60):
                read += len(truth & set(reader.deal().hands[0]))
                blind += len(truth & set(guesser.deal().hands[0]))
    assert read > 1.03 * blind, (read, blind)


def test_the_past_is_read_from_the_table_as_it_was() -> None:
    game = list(moments(2, "as it was", greedy))
    state = game[9].before
    view = ENGINE.view(state, state.turn)
    turns = last_turns(view, Knowledge.of(view), 2)[1 - state.turn]

    theirs = [moment for moment in game[:9] if moment.seat != state.turn][::-1][:2]
    assert [turn.points for turn in turns] == [moment.step.points for moment in theirs]
    assert [turn.before.gaps for turn in turns] == [moment.before.grid.gaps for moment in theirs]


def test_with_the_same_dice_and_deals_the_same_turn_is_found() -> None:
    state = states(2, "the same")[7]
    view = ENGINE.view(state, state.turn)
    found = set()
    for _ in range(2):
        dice, known = Random(4), Knowledge.of(view)
        likely = promising(known, ways(known, None), 8, dice)
        reader = Reader(known, dice, {})
        watch = Stopwatch(3600)
        found.add(lookahead.best_of(known, likely, reader, watch, depth=2, most_deals=12))
    assert len(found) == 1


def test_the_time_is_kept() -> None:
    """By the core's own time; the last few deals may take a little longer."""
    state = states(2, "in time")[10]
    view = ENGINE.view(state, state.turn)
    thinking = Thinking(0.05, Random(1))
    watch = thinking.begin()
    master(view, thinking)
    assert watch.spent < 20


def test_the_manners_differ() -> None:
    assert STRATEGIST.candidates < MASTER.candidates
    assert STRATEGIST.rounds < MASTER.rounds
    assert not STRATEGIST.read
