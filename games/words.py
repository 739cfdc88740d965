"""The words a person reads: codes and tiles of the rules, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.rules.errors import GameError

# A colour and a shape do not agree in every language by simple joining, so each tile has a name.
TILES: Mapping[str, Promise] = {
    "ro": _("red circle"),
    "rs": _("red square"),
    "rd": _("red diamond"),
    "rc": _("red clover"),
    "rt": _("red star"),
    "rx": _("red cross"),
    "oo": _("orange circle"),
    "os": _("orange square"),
    "od": _("orange diamond"),
    "oc": _("orange clover"),
    "ot": _("orange star"),
    "ox": _("orange cross"),
    "yo": _("yellow circle"),
    "ys": _("yellow square"),
    "yd": _("yellow diamond"),
    "yc": _("yellow clover"),
    "yt": _("yellow star"),
    "yx": _("yellow cross"),
    "go": _("green circle"),
    "gs": _("green square"),
    "gd": _("green diamond"),
    "gc": _("green clover"),
    "gt": _("green star"),
    "gx": _("green cross"),
    "bo": _("blue circle"),
    "bs": _("blue square"),
    "bd": _("blue diamond"),
    "bc": _("blue clover"),
    "bt": _("blue star"),
    "bx": _("blue cross"),
    "po": _("purple circle"),
    "ps": _("purple square"),
    "pd": _("purple diamond"),
    "pc": _("purple clover"),
    "pt": _("purple star"),
    "px": _("purple cross"),
}

ILLEGAL: Mapping[str, Promise] = {
    "bag-empty": _("The bag is empty: nothing can be traded any more."),
    "can-place": _("You can pass only when the bag is empty and no tile of yours fits anywhere."),
    "game-over": _("This game is over."),
    "gap": _("There is an empty cell between your tiles."),
    "line-duplicate": _("The same tile would be in one line twice."),
    "line-mixed": _("A line must be all one colour or all one shape."),
    "line-too-long": _("A line can have six tiles at most."),
    "not-at-the-table": _("Nobody plays in this seat."),
    "not-connected": _("Your tiles must touch those that lie on the table."),
    "not-in-hand": _("You do not hold these tiles."),
    "not-one-line": _("All tiles of a turn go into one row or one column."),
    "not-your-turn": _("It is not your turn."),
    "nothing-chosen": _("Choose at least one tile."),
    "occupied": _("A tile lies there already."),
    "opening-too-small": _("The opening has to be your largest set: %(needed)s tiles."),
    "tile-used-up": _("There are only three of each tile."),
    "tiles-unlike": _("The tiles of a turn must share a colour or a shape."),
    "too-far-out": _("That is too far away from the middle of the table."),
    "trade-at-opening": _("The first turn cannot be a trade."),
    "trade-exceeds-bag": _("You can trade as many tiles as are in the bag at most: %(bag)s."),
}


def tile_name(tile: str) -> str:
    return str(TILES[tile])


def explain(error: GameError) -> str:
    """What to tell the player. What is no action at all was hardly made by a player's hand."""
    words = ILLEGAL.get(error.code)
    if words is None:
        return gettext("This move could not be read. Please reload the page and try again.")
    return str(words) % error.data
