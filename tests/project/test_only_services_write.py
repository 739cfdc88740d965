"""Only services write: edges take input apart, call one service, and show what came of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
# Services write, the machinery keeps their books, and commands are run by who runs the site.
MAY_WRITE = ("services", "machinery", "migrations", "management")
WRITES = {
    *("save", "create", "delete", "get_or_create", "update_or_create"),
    *("bulk_create", "bulk_update", "asave", "acreate", "adelete", "aupdate"),
}
# A set or a dictionary is updated too: only what comes from a manager or a query is stored.
QUERIES = {"objects", "filter", "exclude", "all", "order_by", "select_for_update", "annotate"}


def _modules() -> list[Path]:
    found = [path for app in ("games", "accounts") for path in (ROOT / app).rglob("*.py")]
    return [
        path for path in found if not {*path.relative_to(ROOT).parts, path.stem} & set(MAY_WRITE)
    ]


def _names_in(node: ast.AST) -> set[str]:
    return {it.attr for it in ast.walk(node) if isinstance(it, ast.Attribute)}


def _is_of_parent(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"
    )


def writes_in(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        name, on = node.func.attr, node.func.value
        if _is_of_parent(on):
            continue
        if name in WRITES or (name == "update" and _names_in(on) & QUERIES):
            yield f"{node.lineno}: {ast.unparse(node.func)}"


@pytest.mark.parametrize("path", _modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_edge_writes_by_itself(path: Path) -> None:
    assert list(writes_in(path.read_text())) == []


@pytest.mark.parametrize(
    "source",
    [
        "game.save()",
        "Game.objects.create(code='x')",
        "Game.objects.filter(pk=1).update(ply=2)",
        "request.user.notifications.all().delete()",
        "Player.objects.bulk_update(players, ['place'])",
    ],
)
def test_a_write_is_seen(source: str) -> None:
    assert list(writes_in(source))


@pytest.mark.parametrize("source", ["cells.update(more)", "super().save()", "services.leave(1)"])
def test_what_stores_nothing_is_let_be(source: str) -> None:
    assert not list(writes_in(source))
