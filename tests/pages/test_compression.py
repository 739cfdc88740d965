"""Pages are compressed where that tells nobody anything."""

from __future__ import annotations

import gzip

import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import User
from games.pages.compression import LONGEST_PADDING, SHORTEST, compressed, holds_a_secret
from games.tables.services import tables
from tests.factories import log_in
from tests.playing import start_game

LONG = "a page " * SHORTEST
BROWSERS = "gzip, deflate, br, zstd"


def answer(
    response: HttpResponseBase, accepts: str = BROWSERS, path: str = "/"
) -> HttpResponseBase:
    request = RequestFactory().get(path, headers={"accept-encoding": accepts})
    return compressed(lambda _request: response)(request)  # type: ignore[arg-type, return-value]


def encoding(response: HttpResponseBase) -> str:
    return response.headers.get("Content-Encoding", "")


def test_a_game_comes_packed_and_whole(alice: User, bob: User) -> None:
    address = reverse("game", args=[start_game(alice, bob).code])
    client = log_in(alice)

    plain = client.get(address)
    packed = client.get(address, headers={"accept-encoding": BROWSERS})
    part = client.get(address, headers={"accept-encoding": BROWSERS, "hx-request": "true"})

    assert encoding(plain) == ""
    assert [encoding(packed), encoding(part)] == ["gzip", "gzip"]
    assert len(packed.content) < len(plain.content) / 3
    assert packed.headers["Content-Length"] == str(len(packed.content))
    assert b'<div id="game"' in gzip.decompress(packed.content)
    assert all("Accept-Encoding" in each.headers["Vary"] for each in (plain, packed, part))


@pytest.mark.parametrize(
    ("accepts", "packed"),
    [
        ("", False),
        ("identity", False),
        ("br", False),
        ("gzip;q=0", False),
        ("gzip; q=0.0, br", False),
        ("x-gzipped", False),
        ("gzip", True),
        ("br, gzip;q=0.5", True),
        ("deflate, gzip", True),
    ],
)
def test_only_whoever_can_read_it_gets_it_packed(accepts: str, packed: bool) -> None:
    assert (encoding(answer(HttpResponse(LONG), accepts)) == "gzip") is packed


def test_small_answers_pictures_of_pixels_and_what_is_packed_already_stay(db: None) -> None:
    stay = [
        HttpResponse("short"),
        HttpResponse(LONG, content_type="image/png"),
        HttpResponse(LONG, headers={"Content-Encoding": "br"}),
    ]
    assert [encoding(answer(each)) for each in stay] == ["", "", "br"]
    assert encoding(answer(HttpResponse(LONG, content_type="image/svg+xml"))) == "gzip"


def test_what_a_stream_says_goes_out_at_once() -> None:
    stream = StreamingHttpResponse(["data: 1\n\n"] * SHORTEST, content_type="text/html")
    assert answer(stream) is stream
    assert encoding(stream) == ""


def test_a_link_that_lets_people_in_is_not_packed(alice: User) -> None:
    waiting = tables.open_table(opener=alice, engine_slug="qwirkle", seats=2)
    client = log_in(alice)
    shown = {
        reverse("game", args=[waiting.code]): waiting.invite_token,
        reverse("invited", args=[waiting.invite_token]): waiting.invite_token,
        reverse("mail-settings"): "/calendar/",
        reverse("mfa_index"): "",
    }
    for address, secret in shown.items():
        page = client.get(address, headers={"accept-encoding": BROWSERS}, follow=True)
        assert encoding(page) == "", address
        assert secret in page.content.decode()


def test_nor_is_a_page_of_an_account_or_of_the_desk() -> None:
    for path in ("/accounts/email/", "/admin/accounts/user/?q=a"):
        assert encoding(answer(HttpResponse(LONG), path=path)) == ""


def test_a_view_that_shows_a_secret_says_so() -> None:
    @holds_a_secret
    def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse(LONG)

    assert encoding(answer(view(HttpRequest()))) == ""


def test_the_same_page_is_not_always_of_one_length() -> None:
    lengths = {len(answer(HttpResponse(LONG)).content) for _ in range(50)}  # type: ignore[attr-defined]
    assert len(lengths) > 10
    assert max(lengths) - min(lengths) <= LONGEST_PADDING + 1


def test_a_page_says_what_it_masks_anew_each_time(client: Client, alice: User) -> None:
    client.force_login(alice)
    tokens = {client.get("/settings/").context["csrf_token"] for _ in range(2)}
    assert len({str(token) for token in tokens}) == 2
