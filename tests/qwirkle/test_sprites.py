"""Pieces are drawn by shapes in files beside the page; what fills them has to be found too."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.kit.sprites import FOLDER, GAMES

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", GAMES)
def test_a_page_holds_every_paint_of_a_sprite_since_webkit_looks_there(
    game: str, client: Client
) -> None:
    drawing = (FOLDER / game / "pieces.svg").read_text()
    page = client.get("/").content.decode()

    used = set(re.findall(r"url\(#([\w-]+)\)", drawing))

    assert used
    assert used == set(re.findall(r'Gradient id="([\w-]+)"', drawing))
    assert [paint for paint in used if page.count(f'id="{paint}"') != 1] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_shape_with_a_gradient_can_be_seen_without_it(game: str) -> None:
    """A browser that finds no gradient takes the colour after it, or shows what lies below."""
    drawing = (FOLDER / game / "pieces.svg").read_text()

    for symbol in re.findall(r"<symbol.*?</symbol>", drawing, re.DOTALL):
        body = re.search(r'fill="([^"]+)"', symbol)
        assert body
        assert "url" not in body[1] or re.search(r"\) #\w{6}$", body[1]), symbol[:60]
