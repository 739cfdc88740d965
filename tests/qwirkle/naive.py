"""A second Qwirkle, deliberately naive, to check the fast one against.

It shares no line of code with the rules: the board is a dict from (x, y) to a tile's name,
every order of every choice of tiles is tried on every window of empty cells near the grid, and
each try is judged by looking along the lines it makes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations

Position = tuple[int, int]
Board = Mapping[Position, str]
Placing = frozenset[tuple[str, int, int]]
Key = tuple[str, object]

RIGHT, DOWN = (1, 0), (0, 1)
FARTHEST = 200


def actions(board: Board, hand: Sequence[str], bag: int) -> dict[Key, int]:
    """Every action of a seat with this hand, and its points; openings from (0, 0) only."""
    if not board:
        return {("place", placing): points for placing, points in openings(hand).items()}
    bonus = 6 if bag == 0 else 0
    found: dict[Key, int] = {
        ("place", placing): points + (bonus if len(placing) == len(hand) else 0)
        for placing, points in placings(board, hand).items()
    }
    if bag:
        found.update({("trade", tiles): 0 for tiles in trades(hand, bag)})
    elif not found:
        found["pass", ()] = 0
    return found


def placings(board: Board, hand: Sequence[str]) -> dict[Placing, int]:
    """Every way to lay tiles of this hand on a board that is not empty."""
    orders = _orders(hand)
    found: dict[Placing, int] = {}
    for cells in _windows(board, max(map(len, orders), default=0)):
        for tiles in orders:
            if len(tiles) == len(cells):
                laid = dict(zip(cells, tiles, strict=True))
                points = score(board, laid)
                if points is not None:
                    found[frozenset((tile, *cell) for cell, tile in laid.items())] = points
    return found


def openings(hand: Sequence[str]) -> dict[Placing, int]:
    orders = _orders(hand)
    size = max(map(len, orders))
    return {
        frozenset((tile, n * dx, n * dy) for n, tile in enumerate(tiles)): (
            1 if size == 1 else 12 if size == 6 else size
        )
        for tiles in orders
        if len(tiles) == size
        for dx, dy in (RIGHT, DOWN)
    }


def opener(hands: Mapping[int, Sequence[str]], seniority: Sequence[int]) -> tuple[int, int]:
    """Of the seats that stay, who opens, and how many tiles they lay."""
    sizes = {
        seat: max(
            size
            for size in range(1, len(hand) + 1)
            for tiles in combinations(hand, size)
            if _is_line(tiles)
        )
        for seat, hand in hands.items()
    }
    largest = max(sizes.values())
    return next(seat for seat in seniority if sizes.get(seat) == largest), largest


def trades(hand: Sequence[str], bag: int) -> set[tuple[str, ...]]:
    return {
        tuple(sorted(tiles))
        for size in range(1, min(len(hand), bag) + 1)
        for tiles in combinations(hand, size)
    }


def score(board: Board, laid: Board) -> int | None:
    """The points of these tiles laid without a gap, or None if a line would be wrong."""
    after = {**board, **laid}
    lines = {tuple(_line(after, cell, direction)) for cell in laid for direction in (RIGHT, DOWN)}
    points = 0
    for line in lines:
        if len(line) > 1:
            if not _is_line([after[cell] for cell in line]):
                return None
            points += len(line) + (6 if len(line) == 6 else 0)
    return points


def _is_line(tiles: Sequence[str]) -> bool:
    colours, shapes = {tile[0] for tile in tiles}, {tile[1] for tile in tiles}
    different = len(set(tiles)) == len(tiles)
    return different and (len(colours) == 1 or len(shapes) == 1)


def _orders(hand: Sequence[str]) -> set[tuple[str, ...]]:
    """The tiles that may be laid together, in every order."""
    return {
        tiles
        for size in range(1, len(hand) + 1)
        for tiles in permutations(hand, size)
        if _is_line(tiles)
    }


def _windows(board: Board, longest: int) -> Iterator[tuple[Position, ...]]:
    """Empty cells in a row or column, nothing but tiles between them, at least one at the grid."""
    columns, rows = [x for x, _ in board], [y for _, y in board]
    for x in range(min(columns) - longest, max(columns) + longest + 1):
        for y in range(min(rows) - longest, max(rows) + longest + 1):
            if (x, y) not in board:
                for size in range(1, longest + 1):
                    for direction in (RIGHT, DOWN) if size > 1 else (RIGHT,):
                        cells = _empty_cells(board, (x, y), direction, size)
                        if all(map(_on_table, cells)) and any(_touches(board, c) for c in cells):
                            yield cells


def _empty_cells(
    board: Board, start: Position, direction: Position, size: int
) -> tuple[Position, ...]:
    (x, y), (dx, dy) = start, direction
    cells: list[Position] = []
    while len(cells) < size:
        if (x, y) not in board:
            cells.append((x, y))
        x, y = x + dx, y + dy
    return tuple(cells)


def _on_table(cell: Position) -> bool:
    return all(-FARTHEST <= number <= FARTHEST for number in cell)


def _touches(board: Board, cell: Position) -> bool:
    x, y = cell
    return any(near in board for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)))


def _line(board: Board, cell: Position, direction: Position) -> Iterator[Position]:
    (x, y), (dx, dy) = cell, direction
    while (x - dx, y - dy) in board:
        x, y = x - dx, y - dy
    while (x, y) in board:
        yield x, y
        x, y = x + dx, y + dy
