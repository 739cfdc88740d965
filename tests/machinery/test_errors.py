"""What a service refuses: its code, its status, and what its words may name."""

from __future__ import annotations

import pytest
from django.utils.functional import lazystr

from games import refusals
from games.machinery.errors import ServiceError
from games.pages.answers import words_for


def test_an_error_carries_what_its_words_name(monkeypatch: pytest.MonkeyPatch) -> None:
    error = ServiceError("too-far-ahead", 422, years=2)
    monkeypatch.setattr(refusals, "REFUSED", {"too-far-ahead": lazystr("At most %(years)s years.")})

    assert (error.code, error.status, error.data) == ("too-far-ahead", 422, {"years": 2})
    assert str(error) == "too-far-ahead {'years': 2}"
    assert words_for(error) == "At most 2 years."


def test_an_error_without_data_is_its_code() -> None:
    error = ServiceError("moved-on", 409)

    assert str(error) == "moved-on"
    assert words_for(error).startswith("Someone has moved.")
