"""Code as it was at an earlier commit, to be measured beside today's in the same process."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from zipfile import ZipFile

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "games"


def modules_at(commit: str, *names: str) -> list[ModuleType] | None:
    """These modules as they were; None where git does not know the commit: a shallow clone."""
    command = ["git", "archive", "--format=zip", commit, PACKAGE]
    packed = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if packed.returncode:
        return None
    with TemporaryDirectory() as folder:
        ZipFile(BytesIO(packed.stdout)).extractall(folder)
        with _instead_of_todays(folder):
            return [import_module(name) for name in names]


@contextmanager
def _instead_of_todays(folder: str) -> Iterator[None]:
    """What is imported here comes from that folder, and knows nothing of what was before."""
    todays = _taken_out()
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)
        _taken_out()
        sys.modules.update(todays)


def _taken_out() -> dict[str, ModuleType]:
    names = [name for name in sys.modules if name.split(".")[0] == PACKAGE]
    return {name: sys.modules.pop(name) for name in names}
