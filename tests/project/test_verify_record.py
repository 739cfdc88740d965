from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = "tests/qwirkle/worked-example.json"


def test_prints_a_line_for_each_file_and_ends_with_0_when_all_hold(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("verify_record", EXAMPLE, EXAMPLE)

    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    verdict = {"ok": True, "actions": 12, "scores": [20, 22, 25, 18], "error": None}
    assert lines == [{"file": EXAMPLE, **verdict}] * 2


def test_ends_with_1_when_one_does_not_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads((ROOT / EXAMPLE).read_text())
    record["actions"][4]["points"] = 8
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps(record))

    with pytest.raises(SystemExit) as ended:
        call_command("verify_record", EXAMPLE, str(bad))

    good_line, bad_line = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert ended.value.code == 1
    assert good_line["ok"]
    assert not bad_line["ok"]
    assert bad_line["error"] == {
        "ply": 4,
        "code": "points-differ",
        "detail": "the record says 8, the rules make it 7",
    }


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"null", b"\xff\xfe\x00", b"[" * 100_000, b'{"format": 1}', b"9" * 5000],
    ids=["empty", "cut off", "list", "null", "not text", "deep", "bare", "a huge number"],
)
def test_a_file_that_is_no_record_gets_a_verdict_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    file = tmp_path / "file.json"
    file.write_bytes(content)

    with pytest.raises(SystemExit):
        call_command("verify_record", str(file))

    assert json.loads(capsys.readouterr().out)["error"]["code"] == "not-a-record"


@pytest.mark.parametrize("name", ["missing.json", "", "."], ids=["missing", "no name", "a folder"])
def test_a_file_that_cannot_be_read_is_no_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    with pytest.raises(SystemExit):
        call_command("verify_record", str(tmp_path / name))

    assert json.loads(capsys.readouterr().out)["error"]["code"] == "not-a-record"


def test_needs_neither_settings_nor_a_database() -> None:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    outcome = subprocess.run(
        [sys.executable, "manage.py", "verify_record", EXAMPLE],
        cwd=ROOT,
        env=kept | {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert outcome.returncode == 0, outcome.stderr
    assert json.loads(outcome.stdout)["ok"]
