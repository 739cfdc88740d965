"""What Qwirkle's rules page says is what the rules do."""

from __future__ import annotations

import pytest

from games.engine.errors import BadOptions, IllegalAction
from games.qwirkle.rules.board import Grid, cell_at
from games.qwirkle.rules.lines import fault_of, largest_set
from games.qwirkle.rules.scoring import points_of
from games.qwirkle.rules.tiles import tiles_named
from games.qwirkle.rules_page import PICTURES, Picture, judged
from games.qwirkle.worked_example import NOTES, TRAPS, worked_example
from tests.factories import log_in
from tests.learning.reading import page_of, section_of, words_of
from tests.qwirkle.notation import CHANCE, ENGINE, play, position

pytestmark = pytest.mark.django_db

FIVE = "po ps pd pc pt"


@pytest.fixture
def words() -> str:
    return words_of(page_of("qwirkle"))


def names(picture: Picture) -> list[str]:
    return [tile.name for tile in picture.tiles]


def test_says_how_many_can_play(words: str) -> None:
    fewest, most = ENGINE.seats[0], ENGINE.seats[-1]

    assert f"{fewest} to {most} players can play." in words
    for seats in (fewest - 1, most + 1):
        with pytest.raises(BadOptions):
            ENGINE.start(seats, {}, CHANCE)


def test_says_what_is_dealt(words: str) -> None:
    view = ENGINE.view(ENGINE.start(2, {}, CHANCE), None)

    assert f"the bag starts with {sum(view['hands']) + view['bag']} tiles" in words
    assert f"You hold {view['hands'][0]} tiles" in words
    assert len(set(names(PICTURES["all"]))) == 36
    assert "6 colours and 6 shapes make 36 different tiles. There are 3 of each" in words


def test_says_what_a_qwirkle_is_worth(words: str) -> None:
    points = play(position(FIVE, hands=["px ro", "ro"]), "px@5,0").points

    assert f"A line of 6 is a Qwirkle. It scores {points - 6} bonus points" in words
    assert f"so {points} points in all" in words
    assert f"A Qwirkle: {points}" in words


def test_says_how_long_a_line_can_be(words: str) -> None:
    longest = len(judged(PICTURES["qwirkle"])[0])

    assert f"So a line has {longest} tiles at most." in words
    with pytest.raises(IllegalAction, match="line-too-long"):
        play(position(f"{FIVE} px", hands=["po ro", "ro"]), "po@6,0")


def test_says_what_the_last_tile_brings(words: str) -> None:
    alone, not_alone = (
        play(position("ro rs", hands=[hand, "ro"]), "rd@2,0") for hand in ("rd", "rd gx")
    )
    extra = alone.points - not_alone.points

    assert f"Placing your last tile when the bag is empty scores {extra} extra points." in words
    assert f"place their last tile gets {extra} extra points, and the game is over at once" in words
    assert ENGINE.outcome(alone.state)
    assert not ENGINE.outcome(not_alone.state)


def test_says_what_a_single_first_tile_scores(words: str) -> None:
    points = play(position(hands=["ro gs", "ro"], opening=1), "ro@0,0").points

    assert f"If the game starts with a single tile, it scores {points} point." in words


def test_says_who_goes_first_and_with_what(words: str) -> None:
    tiles = tiles_named(names(PICTURES["hand"]))
    placed = [tile for tile in PICTURES["hand"].tiles if tile.new]

    assert largest_set(tiles) == len(placed) == 3
    assert "Three different red tiles: the largest set in this hand." in words
    assert "Ties go to the oldest player. The date of birth in the settings decides" in words
    with pytest.raises(IllegalAction, match="opening-too-small"):
        play(position(hands=[" ".join(names(PICTURES["hand"])), "ro"], opening=3), "ro@0,0 rd@1,0")
    assert "You can't trade on this first turn." in words
    with pytest.raises(IllegalAction, match="trade-at-opening"):
        play(position(hands=["ro gs", "ro"], bag="ro", opening=1), "trade gs")


def test_says_how_tiles_are_traded(words: str) -> None:
    state = position("ro rs", hands=["gx gd", "ro"], bag="yt yc")
    step = play(state, "trade gx gd")

    assert "swap some or all of yours with the bag, up to the number left in it" in words
    with pytest.raises(IllegalAction, match="trade-exceeds-bag"):
        play(position("ro rs", hands=["gx gd", "ro"], bag="yt"), "trade gx gd")
    assert "so you never draw back what you trade" in words
    assert set(ENGINE.view(step.state, 0)["hand"]) == {"yt", "yc"}
    assert "A trade is your whole turn and scores nothing." in words
    assert step.points == 0
    assert step.state.turn == 1


def test_says_when_one_must_trade_or_pass(words: str) -> None:
    assert "If you can't place anything, you must trade." in words
    with pytest.raises(IllegalAction, match="can-place"):
        play(position("ro", hands=["gx", "ro"], bag="yt"), "pass")
    assert "If the bag is empty as well, you pass." in words
    assert play(position("ro", hands=["gx", "rs"]), "pass").points == 0


def test_says_that_a_blocked_game_ends_without_extra_points(words: str) -> None:
    step = play(position("ro", hands=["rs gx", "yx"]), "rs@1,0")
    outcome = ENGINE.outcome(step.state)

    assert "The game is also over when no one can ever place a tile again." in words
    assert outcome
    assert outcome.reason == "blocked"
    assert step.points == 2


