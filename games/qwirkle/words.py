"""What tiles are called, and why a move is refused, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import (
    ngettext_lazy,
    pgettext_lazy,
)

from games.kit.lasting import once_a_language

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


# For those who cannot tell the colours apart: one letter each, different within a language.
COLOUR_LETTERS: Mapping[str, Promise] = {
    "r": pgettext_lazy("letter for red", "R"),
    "o": pgettext_lazy("letter for orange", "O"),
    "y": pgettext_lazy("letter for yellow", "Y"),
    "g": pgettext_lazy("letter for green", "G"),
    "b": pgettext_lazy("letter for blue", "B"),
    "p": pgettext_lazy("letter for purple", "P"),
}


def colour_letter(tile: str) -> str:
    return str(COLOUR_LETTERS[tile[0]])


@once_a_language
def tile_name(tile: str) -> str:
    return str(TILES[tile])


REFUSALS: Mapping[str, Promise] = {
    "bag-empty": _("The bag is empty, so you can't trade."),
    "can-place": _("You can pass only when the bag is empty and none of your tiles fit."),
    "gap": _("There's a gap between your tiles."),
    "line-duplicate": _("The same tile can't be in a line twice."),
    "line-mixed": _("A line must be all one colour or all one shape."),
    "line-too-long": _("A line can have at most six tiles."),
    "not-connected": _("Your tiles must connect to tiles on the board."),
    "not-one-line": _("Place all your tiles in one row or one column."),
    "nothing-chosen": _("Choose at least one tile."),
    "occupied": _("That square is taken."),
    "opening-too-small": ngettext_lazy(
        "You must open with your largest set: %(needed)s tile.",
        "You must open with your largest set: %(needed)s tiles.",
        "needed",
    ),
    "tile-used-up": _("There are only three of each tile."),
    "tiles-unlike": _("The tiles you place must share a colour or a shape."),
    "too-far-out": _("That's too far from the middle of the board."),
    "trade-at-opening": _("You can't trade on the first turn."),
    "trade-exceeds-bag": ngettext_lazy(
        "You can trade at most %(bag)s tile (all that's left in the bag).",
        "You can trade at most %(bag)s tiles (all that's left in the bag).",
        "bag",
    ),
}

END_REASONS: Mapping[str, Promise] = {
    "out": _("The last tile has been placed."),
    "blocked": _("No one could place another tile."),
}

ACTION_WORDS: Mapping[str, Promise] = {
    "place": _("placed tiles"),
    "trade": _("traded tiles"),
    "pass": _("passed"),
}
