"""No page and no round reads more rows than it shows or sees to, however many there are.

Every query of every page is explained as it runs, on a database that has more of everything than
any page shows. Sequential scans are put off, as they would be with much: who needs one still has
no index. What is read and thrown away counts as what is kept.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from games.models import Act, Game, Invitation, Notification, Report
from games.play.services import bots, expiry
from games.post.services import delivery, outbox
from games.tables import limits
from games.tables.services import housekeeping
from tests.bench.filling import Sizes, fill
from tests.factories import UserFactory, log_in
from tests.mail import PostOffice

pytestmark = pytest.mark.django_db
MUCH = Sizes(finished=2500, active=1500, open=1200, people=1500, own_finished=900, own_active=30)
# More than any page shows, with who sits there; and less than there is of anything.
MOST_READ = 600
# They do not grow: what the site itself has, and one row for each day, role or task.
SMALL = {
    *("auth_group", "auth_permission", "auth_group_permissions", "django_content_type"),
    *("games_daycount", "games_sitepause", "games_taskrun", "cache"),
}
GROWING = {model._meta.db_table for model in apps.get_models()} - SMALL


@dataclass
class Watch:
    """What was asked, and what is wrong with how it was answered."""

    asked: int = 0
    wrong: list[str] = field(default_factory=list)

    def look(self, sql: str, plan: dict[str, Any], *, ran: bool) -> None:
        self.asked += 1
        for node in _nodes(plan):
            table = node.get("Relation Name", "")
            scan = node["Node Type"] == "Seq Scan" and table in GROWING
            read = sum(node.get(key, 0) for key in READ) * node.get("Actual Loops", 0)
            if scan or (ran and table not in SMALL and read > MOST_READ):
                what = f"{node['Node Type']} {table} {node.get('Index Name', '')} {read:.0f} rows"
                self.wrong.append(f"{what}: {sql[:2000]}")


READ = (
    "Actual Rows",
    "Rows Removed by Filter",
    "Rows Removed by Join Filter",
    "Rows Removed by Index Recheck",
)


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """But what a scan of the table says better: its one bitmap counts what is no more, too."""
    yield plan
    for part in plan.get("Plans", ()):
        if (plan["Node Type"], part["Node Type"]) != ("Bitmap Heap Scan", "Bitmap Index Scan"):
            yield from _nodes(part)


@contextmanager
def watched() -> Iterator[Watch]:
    """Everything that is asked meanwhile is explained: what only reads, by reading once more."""
    watch = Watch()

    def explain(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        kind = sql.lstrip("( ").split(None, 1)[0]
        if kind in ("SELECT", "UPDATE", "DELETE") and not many:
            reads = kind == "SELECT" and "pg_" not in sql
            how = "ANALYZE, TIMING OFF, " if reads else ""
            with connection.connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN ({how}FORMAT JSON) {sql}", params)
                plan = cursor.fetchone()[0]
            found = json.loads(plan) if isinstance(plan, str) else plan
            watch.look(sql, found[0]["Plan"], ran=reads)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(explain):
        yield watch


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, Any]]:
    """Filled once for all of them, and gone after them."""
    with django_db_blocker.unblock(), transaction.atomic():
        reader = UserFactory(username="reader")
        fill(reader, MUCH)
        desk = UserFactory(username="desk", is_staff=True, is_superuser=True)
        with connection.cursor() as cursor:
            for way in ("seqscan", "hashjoin", "mergejoin"):
                cursor.execute(f"SET LOCAL enable_{way} = off")
        own = Game.objects.filter(players__user=reader)
        yield {
            "reader": reader,
            "desk": desk,
            "calendar": accounts.calendar_token(user=reader),
            "other": User.objects.filter(username__startswith="player-")[0].username,
            "active": own.filter(status="active", engine_slug="qwirkle")[0].code,
            "stones": own.filter(status="active", engine_slug="shifting_stones")[0].code,
            "over": own.filter(status="finished")[0].code,
            "waiting": Game.objects.filter(status="open", public=True)[100].code,
            "game": own.filter(status="active")[0].pk,
            "person": reader.pk,
            "report": Report.objects.filter(status="open")[0].pk,
            "mail": Notification.objects.all()[5].pk,
            "act": Act.objects.all()[5].pk,
            "late": str(Game.objects.order_by("-pk")[700].pk),
        }
        transaction.set_rollback(True)


PAGES = [
    *("/", "/games/yours/", "/games/theirs/", "/games/finished/", "/lobby/", "/people/reader/"),
    *("/people/{other}/", "/g/{active}/", "/g/{stones}/", "/g/{over}/", "/g/{over}/at/3/"),
    *("/g/{waiting}/", "/g/{over}/check/", "/tables/new/", "/settings/", "/settings/mail/"),
    *("/settings/vacation/", "/reports/", "/next/", "/calendar/{calendar}.ics"),
    *("/people/{other}/report/", "/g/{active}/report/"),
    # In the midst of each list.
    *("/games/finished/?after=1700000000000000-1", "/people/reader/?finished=1780000000000000-1"),
    *("/lobby/?tables=1790000000000000-1", "/lobby/?games=1790000000000000-1"),
    *("/settings/mail/?mails=900",),
]
# But for games with or without the computer: these are looked through until a page is full.
DESK = [
    *("", "games/game/", "games/game/?p={late}", "games/game/?q={active}", "games/game/?q=reader"),
    *(f"games/game/?needs={it}" for it in ("overdue", "stuck", "paused", "reported")),
    *(f"games/game/?status__exact={it}" for it in Game.Status.values),
    "games/game/?game=qwirkle",
    *("games/game/{game}/change/", "accounts/user/", "accounts/user/?q=reader"),
    *("accounts/user/?q=player-12", "accounts/user/?language__exact=fr"),
    *(f"accounts/user/?standing={it}" for it in ("muted", "shut-out", "bouncing", "staff")),
    *("accounts/user/{person}/change/", "games/notification/", "games/notification/?aside=1"),
    *(f"games/notification/?state__exact={it}" for it in Notification.State.values),
    *(f"games/notification/?kind__exact={it}" for it in ("your_turn", "account")),
    *(f"games/notification/?q={it}" for it in ("reader", "{active}", "mailbox", "a@b.org")),
    *("games/notification/{mail}/change/", "games/report/", "games/report/{report}/change/"),
    *(f"games/report/?q={it}" for it in ("reader", "{active}", "said")),
    *("games/report/?status__exact=open", "games/report/?category__exact=spam"),
    *("games/act/", "games/act/{act}/change/", "games/act/?what__exact=warn"),
    *("games/act/?by_name=owner", "games/act/?q=reader", "games/act/?q=nothing"),
]


def check(client: Client, address: str) -> None:
    with watched() as watch:
        answer = client.get(address)

    assert answer.status_code in (200, 302), address
    assert watch.asked > 1
    assert watch.wrong == []


@pytest.mark.parametrize("address", PAGES)
def test_a_page_reads_no_more_than_it_shows(world: dict[str, Any], address: str) -> None:
    check(log_in(world["reader"]), address.format_map(world))


@pytest.mark.parametrize("address", ["/lobby/", "/people/reader/", "/g/{active}/", "/g/{over}/"])
def test_nor_does_it_for_a_visitor(world: dict[str, Any], address: str) -> None:
    check(log_in(), address.format_map(world))


@pytest.mark.parametrize("address", DESK)
def test_the_desk_reads_no_more_than_it_shows(
    world: dict[str, Any], address: str, settings: Any
) -> None:
    settings.STAFF_NEED_TWO_FACTORS = False
    check(log_in(world["desk"]), f"/admin/{address}".format_map(world))


ROUNDS: dict[str, Callable[[], object]] = {
    "deadlines": expiry.enforce_deadlines,
    "reminders": expiry.send_reminders,
    "bots": bots.play_waiting_bots,
    "tables nobody came to": housekeeping.keep_house,
    "sessions": accounts.clear_expired_sessions,
}


@pytest.mark.parametrize("name", ROUNDS)
def test_a_round_reads_no_more_than_is_due(world: dict[str, Any], name: str) -> None:
    with watched() as watch, transaction.atomic():
        ROUNDS[name]()

    assert watch.asked
    assert watch.wrong == []


def test_a_mail_is_found_among_many(
    world: dict[str, Any], post_office: PostOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "MOST_AT_ONCE", 5)
    with transaction.atomic():
        User.objects.update(cadence=User.Cadence.DIGEST)
        Notification.objects.update(state="waiting", claimed_until=None, not_before=timezone.now())
        with watched() as watch:
            outbox.claim.__wrapped__()
        transaction.set_rollback(True)

    assert watch.asked > 2
    assert watch.wrong == []


def test_limits_are_counted_among_ones_own(world: dict[str, Any]) -> None:
    with watched() as watch:
        limits.check_new_table(world["reader"], others=1, public=True)
        limits.check_alone(world["reader"])

    assert watch.wrong == []


@pytest.mark.parametrize(
    "query",
    [
        lambda: list(Game.objects.filter(end_reason="blocked")),
        lambda: list(User.objects.filter(username__contains="z")),
        lambda: list(Notification.objects.order_by("ply")[:10]),
        lambda: Game.objects.filter(status="active").count(),
        lambda: list(Invitation.objects.filter(token__contains="zz")),
    ],
)
def test_a_query_that_reads_them_all_is_seen(
    world: dict[str, Any], query: Callable[[], object]
) -> None:
    """These tests can fail."""
    with watched() as watch:
        query()

    assert watch.wrong
