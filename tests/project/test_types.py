"""How much is said to be of any type at all, and how services are called."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = [file for file in (ROOT / "games").rglob("*.py") if "migrations" not in file.parts]
SERVICES = [
    *(file for file in ROOMS if "services" in file.parts or file.name == "services.py"),
    ROOT / "accounts" / "services.py",
]
MOST_OF_ANY_TYPE = 60
Function = ast.FunctionDef | ast.AsyncFunctionDef


def public_functions(file: Path) -> Iterator[Function]:
    for node in ast.parse(file.read_text()).body:
        if isinstance(node, Function) and not node.name.startswith("_"):
            yield node


def test_little_is_of_any_type_at_all() -> None:
    found = [
        f"{file.relative_to(ROOT)}: {line.strip()}"
        for file in ROOMS
        for line in file.read_text().splitlines()
        for _ in re.findall(r"\bAny\b", line)
    ]
    assert len(found) < MOST_OF_ANY_TYPE, "\n".join(found)


@pytest.mark.parametrize("file", SERVICES, ids=lambda file: str(file.relative_to(ROOT)))
def test_services_say_what_they_do_and_name_what_they_take(file: Path) -> None:
    for function in public_functions(file):
        assert ast.get_docstring(function), function.name
        if any(ast.unparse(it) == "one_transaction" for it in function.decorator_list):
            assert not function.args.args, function.name
