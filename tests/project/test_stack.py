"""However deep a page is drawn, a loop of calls takes no memory from the system at each turn."""

from __future__ import annotations

import resource

from django.http import HttpRequest, HttpResponse

from qwirkle_site.middleware import room_on_the_stack

CALLS = 300
DEPTHS = 120


def _nothing(a: int, b: int = 0, c: int = 0) -> int:
    return a + b + c


def _loop(request: HttpRequest) -> HttpResponse:
    for number in range(CALLS):
        _nothing(number)
    return HttpResponse()


def _faults(depth: int) -> int:
    """How many pages of memory the system hands out for the loop, called from so deep."""
    if depth:
        return _faults(depth - 1)
    asked = room_on_the_stack(_deeper)
    asked(HttpRequest())
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    asked(HttpRequest())
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def _deeper(request: HttpRequest) -> HttpResponse:
    """A page is drawn some fifty calls below the middleware."""

    def call(depth: int) -> HttpResponse:
        return call(depth - 1) if depth else _loop(request)

    return call(50)


def test_no_depth_is_slower_than_another() -> None:
    assert max(_faults(depth) for depth in range(DEPTHS)) < CALLS / 2


def test_the_answer_is_the_views_own() -> None:
    answer = HttpResponse("as it is")
    assert room_on_the_stack(lambda _request: answer)(HttpRequest()) is answer