def test_says_that_ties_share_the_win(words: str) -> None:
    outcome = ENGINE.outcome(position(scores=[40, 40, 30], hands=["", "", ""], ended="out"))

    assert "Most points wins. Players who tie share the win." in words
    assert outcome
    assert outcome.winners == (0, 1)


def test_says_what_leaving_does(words: str) -> None:
    state = position("ro", hands=["gx", "yx", "rs"], bag="ys", scores=[50, 3, 2])
    left = ENGINE.withdraw(state, 0, CHANCE).state
    outcome = ENGINE.outcome(ENGINE.withdraw(left, 1, CHANCE).state)

    assert "The tiles of a player who leaves go back into the bag" in words
    assert ENGINE.view(left, None)["bag"] == 2
    assert "If only one player is left, that player wins, whatever the points." in words
    assert outcome
    assert outcome.places == (2, 2, 1)
    assert "Whoever leaves comes after everyone who stayed, whatever the points." in words
    assert "If you miss a turn, you keep your tiles." in words
    assert play(state, "skip-turn").state.hands == state.hands


@pytest.mark.parametrize("name", ["one_colour", "one_shape", "apart"])
def test_a_picture_that_is_called_right_is_right(name: str) -> None:
    assert judged(PICTURES[name])


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("mixed", "line-mixed"),
        ("twice", "line-duplicate"),
        ("two_lines", "not-one-line"),
        ("gap", "gap"),
    ],
)
def test_a_picture_that_is_called_wrong_is_wrong_for_that_reason(name: str, fault: str) -> None:
    with pytest.raises(IllegalAction, match=fault):
        judged(PICTURES[name])


def test_each_tile_of_the_two_lines_would_fit_by_itself() -> None:
    tiles = PICTURES["two_lines"].tiles
    lying = tuple(tile for tile in tiles if not tile.new)
    for new in (tile for tile in tiles if tile.new):
        assert judged(Picture((*lying, new)))


def test_nothing_fits_the_dead_square() -> None:
    picture = PICTURES["dead"]
    grid = Grid.of((tile.name, tile.x, tile.y) for tile in picture.tiles)
    (square,) = picture.dead

    assert grid.gaps[cell_at(*square)].fits == 0
    rows: dict[int, list[str]] = {}
    for tile in picture.tiles:
        rows.setdefault(tile.y, []).append(tile.name)
    assert [fault_of(tiles_named(rows[0][:2])), fault_of(tiles_named(rows[0][2:]))] == [None, None]
    assert fault_of(tiles_named(rows[1])) is None


@pytest.mark.parametrize("name", ["apart", "longer", "crossing", "qwirkle"])
def test_a_picture_with_a_sum_shows_the_points_of_the_rules(name: str, words: str) -> None:
    picture = PICTURES[name]

    assert picture.points == sum(picture.line_points) == points_of(judged(picture))
    shown = " + ".join(map(str, picture.line_points))
    assert (shown if len(picture.line_points) == 1 else f"{shown} = {picture.points}") in words


def test_a_tile_at_a_crossing_counts_in_both_lines() -> None:
    picture = PICTURES["crossing"]

    assert sum(tile.new for tile in picture.tiles) == 1
    assert len(picture.line_points) == 2


def test_pictures_name_their_tiles_to_those_who_cannot_see_them() -> None:
    page = section_of(page_of("qwirkle"), "lines")

    assert 'aria-label="red circle, red star, blue star"' in page


@pytest.mark.parametrize("number", range(1, 13))
def test_the_worked_example_explains_each_sum(number: int) -> None:
    turn = worked_example()[number - 1]
    part = log_in().get(f"/rules/qwirkle/?turn={number}", headers={"hx-request": "true"})
    words = words_of(part.content.decode())

    assert f"Turn {number} of 12" in words
    assert sum(turn.line_points) == turn.points
    for line in turn.lines:
        bonus = f" · Qwirkle {line.tiles} + {line.bonus} =" if line.bonus else ""
        assert f"{line.name} · {line.direction}{bonus} {line.points}" in words
    assert str(NOTES[number - 1]) in words
    assert ("Watch out!" in words) == (number in TRAPS)
    assert str(TRAPS.get(number, "")) in words


def test_the_worked_example_names_its_lines_by_what_they_share() -> None:
    named = [[str(line.name) for line in turn.lines] for turn in worked_example()]

    assert named[0] == ["Red line"]
    assert named[2] == ["Blue line", "Line of circles"]
    assert named[5] == ["Line of squares", "Line of squares"]
    assert named[10] == ["Line of crosses", "Red line", "Blue line"]


def test_the_first_trap_is_one() -> None:
    """Both squares in the long line of squares: it would hold the red one twice."""
    before = worked_example()[4].board
    column = position(hands=["os rs", "ro"])
    state = ENGINE.load({**ENGINE.dump(column), "board": before})

    with pytest.raises(IllegalAction, match="line-duplicate"):
        play(state, "os@4,3 rs@4,4")


def test_the_second_trap_is_one() -> None:
    """An empty square lies between the orange diamond and the others."""
    turn = worked_example()[7]
    squares = {(x, y): name for name, x, y in turn.board}

    assert squares[2, -3] == "od"
    assert (2, -2) not in squares
    assert squares[2, -1] == "gd"
    assert "Line of diamonds" not in [str(line.name) for line in turn.lines]
