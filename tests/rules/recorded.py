"""Golden records and the worked example as data to tamper with, and the verdict on them."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from games.records import BadRecord, read, verify
from tests.data.make_golden import QWIRKLE, STONES
from tests.rules.qwirkle.test_score import WORKED_EXAMPLE

Data = dict[str, Any]
NAMES = QWIRKLE.names
STONES_NAMES = STONES.names


@cache
def text_of(name: str) -> str:
    if name == "worked-example":
        return WORKED_EXAMPLE.read_text()
    folder = QWIRKLE.folder if name in NAMES else STONES.folder
    return (folder / f"{name}.json").read_text()


def data_of(name: str) -> Data:
    return json.loads(text_of(name))


def check(data: object) -> tuple[str, int | None] | None:
    """The code and ply of what is wrong, as the command would say it."""
    try:
        _, bad = verify(read(json.dumps(data)))
    except BadRecord as refused:
        bad = refused
    if bad is None:
        return None
    assert bad.to_json() == {"ply": bad.ply, "code": bad.code, "detail": bad.detail}
    assert isinstance(bad.detail, str)
    return bad.code, bad.ply


def changed(name: str, **fields: object) -> Data:
    return data_of(name) | fields
