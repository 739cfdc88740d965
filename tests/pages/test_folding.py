"""Templates that are folded give what they would give without."""

from __future__ import annotations

import pytest
from django.template import Context, Engine, engines
from django.template.base import TextNode
from django.utils import translation
from django.utils.safestring import mark_safe

from games.pages.folding import Loader, Value, fold
from games.pages.lasting import Lasting

OURS: Engine = engines["django"].engine
SOURCES = [
    "<b>{% translate 'Lobby' %}</b>{# no more #} {% load pages %}{% url 'lobby' %}!",
    "{% if word %}<b>{% translate 'Lobby' %}</b>{% else %}-{% endif %}",
    "{% if no %}a{% elif word %}<i>{% translate 'Rules' %}{{ word }}</i>{% endif %}",
    "{% for one in many %}({{ one }}{% translate 'Rules' %}){% empty %}none{% endfor %}",
    "{% for one in none %}({{ one }}){% empty %}<p>{% translate 'Rules' %}</p>{% endfor %}",
    "{% with x=word %}<p>{% translate 'Rules' %}</p>{{ x }}{% endwith %}",
    "{% autoescape off %}<p>{% translate 'Rules' %}</p>{{ word }}{{ safe }}{% endautoescape %}",
    "{{ word }}{{ safe }}{{ number }}{{ missing }}{{ nothing }}{{ word|length }}{{ word|safe }}",
    "{% comment %}not {{ word }}{% endcomment %}{% blocktranslate %}Rules{% endblocktranslate %}",
]
VALUES = {
    "word": "<Bob & Co>",
    "safe": mark_safe("<br>"),
    "number": 1234567.5,
    "many": [1, "<2>"],
    "none": [],
    "nothing": None,
}


@pytest.mark.parametrize("source", SOURCES)
def test_a_folded_template_gives_the_same_in_every_language(source: str) -> None:
    plain, folded = OURS.from_string(source), OURS.from_string(source)
    fold(folded.nodelist)
    for language in ("en", "fr", "he", "en", "fr"):
        with translation.override(language):
            assert folded.render(Context(VALUES)) == plain.render(Context(VALUES))


def test_what_is_constant_becomes_one_node_and_what_varies_stays() -> None:
    template = OURS.from_string("a{% translate 'Lobby' %}b{{ word }}c{% if word %}d{% endif %}")
    fold(template.nodelist)
    kinds = [type(node) for node in template.nodelist]
    assert kinds[:3] == [Lasting, Value, TextNode]


def test_the_sites_templates_are_folded_once() -> None:
    (loader,) = OURS.template_loaders
    assert isinstance(loader, Loader)
    first = OURS.get_template("games/qwirkle/_keys.html")
    assert [type(node) for node in first.nodelist] == [Lasting]
    assert OURS.get_template("games/qwirkle/_keys.html") is first
