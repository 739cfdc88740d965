"""How long tests wait for what must come.

So long that only what hangs takes longer, never a machine that is slow or busy.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

# In seconds. pytest's own `timeout`, in pyproject.toml, is longer still.
PATIENCE = int(os.environ.get("PATIENCE", "600"))


def wait_until(happened: Callable[[], object], what: Callable[[], str]) -> None:
    """Looks again and again; `what` says what is known when it never comes."""
    until = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < until, what()
        time.sleep(0.1)
