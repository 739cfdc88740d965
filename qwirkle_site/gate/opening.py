"""Asking Django whether a page may open its stream, by a few threads that stay.

Django's own ASGI handler makes a thread for each request and goes back and forth to it, which
costs more than all that it asks. Here the same middleware and the same view run through at once.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

from django.core import signals
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.http import HttpResponseBase
from django.urls import set_script_prefix

from qwirkle_site.gate.asgi import Receive, Scope, Send


class Opening(ASGIHandler):
    def __init__(self, *, threads: int) -> None:
        # Not the parent's: its middleware is made for coroutines.
        self.load_middleware()
        self.threads = ThreadPoolExecutor(threads, thread_name_prefix="opening")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Nobody sends anything to a stream: what stands in the body is not looked at."""
        loop = asyncio.get_running_loop()
        response = await loop.run_in_executor(self.threads, self._answer, scope)
        await self.send_response(response, send)

    def _answer(self, scope: Scope) -> HttpResponseBase:
        set_script_prefix(get_script_prefix(scope))
        signals.request_started.send(sender=type(self), scope=scope)
        made = self.create_request(scope, BytesIO())
        response = made[1] if made[0] is None else self.get_response(made[0])
        # Gives back the connection to the database.
        response.close()
        return response
