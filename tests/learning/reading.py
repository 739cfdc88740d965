"""Reading a page of rules as a person does: its words, without what draws them."""

from __future__ import annotations

import re
from html import unescape

from tests.factories import log_in


def page_of(game: str) -> str:
    page = log_in().get(f"/rules/{game}/")
    assert page.status_code == 200
    return page.content.decode()


def words_of(page: str) -> str:
    """The text, with a single space wherever something else was."""
    text = re.sub(r"<(script|svg|title)\b.*?</\1>|<[^>]+>", " ", page, flags=re.DOTALL)
    return re.sub(r"\s+([:,.])", r"\1", " ".join(unescape(text).split()))


def section_of(page: str, name: str) -> str:
    found = re.search(rf'<section id="{name}".*?</section>', page, re.DOTALL)
    assert found, name
    return found[0]
