"""Golden records and the worked example as data to tamper with, and the verdict on them."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from hypothesis import strategies as st

from games.engine.records import BadRecord, verify
from games.kinds import read_record
from tests.kinds.proofs import PROOFS
from tests.qwirkle.test_score import WORKED_EXAMPLE

Data = dict[str, Any]
# No two games call a record the same.
FILES = {
    name: proof.shelf.folder / f"{name}.json" for proof in PROOFS for name in proof.shelf.names
}

# What may be in the place of anything.
junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@cache
def text_of(name: str) -> str:
    return (WORKED_EXAMPLE if name == "worked-example" else FILES[name]).read_text()


def data_of(name: str) -> Data:
    return json.loads(text_of(name))


def check(data: object) -> tuple[str, int | None] | None:
    """The code and ply of what is wrong, as the command would say it."""
    try:
        _, bad = verify(read_record(json.dumps(data)))
    except BadRecord as refused:
        bad = refused
    if bad is None:
        return None
    assert bad.to_json() == {"ply": bad.ply, "code": bad.code, "detail": bad.detail}
    assert isinstance(bad.detail, str)
    return bad.code, bad.ply


def changed(name: str, **fields: object) -> Data:
    return data_of(name) | fields


def paths(data: object, so_far: tuple[object, ...] = ()) -> list[tuple[object, ...]]:
    """Where in the record there is something to tamper with."""
    found = [so_far] if so_far else []
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            found += paths(value, (*so_far, key))
    return found
