"""A module has one reason to be opened, and a function fits on a screen."""

from __future__ import annotations

import ast
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parent.parent.parent
LONGEST_MODULE, MEDIAN_MODULE, LONGEST_FUNCTION = 300, 80, 40
# All settings stand in one file, which is read from top to bottom.
EXEMPT = {ROOT / "qwirkle_site" / "settings.py"}


def _modules() -> dict[Path, str]:
    found = [
        path
        for app in ("games", "accounts", "qwirkle_site")
        for path in (ROOT / app).rglob("*.py")
        if "migrations" not in path.parts and path not in EXEMPT
    ]
    return {path.relative_to(ROOT): path.read_text() for path in found}


def test_no_module_is_too_long() -> None:
    sizes = {path: len(text.splitlines()) for path, text in _modules().items()}

    assert {path: size for path, size in sizes.items() if size > LONGEST_MODULE} == {}
    assert median(size for size in sizes.values() if size) < MEDIAN_MODULE


def test_no_function_is_too_long() -> None:
    too_long = {
        f"{path}: {node.name}": size
        for path, text in _modules().items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (size := (node.end_lineno or node.lineno) - node.lineno + 1) > LONGEST_FUNCTION
    }

    assert too_long == {}
