"""What a page tells whoever is new to Qwirkle, as the turn stands."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.qwirkle.presenter.shown import Table


def tip_for(table: Table, my_turn: bool) -> str:
    if table.draft and table.preview and table.preview.legal:
        return _("Every line's points add up. Touch one to see it.")
    if table.draft:
        return _("To take a tile back, tap it on the board.")
    if not my_turn:
        return _("Try out your turn while you wait. No one sees it.")
    if not table.hints and not table.later:
        return _("If nothing fits, trade tiles: that's your whole turn.")
    return _("Tap a tile, then a lit square. Or drag it there.")
