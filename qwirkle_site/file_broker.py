"""Messages as files, for a machine without a broker: kombu's transport, with whole files only.

kombu writes a message where readers look for it, and moves it across folders to take it: a
reader can be handed half of one, and two can be handed the same. Here a file gets its name
once it is written, and is taken by renaming it, which the file system lets only one do.
"""

from __future__ import annotations

import fcntl
import logging
import os
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import filesystem
from kombu.utils.json import dumps, loads

Binding = filesystem.exchange_queue_t
# What a process that was killed left behind is cleared away after this long.
LEFT_BEHIND_SECONDS = 3600
BEING_WRITTEN, BEING_READ = ".part", ".taken"
log = logging.getLogger(__name__)


class Channel(filesystem.Channel):
    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._clear_left_behind()

    def _put(self, queue: str, payload: Any, **options: Any) -> None:  # type: ignore[override]
        """In the order of their names; the clock that counts never goes back."""
        name = f"{time.monotonic_ns():020}_{uuid.uuid4()}.{queue}.msg"
        _write_whole(Path(self.data_folder_out, name), dumps(payload))

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        for file in self._messages(queue):
            taken = file.with_name(file.name + BEING_READ)
            try:
                file.rename(taken)
                content = taken.read_text()
                taken.unlink()
                message = loads(content)
                if isinstance(message, dict):
                    return message
            except OSError:
                continue  # another reader has it
            except ValueError:
                pass
            log.warning("a message that cannot be read was thrown away: %s", file.name)
            taken.unlink(missing_ok=True)
        raise Empty

    def _messages(self, queue: str) -> list[Path]:
        names = sorted(os.listdir(self.data_folder_in))  # noqa: PTH208
        return [
            Path(self.data_folder_in, name)
            for name in names
            if name.partition(".")[2] == f"{queue}.msg"
        ]

    def _table(self, exchange: str) -> Path:
        """Which queues hear what is said to an exchange: a file too, and as whole."""
        return Path(self.control_folder, f"{exchange}.exchange")

    def get_table(self, exchange: str) -> list[Any]:
        try:
            return [Binding(*row) for row in loads(self._table(exchange).read_text())]
        except (FileNotFoundError, ValueError):
            return []

    def _queue_bind(
        self, exchange: str, routing_key: str | None, pattern: str | None, queue: str
    ) -> None:
        new = Binding(routing_key or "", pattern or "", queue or "")
        if new not in self.get_table(exchange):
            self._change_table(exchange, lambda table: [new, *(row for row in table if row != new)])

    def _delete(
        self, queue: str, exchange: str, routing_key: str, pattern: str, *args: Any, **options: Any
    ) -> None:
        self._purge(queue)
        old = Binding(routing_key or "", pattern or "", queue or "")
        if old in self.get_table(exchange):
            self._change_table(exchange, lambda table: [row for row in table if row != old])

    def _change_table(self, exchange: str, change: Callable[[list[Any]], list[Any]]) -> None:
        file = self._table(exchange)
        file.parent.mkdir(parents=True, exist_ok=True)
        with _locked(file.with_suffix(".lock")):
            _write_whole(file, dumps(change(self.get_table(exchange))))

    def _clear_left_behind(self) -> None:
        long_ago = time.time() - LEFT_BEHIND_SECONDS
        for folder in (Path(self.data_folder_in), self.control_folder):
            with suppress(OSError):
                for file in folder.iterdir():
                    if file.suffix in (BEING_WRITTEN, BEING_READ):
                        with suppress(OSError):
                            if file.stat().st_mtime < long_ago:
                                file.unlink()


class Transport(filesystem.Transport):
    Channel = Channel


def _write_whole(file: Path, content: str) -> None:
    """All of it or nothing, whoever is killed or looks meanwhile."""
    part = file.with_name(f"{file.name}.{uuid.uuid4()}{BEING_WRITTEN}")
    try:
        part.write_text(content)
        part.rename(file)
    except OSError:
        part.unlink(missing_ok=True)
        raise


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    with file.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
