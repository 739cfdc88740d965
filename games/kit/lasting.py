"""What is the same for everybody who reads a language is made once, and kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cache, wraps
from threading import Lock
from typing import Generic, ParamSpec, TypeVar

from django.utils.translation import get_language

P = ParamSpec("P")
Made = TypeVar("Made")


def once_a_language(make: Callable[P, Made]) -> Callable[P, Made]:
    """For words and drawings that are asked for by few names: all of them are kept."""

    @cache
    def made(language: str | None, *args: P.args, **kwargs: P.kwargs) -> Made:
        return make(*args, **kwargs)

    @wraps(make)
    def remembered(*args: P.args, **kwargs: P.kwargs) -> Made:
        return made(get_language(), *args, **kwargs)  # type: ignore[arg-type]

    return remembered


class Kept(Generic[Made]):
    """What was asked for last, each under a key that says all it depends on."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: OrderedDict[Hashable, Made] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], Made]) -> Made:
        with self._lock:
            if key in self._made:
                self._made.move_to_end(key)
                return self._made[key]
        made = make()
        with self._lock:
            self._made[key] = made
            while len(self._made) > self._most:
                self._made.popitem(last=False)
        return made
