"""The games that the tests here are about, the tiny one that only tests have among them."""

from __future__ import annotations

from tests.kinds.proof import Proof
from tests.qwirkle.proof import QWIRKLE
from tests.shifting_stones.proof import SHIFTING_STONES
from tests.tiny.proof import PEBBLES

PROOFS: list[Proof] = [QWIRKLE, SHIFTING_STONES, PEBBLES]
RECORDS = [(proof, name) for proof in PROOFS for name in proof.shelf.names]
