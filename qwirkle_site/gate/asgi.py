"""The words of ASGI, as far as we speak it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from django.conf import settings

from accounts.networks import network_of

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Kept = TypeVar("Kept")

GONE = "http.disconnect"


def header(scope: Scope, name: bytes) -> str:
    """The last one of this name: what a proxy of ours adds comes after what it was given."""
    values = [value for key, value in scope["headers"] if key == name]
    return values[-1].decode("latin1") if values else ""


def address_of(scope: Scope) -> str:
    """Where a request comes from, as `accounts.networks` counts it."""
    client = scope.get("client")
    text = client[0] if client else ""
    if settings.BEHIND_PROXY:
        text = header(scope, b"x-forwarded-for").rpartition(",")[2].strip() or text
    return network_of(text)


class PerLoop(Generic[Kept]):
    """One for each event loop, made when it is first asked for: tests run many in a process."""

    def __init__(self, make: Callable[[], Kept]) -> None:
        self.make = make
        self.kept: WeakKeyDictionary[asyncio.AbstractEventLoop, Kept] = WeakKeyDictionary()

    def __call__(self) -> Kept:
        loop = asyncio.get_running_loop()
        if loop not in self.kept:
            self.kept[loop] = self.make()
        return self.kept[loop]
