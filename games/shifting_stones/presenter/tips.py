"""What a page tells whoever is new to Shifting Stones, as the turn stands."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.shifting_stones.presenter.shown import Table


def tip_for(table: Table, my_turn: bool) -> str:
    if table.draft:
        return _("Until you end your turn, you can undo every step.")
    if not my_turn:
        return _("Try out your turn while you wait. No one sees it.")
    if any(card.scorable for card in table.hand):
        return _("A glowing card matches. Press its + to score it.")
    return _("Pick a card to discard, then swap or turn over stones.")
