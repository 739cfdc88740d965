"""The only source of chance: shuffles that anybody can compute again from the seed."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.chance import Chance

seeds = st.binary(min_size=32, max_size=32)
labels = st.text(max_size=12)


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """RFC 2104 by hand, for keys of up to 64 bytes."""
    padded = key.ljust(64, b"\x00")
    inner = sha256(bytes(byte ^ 0x36 for byte in padded) + message).digest()
    return sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


@given(seeds, st.lists(st.integers()), st.text("abc:0123", max_size=8))
def test_sorts_by_hmac_of_seed_label_and_index(seed, items, label):
    keys = [hmac_sha256(seed, f"{label}:{index}".encode()) for index in range(len(items))]
    expected = [items[index] for index in sorted(range(len(items)), key=keys.__getitem__)]
    assert list(Chance(seed).shuffled(items, label)) == expected


def test_known_vector():
    """Ten items under the seed 00 01 02 … 1f, computed with `openssl dgst -sha256 -mac HMAC`."""
    assert Chance(bytes(range(32))).shuffled("abcdefghij", "bag") == tuple("cfdehibgaj")


@given(seeds, st.lists(st.integers(0, 35), max_size=120), labels)
def test_a_shuffle_is_a_permutation(seed, items, label):
    assert sorted(Chance(seed).shuffled(items, label)) == sorted(items)


@given(seeds)
def test_labels_and_seeds_give_different_orders(seed):
    tiles = range(108)
    orders = {Chance(seed).shuffled(tiles, label) for label in ("bag", "trade:1", "trade:17")}
    orders.add(Chance(sha256(seed).digest()).shuffled(tiles, "bag"))
    assert len(orders) == 4


@given(seeds, labels)
def test_the_same_seed_and_label_give_the_same_order(seed, label):
    assert Chance(seed).shuffled(range(108), label) == Chance(seed).shuffled(range(108), label)


def test_takes_any_iterable_once():
    assert sorted(Chance(bytes(32)).shuffled(iter("abc"), "bag")) == ["a", "b", "c"]


def test_every_place_is_as_likely_as_another():
    """Where the first of six items ends up, over 6,000 seeds: about a thousand times each."""
    places = [
        Chance(number.to_bytes(32, "big")).shuffled(range(6), "bag").index(0)
        for number in range(6000)
    ]
    assert all(850 < places.count(place) < 1150 for place in range(6))


def test_commitment_is_the_hash_of_the_seed():
    seed = bytes(range(32))
    assert Chance(seed).commitment == sha256(seed).hexdigest()


def test_fresh_seeds_are_32_bytes_and_differ():
    seeds = {Chance.fresh().seed for _ in range(20)}
    assert len(seeds) == 20
    assert {len(seed) for seed in seeds} == {32}


def test_the_seed_is_not_shown_by_accident():
    chance = Chance(b"a secret of thirty-two bytes, no")
    assert "secret" not in f"{chance!r} {chance}"


def test_cannot_be_changed():
    with pytest.raises(AttributeError):
        Chance(bytes(32)).seed = bytes(32)
