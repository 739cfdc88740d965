"""Keeping the log readable: what is said again and again is counted instead."""

from __future__ import annotations

import logging
import threading
import time

MOST = 5
SECONDS = 60
# When so many different lines are known we begin anew.
KNOWN = 1000


class NotAgain(logging.Filter):
    """Lets each warning or error through a few times a minute, then says how often it came."""

    def __init__(self) -> None:
        super().__init__()
        self.lock = threading.Lock()
        self.said: dict[tuple[object, ...], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        error = record.exc_info[0] if record.exc_info else None
        where = (record.name, record.levelno, record.pathname, record.lineno)
        line = (*where, str(record.msg), error)
        with self.lock:
            left_out = self._count(line, time.monotonic())
        if left_out is None:
            return False
        if left_out:
            record.msg = f"{record.getMessage()} (and {left_out} more like it)"
            record.args = None
        return True

    def _count(self, line: tuple[object, ...], now: float) -> int | None:
        """How many were left out before this one; or None if it is left out as well."""
        if len(self.said) > KNOWN:
            self.said.clear()
        since, times = self.said.get(line, (now, 0))
        if now - since >= SECONDS:
            self.said[line] = (now, 1)
            return max(0, times - MOST)
        self.said[line] = (since, times + 1)
        return 0 if times < MOST else None
