"""Tutorials: every step can be solved and every try is answered in words, and nothing is stored."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.engine.errors import GameError
from games.kinds import KINDS
from games.kit.kind import AnyKind, Kind
from games.kit.tutorial import LEARNER, AnyStep
from games.learning.practice import attempt
from games.machinery.errors import ServiceError
from games.models import Learned
from games.pages.answers import words_for
from tests.factories import log_in
from tests.learning.turns import (
    STEPS,
    every_step,
    legal_turns,
    other_turns,
    solution,
    wrong_turn,
)

HTMX = {"hx-request": "true"}
SLUGS = list(KINDS)


def try_out(client: Client, kind: AnyKind, number: int, turn: Any, **more: Any) -> HttpResponse:
    form = {"actions": json.dumps(turn)}
    return client.post(f"/learn/{kind.slug}/{number}/play/", form, headers=HTMX, **more)


def said(response: HttpResponse) -> str:
    found = re.search(r'<p class="lesson-said" role="alert">(.*?)</p>', response.content.decode())
    return unescape(found[1]) if found else ""


def solve(client: Client, kind: AnyKind, numbers: range | None = None) -> None:
    steps = kind.tutorial.steps
    for number in numbers or range(1, len(steps) + 1):
        response = try_out(client, kind, number, solution(kind, steps[number - 1]))
        assert response.status_code == 200
        assert 'id="next-step"' in response.content.decode()


# The steps themselves


def test_a_tutorial_has_five_to_eight_steps() -> None:
    for kind in KINDS.values():
        assert 5 <= len(kind.tutorial.steps) <= 8
        assert len(set(kind.tutorial.names)) == len(kind.tutorial.steps)


@every_step
def test_every_step_can_be_solved(kind: AnyKind, step: AnyStep) -> None:
    assert solution(kind, step)


@every_step
def test_a_position_is_one_that_the_engine_itself_would_keep(kind: AnyKind, step: AnyStep) -> None:
    state = kind.engine.load(step.position)

    assert kind.engine.dump(state) == step.position
    assert kind.engine.to_act(state) == LEARNER
    assert kind.engine.outcome(state) is None


@every_step
def test_no_piece_is_there_more_often_than_in_the_box(kind: AnyKind, step: AnyStep) -> None:
    state = kind.engine.load(step.position)
    hidden = kind.engine.hidden(state)
    view = kind.engine.view(state, None)
    seen = [item[0] for item in view.get("board", ())] + list(view.get("ring", ()))
    seen += [card for cards in view.get("scored", ()) for card in cards]

    pieces = Counter([*seen, *hidden["pile"], *(it for hand in hidden["hands"] for it in hand)])

    most = {"qwirkle": 3, "shifting_stones": 1}.get(kind.slug, 4)
    assert max(pieces.values()) <= most
    assert set(pieces) <= set(kind.pieces)


@every_step
def test_every_legal_turn_is_right_or_told_why_not(kind: AnyKind, step: AnyStep) -> None:
    turns = list(legal_turns(kind, step, longest=2))
    assert turns
    for turn in turns:
        words = step.judge(attempt(kind, step, turn))
        assert words is None or str(words).strip()


@every_step
def test_whatever_else_is_tried_gets_an_answer_in_words(kind: AnyKind, step: AnyStep) -> None:
    refused = []
    for turn in other_turns(kind, step):
        try:
            step.judge(attempt(kind, step, turn))
        except (GameError, ServiceError) as error:
            refused.append(words_for(error, kind))
    assert len(refused) > 10
    assert all(words.strip() for words in refused)


def test_most_steps_want_more_than_any_legal_turn() -> None:
    wanting = [step.name for kind, step in STEPS if wrong_turn(kind, step)]

    assert {"two-lines", "qwirkle", "last", "swap", "discard", "strike"} <= set(wanting)


# The pages


@pytest.mark.django_db
@pytest.mark.parametrize("slug", SLUGS)
def test_a_stranger_learns_a_whole_game_without_one_query(
    slug: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    kind, client = KINDS[slug], Client()

    with django_assert_num_queries(0):
        assert client.get(f"/learn/{slug}/").headers["Location"] == f"/learn/{slug}/1/"
        for number in range(1, len(kind.tutorial.steps) + 1):
            assert client.get(f"/learn/{slug}/{number}/").status_code == 200
        solve(client, kind)
        page = client.get(f"/learn/{slug}/done/").content.decode()

    assert f"You know {kind.name}" in page
    assert f'action="/play-now/{slug}/"' in page
    assert "sessionid" not in client.cookies


@pytest.mark.django_db
@every_step
def test_a_wrong_turn_is_explained_on_the_page(kind: AnyKind, step: AnyStep, tiny: Kind) -> None:
    turn = wrong_turn(kind, step)
    number = kind.tutorial.names.index(step.name) + 1
    if turn is None:
        turn = [{"kind": "nonsense"}]

    response = try_out(Client(), kind, number, turn)

    assert said(response)
    assert str(step.task) in unescape(response.content.decode())
    assert 'id="next-step"' not in response.content.decode()


@pytest.mark.django_db
def test_a_turn_against_the_rules_is_refused_in_their_own_words() -> None:
    dead = 5
    gap = [{"kind": "place", "tiles": [["rd", 2, 0]]}]

    response = try_out(Client(), KINDS["qwirkle"], dead, gap)

    assert response.status_code == 422
    assert response.headers["HX-Retarget"] == "#game"
    assert said(response) == "A line must be all one colour or all one shape."


@pytest.mark.django_db
def test_a_draft_is_worth_what_the_rules_say_and_kept_by_the_page_alone() -> None:
    draft = json.dumps([{"kind": "place", "tiles": [["rd", 2, 0]]}])
    client = Client()

    response = client.post("/learn/qwirkle/3/draft/", {"actions": draft}, headers=HTMX)

    page = response.content.decode()
    assert "Play for 5 points" in page
    assert 'action="/learn/qwirkle/3/play/"' in page
    assert "Play for" not in client.get("/learn/qwirkle/3/").content.decode()


@pytest.mark.django_db
def test_without_scripts_a_step_is_played_by_plain_forms() -> None:
    client = Client()
    asked = {"kind": "lay", "where": "rd@2,0", "draft": "[]"}

    to = client.post("/learn/qwirkle/3/draft/", asked).headers["Location"]
    page = client.get(to).content.decode()
    played = unescape(re.search(r'name="actions" value="(.*?)"', page)[1])
    to = client.post("/learn/qwirkle/3/play/", {"actions": played}).headers["Location"]
    done = client.get(to)

    assert "Play for 5 points" in page
    assert "<!DOCTYPE html>" in done.content.decode()
    assert 'href="/learn/qwirkle/4/"' in done.content.decode()
    assert client.get("/learn/qwirkle/").headers["Location"] == "/learn/qwirkle/1/"
    assert client.cookies["learned_qwirkle"].value == "two-lines"


@pytest.mark.django_db
def test_without_scripts_a_wrong_turn_is_explained_too() -> None:
    client, lone = Client(), [{"kind": "place", "tiles": [["rt", -1, 0]]}]

    to = client.post("/learn/qwirkle/3/play/", {"actions": json.dumps(lone)}).headers["Location"]

    assert said(client.get(to)) == (
        "That fits, but it makes one line. Find the square where two meet."
    )
    assert "learned_qwirkle" not in client.cookies


@pytest.mark.django_db
def test_who_is_sent_an_answer_has_done_nothing() -> None:
    client, right = Client(), [{"kind": "place", "tiles": [["rd", 2, 0]]}]

    response = client.get("/learn/qwirkle/3/", {"played": json.dumps(right)})

    assert 'id="next-step"' in response.content.decode()
    assert "learned_qwirkle" not in client.cookies


@pytest.mark.django_db
def test_without_scripts_a_second_step_goes_after_the_first() -> None:
    client = Client()
    asked = {"kind": "lay", "where": "gt@2,0"}
    page = client.get(client.post("/learn/qwirkle/2/draft/", asked).headers["Location"])
    kept = unescape(re.search(r'name="draft" value="(.*?)"', page.content.decode())[1])

    asked = {"kind": "lay", "where": "bt@3,0", "draft": kept}
    to = client.post("/learn/qwirkle/2/draft/", asked).headers["Location"]

    assert "Play for 4 points" in client.get(to).content.decode()


GARBAGE = ["", "x", "{}", "[[", "[NaN]", '[{"kind": "place"}]', "[" * 5000, "9" * 5000, "null"]


@pytest.mark.django_db
@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("garbage", GARBAGE)
def test_garbage_gets_an_answer_in_words(slug: str, garbage: str) -> None:
    client = Client()
    for act in ("draft", "play"):
        for headers in ({}, HTMX):
            form = {"actions": garbage}
            response = client.post(f"/learn/{slug}/1/{act}/", form, headers=headers)
            assert response.status_code == 422
            assert said(response)
    assert client.get(f"/learn/{slug}/1/", {"draft": garbage}).status_code == 200
    assert client.get(f"/learn/{slug}/1/", {"played": garbage}).status_code == 422


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/learn/chess/", "/learn/qwirkle/0/", "/learn/qwirkle/8/"])
def test_there_are_no_other_steps(address: str) -> None:
    assert Client().get(address).status_code == 404
    assert Client().get(f"{address}{'9' * 5000}/").status_code == 404


# Progress


@pytest.mark.django_db
def test_a_strangers_browser_keeps_the_progress() -> None:
    client = Client()
    solve(client, KINDS["qwirkle"], range(1, 3))

    assert client.get("/learn/qwirkle/").headers["Location"] == "/learn/qwirkle/3/"
    assert client.get("/learn/shifting_stones/").headers["Location"] == "/learn/shifting_stones/1/"
    assert client.get("/learn/qwirkle/5/").content.decode().count('<li class="is-done">') == 2
    cookie = client.cookies["learned_qwirkle"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert not Learned.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("garbage", ["", "x" * 5000, "fits.\x00", '"fits', "fits.fits.nothing"])
def test_a_strange_cookie_is_no_progress(garbage: str) -> None:
    client = Client()
    client.cookies["learned_qwirkle"] = garbage

    assert client.get("/learn/qwirkle/").status_code == 302
    assert client.get("/learn/qwirkle/done/").status_code == 200


def test_a_members_progress_is_kept_with_the_account(alice: User) -> None:
    solve(log_in(alice), KINDS["qwirkle"], range(1, 4))

    elsewhere = log_in(alice)
    assert elsewhere.get("/learn/qwirkle/").headers["Location"] == "/learn/qwirkle/4/"
    assert Learned.objects.get().steps == ["fits", "several", "two-lines"]
    told = json.loads(elsewhere.get("/settings/data/").content)["tutorials"]
    assert told == [{"engine_slug": "qwirkle", "steps": ["fits", "several", "two-lines"]}]


def test_a_members_step_costs_one_query_more_than_any_page(
    alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = log_in(alice)
    client.get("/rules/")  # the first visit of the day is noted
    with CaptureQueriesContext(connection) as rules:
        client.get("/rules/")

    with django_assert_num_queries(len(rules) + 1):
        client.get("/learn/qwirkle/3/")


def test_who_logs_in_takes_along_what_they_did_before(alice: User) -> None:
    client = Client()
    solve(client, KINDS["qwirkle"], range(1, 3))
    client.force_login(alice)

    assert client.get("/learn/qwirkle/").headers["Location"] == "/learn/qwirkle/3/"
    solve(client, KINDS["qwirkle"], range(3, 4))

    assert Learned.objects.get().steps == ["fits", "several", "two-lines"]


def test_a_step_done_twice_is_kept_once(alice: User) -> None:
    for _ in range(2):
        solve(log_in(alice), KINDS["qwirkle"], range(1, 2))

    assert Learned.objects.get().steps == ["fits"]


@pytest.mark.parametrize("slug", SLUGS)
def test_whoever_has_done_all_can_begin_again(slug: str, alice: User) -> None:
    client = log_in(alice)
    solve(client, KINDS[slug])

    assert client.get(f"/learn/{slug}/").headers["Location"] == f"/learn/{slug}/1/"
    assert f"You know {KINDS[slug].name}" in client.get(f"/learn/{slug}/done/").content.decode()


def test_what_is_left_to_learn_is_offered_at_the_end(alice: User) -> None:
    client = log_in(alice)
    offer = 'href="/learn/shifting_stones/"'
    solve(client, KINDS["qwirkle"])
    assert offer in client.get("/learn/qwirkle/done/").content.decode()

    solve(client, KINDS["shifting_stones"])

    assert offer not in client.get("/learn/qwirkle/done/").content.decode()


@pytest.mark.django_db
def test_whoever_has_left_steps_out_is_told_so() -> None:
    client = Client()
    solve(client, KINDS["qwirkle"], range(1, 7))

    assert "1 step is still open." in client.get("/learn/qwirkle/done/").content.decode()


# Other games


@pytest.mark.django_db
def test_a_third_game_teaches_itself_by_its_own_data(tiny: Kind) -> None:
    client = Client()
    assert "A higher pebble" in client.get("/learn/tiny/1/").content.decode()
    low = [{"kind": "show", "pebble": "pebble-number-1"}, {"kind": "end"}]
    assert said(try_out(client, tiny, 1, low)) == "That pebble is too low."
    assert said(try_out(client, tiny, 1, low[:1])) == "Finish your turn before you send it."

    solve(client, tiny)

    assert "You know Pebbles" in client.get("/learn/tiny/done/").content.decode()
    assert 'href="/learn/tiny/"' in client.get("/rules/tiny/").content.decode()


@pytest.mark.django_db
def test_a_game_without_a_tutorial_offers_none(tiny: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, tiny.slug, replace(tiny, tutorial=None))

    assert Client().get("/learn/tiny/").status_code == 404
    assert "/learn/tiny/" not in Client().get("/rules/tiny/").content.decode()
    assert "/learn/tiny/" not in Client().get("/rules/").content.decode()
