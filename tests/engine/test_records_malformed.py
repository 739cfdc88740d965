"""Texts that are no record, or one with a field amiss: told so, and never with a traceback."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.records import BadRecord
from games.kinds import read_record
from tests.engine.recorded import changed, check, data_of, junk, paths, text_of

NOT_RECORDS = {
    "nothing": "",
    "blank": "  \n ",
    "no JSON": "Sue lays three red tiles",
    "cut short": text_of("out-2-seats")[:-20],
    "two records": text_of("out-2-seats") * 2,
    "null": "null",
    "a number": "1",
    "a string": '"qwirkle"',
    "a list": "[]",
    "a list of records": f"[{text_of('out-2-seats')}]",
    "an empty object": "{}",
    "not a number": "NaN",
    "deep lists": "[" * 100_000,
    "deep lists, closed": "[" * 100_000 + "]" * 100_000,
    "deep objects": '{"format":' * 100_000,
    "deep in a field": '{"format": 1, "players": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "a huge number": '{"format": ' + "1" * 100_000 + "}",
    "bytes of no encoding": b"\xff\xfe\xfa{}",
    "NUL bytes": b"\x00" * 100,
    "UTF-16 garbage": "{}".encode("utf-16") + b"\xd8",
    "a lone surrogate": '{"format": "\\ud800"}',
    "an image": b"\x89PNG\r\n\x1a\n\x00\x00",
}


@pytest.mark.parametrize("text", NOT_RECORDS.values(), ids=NOT_RECORDS)
def test_a_text_that_is_no_record_is_told_so(text):
    with pytest.raises(BadRecord) as caught:
        read_record(text)
    assert caught.value.code == "not-a-record"
    assert caught.value.ply is None
    assert len(caught.value.detail) < 200


WRONG_TYPES = [None, True, 0, 1.5, -1, "", "x", [], [None], [True], [[]], {}, {"a": 1}, 10**30]
FIELDS = ["format", "game", "rules", "players", "options", "seed", "actions", "scores", "finished"]
TYPES = {"game": str, "rules": int, "options": dict, "seed": type(None), "finished": bool}


def may_be(field: str, value: object) -> bool:
    """Whether the value is of the field's type: if wrong, then for the rules to say."""
    return (
        value == []
        if field in {"players", "actions", "scores"}
        else type(value) is TYPES.get(field)
    )


@pytest.mark.parametrize("field", FIELDS)
def test_a_field_of_the_wrong_type_makes_no_record(field):
    for value in WRONG_TYPES:
        found = check(changed("out-2-seats", **{field: value}))
        if not may_be(field, value):
            assert found == ("not-a-record", None), value


@pytest.mark.parametrize("field", FIELDS)
def test_a_field_that_is_missing_makes_no_record(field):
    data = data_of("out-2-seats")
    del data[field]
    assert check(data) == ("not-a-record", None)


@pytest.mark.parametrize("field", ["seat", "action", "points"])
def test_a_turn_with_a_field_missing_or_wrong_makes_no_record(field):
    data = data_of("out-2-seats")
    del data["actions"][3][field]
    assert check(data) == ("not-a-record", None)
    for value in (None, True, 1.5, "0", [], [0]):
        data["actions"][3][field] = value
        assert check(data) == ("not-a-record", None), value


@pytest.mark.parametrize("seat", [-1, 2, 10**30])
def test_a_turn_of_a_seat_that_nobody_has_makes_no_record(seat):
    data = data_of("out-2-seats")
    data["actions"][3]["seat"] = seat
    assert check(data) == ("not-a-record", None)


@pytest.mark.parametrize("seed", ["", "0", "zz", "00" * 65, "0x00", "é" * 64, " ", "00 " * 32])
def test_a_seed_that_is_not_hexadecimal_makes_no_record(seed):
    assert check(changed("out-2-seats", seed=seed)) == ("not-a-record", None)


@pytest.mark.parametrize("game", ["", "chess", "QWIRKLE", "\ud800", "x" * 10**5])
def test_a_game_that_nobody_knows_is_told_so(game):
    assert check(changed("out-2-seats", game=game)) == ("unknown-game", None)


@pytest.mark.parametrize("rules", [0, 2, -1, 10**30])
def test_rules_that_nobody_knows_are_told_so(rules):
    assert check(changed("out-2-seats", rules=rules)) == ("unknown-rules", None)


def test_a_record_of_more_turns_than_any_game_has_is_not_read():
    turn = {"seat": 0, "action": {"kind": "pass"}, "points": 0}
    assert check(changed("out-2-seats", actions=[turn] * 100_001)) == ("not-a-record", None)


WORKED_EXAMPLE = paths(data_of("worked-example"))


@given(st.data())
@settings(max_examples=200)
def test_whatever_is_tampered_with_nothing_but_a_bad_record_comes_of_it(data):
    record = data_of("worked-example")
    *way, last = data.draw(st.sampled_from(WORKED_EXAMPLE))
    holder = record
    for key in way:
        holder = holder[key]
    holder[last] = data.draw(junk)
    check(record)


@given(st.binary(max_size=60))
@settings(max_examples=200)
def test_whatever_bytes_come_in_nothing_but_a_bad_record_comes_of_it(text):
    with pytest.raises(BadRecord):
        read_record(text)
