"""Messages in files, as `make play` has them: each is handed out whole, and once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from kombu import Connection, Exchange, Queue
from kombu.simple import SimpleQueue

from qwirkle_site.file_broker import Transport
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
WRITERS, READERS, EACH = 3, 2, 100

WRITE = """
import sys
from tests.machinery.test_file_broker import connect, write
write(connect(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
"""
READ = """
import sys
from tests.machinery.test_file_broker import connect, read
read(connect(sys.argv[1]))
"""


def connect(folder: str) -> Connection:
    return Connection(
        "filesystem://localhost//",
        transport="qwirkle_site.file_broker:Transport",
        transport_options={
            "data_folder_in": f"{folder}/queue",
            "data_folder_out": f"{folder}/queue",
            "control_folder": f"{folder}/control",
        },
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Of a broker that this process has not seen before."""
    Transport.global_state.clear()
    for name in ("queue", "control"):
        (tmp_path / name).mkdir()
    return tmp_path


def queue(number: int) -> Queue:
    return Queue(f"hammered-{number}", Exchange("hammered"), routing_key=str(number))


def write(connection: Connection, name: str, count: int) -> None:
    """Each writer declares the queues as well, as everything does that sends a message."""
    producer = connection.Producer()
    for number in range(count):
        producer.publish(
            {"from": name, "number": number, "long": "x" * 5000},
            exchange=Exchange("hammered"),
            routing_key=str(number % 2),
            declare=[queue(0), queue(1)],
        )


def read(connection: Connection) -> None:
    """What it got on a line each, until it is told to stop by its own mark."""
    boxes = [connection.SimpleQueue(queue(number)) for number in (0, 1)]
    while True:
        for box in boxes:
            try:
                message = box.get(block=False)
            except box.Empty:
                continue
            message.ack()
            if message.payload == "enough":
                return
            print(message.payload["from"], message.payload["number"], flush=True)  # noqa: T201


def payload_of(box: SimpleQueue, **how: Any) -> Any:
    message = box.get(**how)
    message.ack()
    return message.payload


def left_over(connection: Connection) -> list[str]:
    """Who reads "enough" leaves what is in the other queue."""
    found = []
    for number in (0, 1):
        box = connection.SimpleQueue(queue(number))
        while len(box):
            message = payload_of(box, block=False)
            found.append(f"{message['from']} {message['number']}")
    return found


def test_several_writers_and_readers_lose_nothing_and_see_nothing_half_written(
    folder: Path,
) -> None:
    def start(code: str, *arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-c", code, str(folder), *arguments]
        return subprocess.Popen(command, cwd=ROOT, text=True, stdout=-1, stderr=-1)

    readers = [start(READ) for _ in range(READERS)]
    writers = [start(WRITE, f"writer{number}", str(EACH)) for number in range(WRITERS)]
    for writer in writers:
        assert writer.communicate(timeout=PATIENCE)[1] == ""
    connection = connect(str(folder))
    for _ in range(READERS):
        connection.Producer().publish("enough", exchange=Exchange("hammered"), routing_key="1")
    said = [reader.communicate(timeout=PATIENCE) for reader in readers]

    assert [errors for _, errors in said] == [""] * READERS
    got = [line for lines, _ in said for line in lines.splitlines()]
    got += left_over(connection)
    sent = [f"writer{one} {number}" for one in range(WRITERS) for number in range(EACH)]
    assert sorted(got) == sorted(sent)
    assert list((folder / "queue").iterdir()) == []


@pytest.mark.parametrize("content", [b"", b'{"body": "half', b"\xff\x00", b"null"])
def test_a_message_that_cannot_be_read_stops_nobody(folder: Path, content: bytes) -> None:
    """As a full disk leaves one, or who writes in place."""
    connection = connect(str(folder))
    box = connection.SimpleQueue(queue(0))
    first = f"{0:020}_broken.hammered-0.msg"
    (folder / "queue" / first).write_bytes(content)
    box.put("whole")

    assert payload_of(box, timeout=PATIENCE) == "whole"
    assert list((folder / "queue").iterdir()) == []


@pytest.mark.parametrize("content", ["", '[["0", "", "hamm'])
def test_a_table_of_queues_that_cannot_be_read_is_made_anew(folder: Path, content: str) -> None:
    (folder / "control" / "hammered.exchange").write_text(content)
    connection = connect(str(folder))

    box = connection.SimpleQueue(queue(0))
    box.put("told")

    assert payload_of(box, timeout=PATIENCE) == "told"
