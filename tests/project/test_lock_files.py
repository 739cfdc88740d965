"""The locks: what a server gets, and what a developer gets besides."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PIN = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)
NAME = re.compile(r"^[A-Za-z0-9-]+")


def pins(lock: str) -> dict[str, str]:
    return dict(PIN.findall((ROOT / lock).read_text()))


def named(extra: str) -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = project["optional-dependencies"][extra] if extra else project["dependencies"]
    return {match[0] for each in wanted if (match := NAME.match(each))}


def test_a_server_gets_what_the_site_needs_and_no_tools() -> None:
    server = pins("requirements.txt").keys()

    assert named("") | named("providers") <= server
    assert not (named("dev") | named("embedded")) & server


def test_a_developer_has_the_versions_of_the_server_and_all_the_tools() -> None:
    developer = pins("requirements-dev.txt")

    assert pins("requirements.txt").items() <= developer.items()
    assert named("dev") | named("embedded") <= developer.keys()


def test_playing_takes_the_versions_of_a_developer_and_none_of_the_tools() -> None:
    play = pins("requirements-play.txt")

    assert play.items() <= pins("requirements-dev.txt").items()
    assert named("") | named("embedded") <= play.keys()
    assert not named("dev") & play.keys()


def test_every_pin_has_its_hashes_and_nothing_says_where_to_get_it() -> None:
    for lock in ("requirements.txt", "requirements-play.txt", "requirements-dev.txt"):
        text = (ROOT / lock).read_text()
        requirements = re.split(r"\n(?=[a-z])", text)
        assert all("--hash=sha256:" in requirement for requirement in requirements)
        assert "://" not in text
        assert "index-url" not in text
