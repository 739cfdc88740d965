"""Drawing tiles and boards in templates."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from games.qwirkle import drawing
from games.qwirkle.presenter.shown import Table
from games.qwirkle.rules_page import Picture
from games.qwirkle.words import tile_name

register = template.Library()
register.simple_tag(drawing.tile_svg, name="tile")
register.simple_tag(drawing.tiles_svg, name="tiles")
register.simple_tag(drawing.hand_tile)
register.simple_tag(drawing.unseen_tiles)
register.simple_tag(drawing.board_tile)
register.simple_tag(drawing.board_svg, name="board")

RULE_TILE = 44  # pixels


@register.simple_tag
def lying(table: Table) -> SafeString:
    """All tiles of the table."""
    return drawing.board_rows(table.view["board"], table.bounds, table.marked)


@register.inclusion_tag("games/qwirkle/_rule_board.html")
def rule_board(picture: Picture) -> dict[str, object]:
    """A picture of the rules page; tiles are of one size in all of them."""
    tiles = sorted(picture.tiles, key=lambda tile: (tile.y, tile.x))
    squares = [*((tile.x, tile.y) for tile in tiles), *picture.dead]
    columns, rows = (1 + max(square[axis] for square in squares) for axis in (0, 1))
    return {
        "tiles": tiles,
        "dead": picture.dead,
        "label": ", ".join(tile_name(tile.name) for tile in tiles),
        "width": RULE_TILE * columns,
        "height": RULE_TILE * rows,
        "view_box": f"0 0 {columns} {rows}",
    }
