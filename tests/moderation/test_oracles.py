"""No list, search or address of the desk answers differently for what it does not show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from django.apps import apps
from django.contrib import admin
from django.db.models import JSONField, Model
from django.http import Http404, QueryDict
from django.test import RequestFactory

from accounts.models import User
from games.models import Act, Game, Notification
from games.moderation.services import people, reports
from games.moderation.services.take_back import take_back
from games.play.services import talk
from tests.factories import log_in
from tests.playing import play_on, start_game

LOOKUPS = ("", "__startswith", "__gt", "__isnull", "__in", "__regex")
# What the lists offer, written out once more by hand.
OFFERED = {
    "games.game": {"status__exact", "needs", "game", "bots"},
    "games.report": {"status__exact", "category__exact", "assigned_to__id__exact"},
    "games.act": {"what__exact", "by_name"},
    "games.notification": {"state__exact", "kind__exact"},
    "games.taskrun": set(),
    "accounts.user": {"standing", "language__exact"},
}
JSON_PATHS = ("__hands__1__0", "__bag__0", "__moves__0__action__tiles__0", "__act")


def names(model: type[Model], steps: int) -> Iterator[str]:
    """Every field, every path into JSON, and the same through so many relations."""
    for field in model._meta.get_fields():
        yield field.name
        if isinstance(field, JSONField):
            yield from (f"{field.name}{path}" for path in JSON_PATHS)
        if field.is_relation and field.related_model and steps:
            yield from (f"{field.name}__{more}" for more in names(field.related_model, steps - 1))


def lists() -> list[Any]:
    return sorted(admin.site._registry.values(), key=str)


def address(model_admin: Any) -> str:
    return f"/admin/{model_admin.opts.app_label}/{model_admin.opts.model_name}/"


def said(page: Any) -> str:
    """Without what differs at each request, and the address that was asked for."""
    lines = page.content.decode().splitlines()
    return "\n".join(it for it in lines if "csrf" not in it and 'name="next"' not in it)


def test_every_list_is_known_here() -> None:
    assert {it.opts.label_lower for it in lists()} == set(OFFERED)


def asked_of(model_admin: Any) -> set[str]:
    deep = set(names(model_admin.model, 2))
    near = {f"{path}{how}" for path in names(model_admin.model, 1) for how in LOOKUPS}
    return (deep | near) - OFFERED[model_admin.opts.label_lower]


@pytest.mark.parametrize("name", ["mona", "sena", "adam", "owner"])
def test_a_list_is_filtered_by_what_it_offers_and_nothing_else(
    request: pytest.FixtureRequest, name: str
) -> None:
    """Two relations deep. What is refused is refused before the value is looked at."""
    asked = RequestFactory().get("/")
    asked.user = request.getfixturevalue(name)
    tried = 0
    for model_admin in lists():
        for lookup in asked_of(model_admin):
            asked.GET = QueryDict(urlencode({lookup: "1"}))
            with pytest.raises(Http404):
                model_admin.changelist_view(asked)
            assert not model_admin.lookup_allowed(lookup, "1", asked)
            tried += 1
    assert tried > 5_000


@pytest.mark.parametrize("name", ["mona", "owner"])
def test_a_refusal_is_the_same_whatever_is_true(
    request: pytest.FixtureRequest, game: Game, alice: User, name: str
) -> None:
    browser = log_in(request.getfixturevalue(name))
    hand = game.state["hands"][1][0]
    asked = [
        ("games/game", {"id": game.pk, "state__hands__1__0": hand}),
        ("games/game", {"invite_token__startswith": game.invite_token[:3]}),
        ("games/game", {"players__draft__0__isnull": "True"}),
        ("games/game", {"moves__action__tiles__0": hand}),
        ("accounts/user", {"id": alice.pk, "password__startswith": alice.password[:5]}),
        ("accounts/user", {"calendar_token__isnull": "True"}),
        ("games/notification", {"user__password__startswith": "a"}),
        ("games/game", {"_to_field": "seed"}),
        ("games/game", {"_to_field": "id", "_popup": "1"}),
        ("games/game", {"_facets": "True"}),
        ("games/game", {"created_at__year": "2026"}),
    ]
    for page, query in asked:
        answers = []
        for value in (list(query.values())[-1], "nonsense", "\x00"):
            found = browser.get(f"/admin/{page}/", {**query, list(query)[-1]: value})
            answers.append(said(found))
            assert found.status_code == 404
        assert len(set(answers)) == 1


def test_what_a_list_offers_is_answered(game: Game, mona: User, alice: User, bob: User) -> None:
    reports.report(reporter=alice, category="abuse", person=bob, game=game)
    browser = log_in(mona)
    for model_admin in lists():
        start = address(model_admin)
        page = browser.get(start).content.decode()
        links = [part.partition('"')[0] for part in page.split('href="?')[1:]]
        # One for each thing that can be asked.
        for link in {it.partition("=")[0]: it for it in links if it}.values():
            found = browser.get(f"{start}?{link.replace('&amp;', '&')}")
            assert found.status_code == 200, link
        for name in OFFERED[model_admin.opts.label_lower]:
            assert browser.get(start, {name: "1"}).status_code in (200, 302), name


def test_sorting_goes_by_what_is_shown() -> None:
    for model_admin in lists():
        asked = RequestFactory().get("/")
        shown = set(model_admin.list_display)
        assert set(model_admin.get_sortable_by(asked)) <= shown
        assert model_admin.date_hierarchy is None
        assert not model_admin.autocomplete_fields


@pytest.mark.parametrize(
    "found",
    [
        "autocomplete/?app_label=games&model_name=report&field_name=person&term=a",
        "r/1/1/",
        "password_change/",
        "password_change/done/",
        "games/game/{pk}/history/",
        "games/game/{pk}/delete/",
        "games/game/add/",
        "games/taskrun/deliver/change/",
    ],
)
def test_what_the_admin_brings_and_we_do_not_offer_is_not_there(
    game: Game, owner: User, found: str
) -> None:
    assert log_in(owner).get(f"/admin/{found.format(pk=game.pk)}").status_code == 404


def test_only_the_desks_own_models_are_registered() -> None:
    ours = {
        model.__name__
        for app in ("games", "accounts")
        for model in apps.get_app_config(app).get_models()
    }

    assert {it.model.__name__ for it in lists()} <= ours


def test_a_search_finds_nothing_by_what_is_hidden(
    game: Game, mona: User, alice: User, bob: User
) -> None:
    """What the search looks through is all on the pages that the same person can open."""
    browser = log_in(mona)
    for page, word in (
        ("games/game", game.invite_token),
        ("games/game", bytes(game.seed).hex()),
        ("accounts/user", alice.password),
        ("games/notification", "act"),
    ):
        text = browser.get(f"/admin/{page}/", {"q": word}).content.decode()
        assert "0 results" in text, page


def test_nobody_learns_from_the_desk_that_they_were_reported_nor_by_whom(
    game: Game, sena: User, mona: User, alice: User
) -> None:
    """The report and its answer leave no trace in what the reported moderator can open."""
    people.note(by=sena, person_id=alice.pk, why="nothing to do with it")
    browser = log_in(mona)
    pages = [
        "",
        "games/game/",
        "games/game/?needs=reported",
        f"games/game/{game.pk}/change/",
        "games/notification/",
        f"accounts/user/{alice.pk}/change/",
        "games/act/",
        "games/report/",
    ]

    def seen() -> list[str]:
        return [said(browser.get(f"/admin/{page}")) for page in pages]

    before = seen()
    report = reports.report(reporter=alice, category="abuse", person=mona, game=game, text="Rude.")
    assert seen() == before
    reports.answer(by=sena, report_id=report.pk, why="so", upheld=True, answer="thank you")
    assert seen() == before
    told = Notification.objects.get(kind="notice", user=alice, game=game)
    assert browser.get(f"/admin/games/notification/{told.pk}/change/").status_code == 404
    for act in ("assign", "answer"):
        assert browser.get(f"/admin/act/{act}/?on={report.pk}").status_code == 404
        assert browser.post(f"/admin/act/{act}/", {"on": report.pk}).status_code == 404


def test_the_trail_keeps_what_was_traded_from_searches(
    alice: User, bob: User, sena: User, mona: User
) -> None:
    game = play_on(start_game(alice, bob), 3)
    take_back(by=sena, game_id=game.pk, why="so", to_ply=1, expected_ply=3)
    tile = Act.objects.get(what="take_back").before["moves"][0]["action"]

    page = log_in(mona).get("/admin/games/act/", {"q": str(tile)}).content.decode()

    assert "0 results" in page


def test_a_message_of_another_table_is_not_shown_by_an_act(
    game: Game, mona: User, alice: User, bob: User
) -> None:
    other = start_game(alice, bob)
    said = talk.say(game_id=other.pk, user=alice, text="a word at another table")

    page = log_in(mona).get(f"/admin/act/hide_message/?on={game.pk}&message_id={said.pk}")

    assert "another table" not in page.content.decode()
