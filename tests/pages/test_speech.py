"""Every page and every mail, in every language: all of it in that language, and all of it words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from allauth.account.adapter import get_adapter
from django.template.loader import get_template
from django.test import Client
from django.utils import timezone, translation

from accounts.models import User
from games.models import Act, Game, Invitation, Notification, TaskRun
from games.moderation.services import games as acts_on_games
from games.moderation.services import people as acts_on_people
from games.moderation.services import reports
from games.moderation.services.role_groups import make_role_groups
from games.play.services import talk
from games.post import composing, moderators_notices
from games.post.account_letters import CHANGES, WRITERS
from games.tables.services import invitations, tables
from tests.factories import PASSWORD, UserFactory, log_in
from tests.playing import play_on, start_game
from tests.shifting_stones.tables import play_turns, start_stones
from tests.signing_up import DORA, SIGN_UP
from tests.speech import TRANSLATED, foreign, said_by, unspoken, untranslated

Kind = Notification.Kind
# What is no page: files, streams, and what ends the visit.
NO_PAGE = re.compile(
    r"/(events|record|data|logout|jsi18n|setlang)/|\.ics|/static/|/mailbox/|/hidden/"
)
PROBLEMS = ["400", "403", "403_csrf", "404", "413", "429", "500", "503"]
MOST = 400


@pytest.fixture
def owner(db: None) -> User:
    make_role_groups()
    return UserFactory(username="owner", is_staff=True, is_superuser=True)


@pytest.fixture
def game(alice: User, bob: User, charlie: User, owner: User) -> Game:
    """A site on which a little of everything has happened; the game that most of it is about."""
    game = play_on(start_game(alice, bob), 4)
    play_on(start_game(alice, bob))
    play_turns(start_stones(alice, bob), Random(1), 3)
    play_turns(start_stones(bob, alice, options={"mixed": True}), Random(2))
    tables.open_table(opener=alice, engine_slug="shifting_stones", seats=1)
    table = tables.open_table(opener=bob, engine_slug="qwirkle", seats=3)
    invitations.invite(game_id=table.pk, user=bob, who="alice")
    invitations.invite(game_id=table.pk, user=bob, who="qqq@example.org")
    talk.say(game_id=game.pk, user=bob, text="qqq")
    reports.report(reporter=alice, category="other", person=charlie, text="qqq")
    acts_on_games.extend(by=owner, game_id=game.pk, why="qqq", span=timedelta(days=1))
    acts_on_people.mute(
        by=owner, person_id=charlie.pk, why="qqq", until=timezone.now() + timedelta(days=2)
    )
    TaskRun.objects.create(name="enforce_deadlines", ran_at=timezone.now())
    return Game.objects.get(pk=game.pk)


def crawl(client: Client, language: str) -> Iterator[tuple[str, str]]:
    """Every page that can be reached by links: its address and what it shows."""
    waiting, seen = ["/", "/settings/delete/", "/settings/vacation/", "/reports/"], set()
    while waiting and len(seen) < MOST:
        address = waiting.pop()
        shape = re.sub(r"\d+", "0", address.split("?")[0])
        if shape in seen or NO_PAGE.search(address):
            continue
        seen.add(shape)
        page = client.get(address, headers={"accept-language": language}, follow=True)
        assert page.status_code in (200, 404), address
        if "html" not in page.headers["Content-Type"]:
            continue
        text = page.content.decode()
        assert f'<html lang="{language}"' in text, address
        yield address, text
        waiting += [link for link in re.findall(r'href="(/[^"#]*)', text) if link != address]


def guest_pages(language: str) -> Iterator[tuple[str, str]]:
    """A guest's own, on the way to an account, and of who has one after all."""
    headers = {"accept-language": language}
    client = Client(headers=headers)
    client.post("/play-now/qwirkle/")
    yield from crawl(client, language)
    client.post("/tables/new/")
    for form in (DORA | {"username": "x y", "password1": "1"}, DORA, {"code": "0"}, {"again": "1"}):
        answer = client.post(SIGN_UP, form, follow=True)
        yield f"{SIGN_UP} {form}", answer.content.decode()
    client.post("/accounts/login/", {"login": "bob", "password": PASSWORD})
    yield "who was a guest", client.get("/").content.decode()
    newcomer = UserFactory()
    User.objects.filter(pk=newcomer.pk).update(language=language)
    yield "an empty home", log_in(newcomer).get("/").content.decode()
    mailed = Invitation.objects.filter(mailed=True, user=None).latest("pk")
    yield (
        "invited by mail",
        Client(headers=headers).get(f"/invitations/{mailed.token}/").content.decode(),
    )


