"""The scripts that set a machine up: which Python they take, and what they say without one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VERSIONS = ["3.11", "3.12", "3.13", "3.14"]


def machine_with(folder: Path, **pythons: str) -> Path:
    """Programs of these names; each answers as a Python of this version, `-` before: no venv."""
    folder.mkdir()
    for name, version in pythons.items():
        has_venv = not version.startswith("-")
        minor = version.lstrip("-").partition(".")[2]
        program = folder / name.replace("_", ".")
        program.write_text(
            "#!/bin/sh\n"
            f'case "$2" in *ensurepip*) exit {0 if has_venv else 1};; esac\n'
            f"[ {minor} -ge 11 ] && [ {minor} -le 14 ]\n"
        )
        program.chmod(0o755)
    return folder


def find(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [shutil.which("bash") or "bash", "-c", "source scripts/python.sh; find_python"],
        cwd=ROOT,
        env=os.environ | {"PATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("pythons", "taken"),
    [
        ({"python3": "3.13"}, "python3"),
        ({"python3": "3.14"}, "python3"),
        ({"python3": "3.10", "python3_11": "3.11"}, "python3.11"),
        ({"python3": "3.15", "python3_14": "3.14", "python3_11": "3.11"}, "python3.14"),
        ({"python3": "3.12", "python3_13": "-3.13"}, "python3"),
        ({"python": "3.12"}, "python"),
    ],
)
def test_the_newest_python_that_will_do_is_taken(
    tmp_path: Path, pythons: dict[str, str], taken: str
) -> None:
    found = find(machine_with(tmp_path / "bin", **pythons))

    assert (found.returncode, found.stdout.strip(), found.stderr) == (0, taken, "")


@pytest.mark.parametrize(
    ("pythons", "packages"),
    [
        ({}, "python3 python3-venv"),
        ({"python3": "3.10"}, "python3 python3-venv"),
        ({"python3": "3.15"}, "python3 python3-venv"),
        ({"python3": "-3.13"}, "python3-venv"),
        ({"python3": "3.10", "python3_12": "-3.12"}, "python3.12-venv"),
    ],
)
def test_without_one_it_says_what_to_install(
    tmp_path: Path, pythons: dict[str, str], packages: str
) -> None:
    found = find(machine_with(tmp_path / "bin", **pythons))

    assert found.returncode == 1
    assert found.stdout == ""
    assert len(found.stderr.splitlines()) == 1
    assert found.stderr.endswith(f"apt-get install {packages}\n")


def test_the_project_the_scripts_and_the_readme_name_the_same_pythons() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["requires-python"] == ">=3.11,<3.15"
    script = (ROOT / "scripts" / "python.sh").read_text()
    assert re.findall(r"python(3\.\d+)", script.split("for candidate")[1])[:4] == VERSIONS[::-1]
    assert ", ".join(VERSIONS[:-1]) + f" or {VERSIONS[-1]}" in (ROOT / "README.md").read_text()
