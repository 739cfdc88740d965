"""Handing a wake-up to the broker, without ever waiting for it.

A broker may be stopped, may take connections and never answer, or be behind a wall that drops
what is sent to it. So one thread talks to it, and whoever hands it something goes on at once.
What does not go well is dropped, and nothing is tried for a while: the sweeps find what there is
to do.
"""

from __future__ import annotations

import atexit
import logging
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from queue import Full, Queue

Send = Callable[[], object]

# So many wait while the broker is slow. Each is a few bytes, and soon found by a sweep.
MOST_WAITING = 1000
# A broker that takes longer over one of them is thought away.
LONGEST_ERRAND = 5.0
# How long nothing is tried after the broker did not answer.
PAUSE = 30.0
# A command that ends gives what it handed over so long to leave.
LEAVING_SECONDS = 0.2
log = logging.getLogger(__name__)


class Courier:
    """`on_trouble` and `on_recovery` are called when the broker goes away, and is back.

    Never in the thread of whoever handed something over.
    """

    def __init__(self, on_trouble: Callable[[str], None], on_recovery: Callable[[], None]) -> None:
        self.on_trouble, self.on_recovery = on_trouble, on_recovery
        self.forget()

    def forget(self) -> None:
        """As new: a process that was forked has none of its parent's threads."""
        self._lock = threading.Lock()
        self._errands: Queue[Send] = Queue(MOST_WAITING)
        self._thread: threading.Thread | None = None
        self._out_since: float | None = None
        self._not_before = 0.0
        # Unknown at first: a process that was here before may have told of trouble.
        self._well: bool | None = None

    def hand_over(self, send: Send) -> bool:
        """At once. `False`: it is dropped, as the broker is thought away, or far behind."""
        with self._lock:
            now = time.monotonic()
            if now < self._not_before:
                return False
            if self._out_since is None or now - self._out_since <= LONGEST_ERRAND:
                return self._is_taken(send)
            # Still out: a second thread would only hang beside it.
            self._not_before = now + PAUSE
            news, self._well = self._well is not False, False
        if news:
            self._in_a_thread(lambda: self._tell_of_trouble("does not answer")).start()
        return False

    def settle(self, seconds: float) -> bool:
        """Whether all that was handed over is done with, within this time."""
        errands = self._errands
        with errands.all_tasks_done:
            return errands.all_tasks_done.wait_for(lambda: not errands.unfinished_tasks, seconds)

    def follow_the_process(self) -> None:
        os.register_at_fork(after_in_child=self.forget)
        atexit.register(lambda: self.settle(LEAVING_SECONDS))

    def _is_taken(self, send: Send) -> bool:
        if self._thread is None or not self._thread.is_alive():
            self._thread = self._in_a_thread(self._run)
            self._thread.start()
        with suppress(Full):
            self._errands.put_nowait(send)
            return True
        return False

    def _in_a_thread(self, work: Callable[[], None]) -> threading.Thread:
        """A daemon: the process ends without it."""
        return threading.Thread(target=work, name="courier", daemon=True)

    def _run(self) -> None:
        errands = self._errands
        while True:
            send = errands.get()
            if time.monotonic() >= self._not_before:
                self._go(send)
            errands.task_done()

    def _go(self, send: Send) -> None:
        with self._lock:
            self._out_since = time.monotonic()
        error = ""
        try:
            send()
        except Exception as raised:  # whatever a broker's library raises
            error = f"{type(raised).__name__}: {raised}"
        with self._lock:
            self._out_since = None
            news = self._well is not (not error)
            self._well = not error
            # If it was slow and no more, the next one may try.
            self._not_before = time.monotonic() + PAUSE if error else 0.0
        if error and news:
            self._tell_of_trouble(error)
        elif news:
            self._quietly(self.on_recovery)

    def _tell_of_trouble(self, error: str) -> None:
        if self._well:
            return  # it is back already
        log.warning("the broker does not answer (%s); the sweeps do its work", error)
        self._quietly(lambda: self.on_trouble(error))

    def _quietly(self, note: Callable[[], None]) -> None:
        """What cannot be noted stops no errand."""
        try:
            note()
        except Exception:
            log.exception("what became of the broker could not be noted")
