"""What is too long or too slow is refused before anything else looks at it."""

from __future__ import annotations

import http.client
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from qwirkle_site.gate.bodies import Bodies
from tests.gate.asking import Answer, ask, echo, run, scope
from tests.patience import PATIENCE
from tests.playing import start_game

APP = Bodies(echo, limit=1000, seconds=5)


def post(*chunks: bytes, app: Any = APP, path: str = "/", pause: float = 0, **head: str) -> Answer:
    return run(ask(app, scope(path, method="POST", **head), chunks, pause))


def test_what_is_short_enough_arrives_whole_however_it_was_cut() -> None:
    assert post(b"a" * 600, b"b" * 400).text == "a" * 600 + "b" * 400


def test_what_says_that_it_is_too_long_is_not_read() -> None:
    async def never() -> dict[str, Any]:
        raise AssertionError("it was read")

    async def heard() -> Answer:
        answer = Answer()

        async def send(message: Any) -> None:
            answer.messages.append(message)
            if message["type"] == "http.response.body":
                raise ConnectionResetError

        with pytest.raises(ConnectionResetError):
            await APP(scope(method="POST", content_length="1001"), never, send)
        return answer

    answer = run(heard())

    assert answer.status == 413
    assert "too long for this site" in answer.text
    assert answer.headers["connection"] == "close"


@pytest.mark.parametrize("length", ["many", "-1", "9" * 5000])
def test_a_length_that_is_no_number_is_too_long(length: str) -> None:
    assert post(b"a", content_length=length).status == 413


def test_what_does_not_say_how_long_it_is_is_counted_as_it_comes() -> None:
    assert post(*[b"a" * 100] * 11).status == 413


def test_what_trickles_in_is_given_up() -> None:
    slow = Bodies(echo, limit=1000, seconds=0.05)

    assert post(*[b"a"] * 100, app=slow, pause=0.02).status == 408


@pytest.mark.parametrize(
    ("path", "head", "status"),
    [
        ("/?" + "a" * 5000, {}, 414),
        ("/" + "a" * 5000, {}, 414),
        ("/", {"cookie": "a" * 17_000}, 431),
    ],
)
def test_an_address_and_its_headers_have_an_end(
    path: str, head: dict[str, str], status: int
) -> None:
    assert post(b"", path=path, **head).status == status


def test_a_turn_is_shorter_than_a_form() -> None:
    app = Bodies(echo, limit=64_000, seconds=5)

    assert post(b"a" * 20_000, app=app, path="/settings/").status == 200
    assert post(b"a" * 20_000, app=app, path="/g/abc/draft/").status == 413


def test_htmx_gets_a_sentence_that_the_page_can_show() -> None:
    answer = post(b"a" * 2000, hx_request="true", accept_language="en")

    assert answer.headers["hx-retarget"] == "#trouble"
    assert answer.text.startswith('<p class="message error"')


@pytest.mark.django_db(transaction=True)
def test_the_site_says_so_to_a_player_and_forgets_a_body_without_end(
    site: str, alice: User, bob: User
) -> None:
    client = Client()
    client.force_login(alice)
    path = reverse("draft", args=[start_game(alice, bob).code])
    cookie = f"sessionid={client.cookies['sessionid'].value}"
    server = http.client.HTTPConnection(urlsplit(site).netloc, timeout=PATIENCE)
    server.request("POST", path, body="actions=[" + "1," * 50_000, headers={"Cookie": cookie})
    answer = server.getresponse()
    assert answer.status == 413
    assert b"too long for this site" in answer.read()
    server.close()

    sent = 0

    def endless() -> Any:
        nonlocal sent
        while sent < 400_000_000:
            sent += 65_536
            yield b"a" * 65_536

    with pytest.raises(OSError):  # noqa: PT011
        server.request("POST", path, body=endless(), encode_chunked=True)
    assert sent < 40_000_000
    server.close()
