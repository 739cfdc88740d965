"""Handing a wake-up to the broker, without ever waiting long for it.

A broker may be stopped, may take connections and never answer, or be behind a wall that drops
what is sent to it. So one thread talks to it, and whoever hands it something waits a fifth of a
second at most. Then nothing is tried for a while: the sweeps find what there is to do.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue

Send = Callable[[], object]

LONGEST_WAIT = 0.2
# How long nothing is tried after the broker did not answer.
PAUSE = 30.0
log = logging.getLogger(__name__)


@dataclass(eq=False, slots=True)
class Errand:
    send: Send
    done: threading.Event = field(default_factory=threading.Event)
    given_up: threading.Event = field(default_factory=threading.Event)
    error: Exception | None = None


class Courier:
    """`on_trouble` and `on_recovery` are called when the broker goes away, and is back."""

    def __init__(self, on_trouble: Callable[[str], None], on_recovery: Callable[[], None]) -> None:
        self.on_trouble, self.on_recovery = on_trouble, on_recovery
        self.forget()

    def forget(self) -> None:
        """As new: a process that was forked has none of its parent's threads."""
        self._lock = threading.Lock()
        self._errands: SimpleQueue[Errand] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._out: Errand | None = None
        self._not_before = 0.0
        # Unknown at first: a process that was here before may have told of trouble.
        self._well: bool | None = None

    def deliver(self, send: Send) -> bool:
        """Whether the broker has it. `False`: it was not tried, failed, or takes too long."""
        errand = self._hand_over(send)
        if errand is None:
            return False
        if not errand.done.wait(LONGEST_WAIT):
            errand.given_up.set()
            self._trouble("does not answer")
            return False
        if errand.error is not None:
            self._trouble(f"{type(errand.error).__name__}: {errand.error}")
            return False
        if not self._well:
            self._well = True
            self._quietly(self.on_recovery)
        return True

    def _hand_over(self, send: Send) -> Errand | None:
        with self._lock:
            if time.monotonic() < self._not_before:
                return None
            if (
                self._out is not None
                and self._out.given_up.is_set()
                and not self._out.done.is_set()
            ):
                # Still out on what we gave up: a second thread would only hang beside it.
                self._not_before = time.monotonic() + PAUSE
                return None
            if self._thread is None or not self._thread.is_alive():
                # A daemon: the process ends without it.
                self._thread = threading.Thread(target=self._run, name="courier", daemon=True)
                self._thread.start()
            errand = Errand(send)
            self._errands.put(errand)
            return errand

    def _run(self) -> None:
        while True:
            errand = self._errands.get()
            if errand.given_up.is_set():
                continue
            self._out = errand
            try:
                errand.send()
            except Exception as error:  # whatever a broker's library raises
                errand.error = error
            errand.done.set()
            if errand.given_up.is_set() and errand.error is None:
                # It was slow and no more: the next one may try.
                self._not_before = 0.0

    def _trouble(self, error: str) -> None:
        with self._lock:
            self._not_before = time.monotonic() + PAUSE
            news, self._well = self._well is not False, False
        log.warning("the broker does not answer (%s); the sweeps do its work", error)
        if news:
            self._quietly(lambda: self.on_trouble(error))

    def _quietly(self, note: Callable[[], None]) -> None:
        """What is told must not spoil what was done: that is committed already."""
        try:
            note()
        except Exception:
            log.exception("what became of the broker could not be noted")

    def follow_forks(self) -> None:
        os.register_at_fork(after_in_child=self.forget)