def pages(game: Game, owner: User, language: str) -> Iterator[tuple[str, str]]:
    for user in (None, game.players.get(seat=0).user, owner):
        yield from crawl(log_in(user), language)
    yield from guest_pages(language)
    with translation.override(language):
        for name in PROBLEMS:
            yield name, get_template(f"{name}.html").render({})


def mails(game: Game, language: str) -> Iterator[tuple[str, str]]:
    """One of each kind, of each act, and of each that is about an account."""
    reader = game.players.get(seat=0).user
    assert reader is not None
    rows = [
        Notification(user=reader, kind=kind, game=game, ply=game.ply, data=data(kind, game))
        for kind in Kind
        if kind not in (Kind.ACCOUNT, Kind.NOTICE)
    ]
    after: dict[str, Any] = {"name": "bob", "new": "alice", "seconds": 86400, "count": 2}
    after |= {"muted_until": "2030-01-01T00:00:00+00:00", "roles": ["moderator"]}
    after |= {"suspended_until": "2030-01-01T00:00:00+00:00", "status": "active"}
    for what in Act.What:
        if what in moderators_notices._SENTENCES or what in moderators_notices._WRITERS:
            act = Act.objects.create(what=what, game=game, person=reader, why="qqq", after=after)
            rows.append(
                Notification(user=reader, kind=Kind.NOTICE, game=game, data={"act": act.pk})
            )
    for row in rows:
        row.not_before = timezone.now()
    Notification.objects.bulk_create(rows, ignore_conflicts=True)
    values = {"activate_url": "http://x/", "password_reset_url": "http://x/", "user": reader}
    values |= {"from_email": "a@b.org", "to_email": "c@d.org", "deleted_email": "e@f.org"}
    for template in [*WRITERS, *CHANGES]:
        code = "ABC-DEF" if template.endswith(("_code", "_signup")) else ""
        get_adapter().send_mail(template, reader.email, values | {"code": code})
    for row in Notification.objects.filter(user=reader).select_related("user", "game"):
        made = composing.make([row])
        assert not made.left_out, made.left_out
        if made.mail is not None:
            html, _kind = made.mail.alternatives[0]
            where = f"{row.kind} {row.data}"
            yield where, f"<p>{made.mail.subject}</p>{html}"
            yield where, "".join(f"<p>{line}</p>" for line in made.mail.body.splitlines())


def data(kind: str, game: Game) -> dict[str, Any]:
    invitation = Invitation.objects.earliest("pk")
    return {"invitation": invitation.pk} if kind == Kind.INVITATION else {}


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_page_and_mail_speaks_its_readers_language(
    game: Game, owner: User, language: str
) -> None:
    User.objects.update(language=language)
    told: dict[str, set[str]] = {what: set() for what in ("foreign", "no words", "untranslated")}
    heard: set[str] = set()

    for where, text in [*pages(game, owner, language), *mails(game, language)]:
        said = said_by(text) - heard
        heard |= said
        told["foreign"] |= {f"{words} ({where})" for words in foreign(said, language)}
        told["no words"] |= {f"{words} ({where})" for words in unspoken(said)}
        told["untranslated"] |= untranslated(said, language)

    assert {what: sorted(found) for what, found in told.items() if found} == {}


def test_what_is_wrong_to_say_is_heard() -> None:
    assert foreign({"Your games", "qqq"}, "fr") == {"Your games"}
    assert foreign(said_by('<p title="Vos parties">x</p>'), "nl") == {"Your games"}
    assert foreign(said_by("<p>Vos parties</p>"), "fr") == set()
    assert unspoken({"shifting_stones abc", '{"a": 1}', "not-your-turn", "alice"}) == {
        "shifting_stones abc",
        '{"a": 1}',
        "not-your-turn",
    }
