"""Tags that remember give what Django's own give."""

from __future__ import annotations

from threading import Thread

import pytest
from django.template import Context, Engine, TemplateDoesNotExist, engines
from django.template.base import Node, Template
from django.utils import translation

from games.kit.lasting import Kept, once_a_language
from games.pages.lasting import Include, Lasting

OURS: Engine = engines["django"].engine
DJANGOS = Engine(
    dirs=OURS.dirs,
    app_dirs=True,
    builtins=["django.templatetags.i18n", "django.templatetags.static"],
)
SOURCES = [
    "{% translate 'Your games' %}",
    "{% trans 'Your games' %}",
    "{% translate 'Place' context 'a tile' %}",
    "{% translate ':' context 'after a name or a label' %}",
    '{% translate "It\'s <b>100 %</b>" %}',
    '{% autoescape off %}{% translate "It\'s <b>" %}{% endautoescape %}',
    "{% translate word %}",
    "{% translate word|upper %}",
    "{% translate 'Your games'|upper %}",
    "{% translate 'Your games' as x %}[{{ x }}]",
    "{% translate 'Your games' noop %}",
    "{% static 'games/pages/icon.svg' %}",
    "{% static path %}",
    "{% static 'games/pages/icon.svg' as x %}[{{ x }}]",
    "{% url 'lobby' %}",
    "{% url name %}",
    "{% url 'game' code %}",
    "{% url 'lobby' as x %}[{{ x }}]",
    "{% url 'nowhere' as x %}[{{ x }}]",
    "{% url 'admin:index' %}",
]
VALUES = {"word": "Lobby", "path": "games/pages/site.css", "name": "rules", "code": "abcdefgh"}


@pytest.mark.parametrize("source", SOURCES)
def test_they_give_the_same_in_every_language_again_and_again(source: str) -> None:
    ours, djangos = OURS.from_string(source), DJANGOS.from_string(source)
    for language in ("en", "fr", "he", "en", "fr"):
        with translation.override(language):
            assert ours.render(Context(VALUES)) == djangos.render(Context(VALUES))


def lasting(source: str) -> bool:
    return any(isinstance(node, Lasting) for node in OURS.from_string(source).nodelist)


def test_what_varies_is_not_kept() -> None:
    assert [source for source in SOURCES if lasting(source)] == [
        source
        for source in SOURCES
        if source.startswith("{%")
        and not any(
            mark in source
            for mark in (" as x", "|", "word", "path", "name %", "code", "admin:", "autoescape")
        )
    ]


def included(name: str, more: str = "") -> Template:
    return OURS.from_string(f'{{% include "{name}" {more} %}}')


def test_an_included_template_knows_what_is_around_it_and_given_to_it() -> None:
    template = included("games/pages/_notice.html", 'with words=said|add:"!"')
    for said in ("<one>", "<two>"):
        shown = template.render(Context({"said": said}))
        assert shown.strip() == (f'<p class="message error" role="alert">&lt;{said[1:-1]}&gt;!</p>')


def test_what_is_set_inside_stays_inside() -> None:
    template = OURS.from_string('{% include "games/pages/_next.html" %}[{{ elsewhere }}]')
    assert template.render(Context({"waiting": ["abc"]})).endswith("[]")


def test_one_that_is_not_there_is_named() -> None:
    with pytest.raises(TemplateDoesNotExist, match=r"nowhere\.html"):
        included("nowhere.html").render(Context())


def test_one_that_extends_another_has_its_own_blocks() -> None:
    template = included("404.html")
    assert isinstance(template.nodelist[0], Include)
    assert "<h1>" in template.render(Context())


def test_a_node_is_rendered_once_for_each_language() -> None:
    class Counting(Node):
        times = 0

        def render(self, context: Context) -> str:
            self.times += 1
            return translation.get_language() or ""

    counting = Counting()
    node = Lasting(counting)
    for language in ("nl", "ru", "nl", "ru"):
        with translation.override(language):
            assert node.render(Context()) == language
    assert counting.times == 2


def test_words_are_made_once_for_each_language() -> None:
    made = []

    @once_a_language
    def words(name: str) -> str:
        made.append(name)
        return f"{name} in {translation.get_language()}"

    for language in ("nl", "ru", "nl"):
        with translation.override(language):
            assert words("tile") == f"tile in {language}"
    assert made == ["tile", "tile"]


def test_what_was_asked_for_longest_ago_makes_way() -> None:
    kept, made = Kept[str](most=2), list[str]()

    def ask(key: str) -> str:
        return kept.get(key, lambda: made.append(key) or key.upper())  # type: ignore[func-returns-value]

    assert [ask(key) for key in "abacab"] == ["A", "B", "A", "C", "A", "B"]
    assert made == ["a", "b", "c", "b"]


def test_several_threads_may_ask_at_once() -> None:
    kept, wrong = Kept[int](most=3), list[int]()

    def ask() -> None:
        for number in range(2000):
            if kept.get(number % 5, lambda number=number: number % 5) != number % 5:  # type: ignore[misc]
                wrong.append(number)

    threads = [Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
