"""The choice of a time zone, in one go."""

from __future__ import annotations

import re

from accounts.zone_select import ZoneSelect
from accounts.zones import offered_zones

SELECTED = re.compile(r'<option value="([^"]*)" selected>([^<]*)</option>')


def test_it_offers_every_place_once_and_marks_the_one_chosen() -> None:
    drawn = ZoneSelect().render("zone", "America/New_York", {"id": "z", "required": True})

    assert drawn.startswith('<select id="z" name="zone" required>')
    assert re.findall(r'value="([^"]*)"', drawn) == list(offered_zones())
    assert SELECTED.findall(drawn) == [("America/New_York", "America/New York")]


def test_what_is_not_offered_and_yet_chosen_is_kept() -> None:
    drawn = ZoneSelect().render("zone", "EST5EDT")

    assert SELECTED.findall(drawn) == [("EST5EDT", "EST5EDT")]
    assert drawn.count("<option") == len(offered_zones()) + 1


def test_nothing_that_was_sent_gets_out_of_its_quotes() -> None:
    drawn = ZoneSelect().render("zone", '"><script>')

    assert "<script>" not in drawn
    assert SELECTED.findall(drawn) == [("&quot;&gt;&lt;script&gt;",) * 2]


def test_with_nothing_chosen_nothing_is_marked() -> None:
    assert "selected" not in ZoneSelect().render("zone", None)
