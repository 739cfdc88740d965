"""What comes from outside stays within bounds; and a row that is out of them spoils only itself."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from django.apps import apps
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, models, transaction
from django.utils import timezone

from accounts import services as accounts
from accounts.bounds import EARLIEST, LATEST, LONGEST
from accounts.models import User, Vacation
from games.machinery.errors import ServiceError
from games.models import Game, Notification
from games.moderation.services import games as acts
from games.moderation.services import people as sanctions
from games.moderation.services import shutting_out
from games.play.services import expiry
from games.post.services import delivery
from games.tables.services import tables
from tests.factories import UserFactory, log_in
from tests.playing import play_on, start_game, user_to_act, user_waiting

DAY = timedelta(days=1)
OF_THE_SERVER = {"last_login", "date_joined", "closed_at"}
DATED = (models.DateField, models.DurationField)


@pytest.fixture
def owner(db: None) -> User:
    return UserFactory(username="owner", is_staff=True, is_superuser=True)


@pytest.mark.parametrize("model", [*apps.get_app_config("games").get_models(), User, Vacation])
def test_every_date_and_span_has_its_bounds_in_the_database(model: type[models.Model]) -> None:
    bounded = str(
        [it.condition for it in model._meta.constraints if isinstance(it, models.CheckConstraint)]
    )
    fields = [field for field in model._meta.get_fields() if isinstance(field, DATED)]
    outside = [it for it in fields if not getattr(it, "auto_now_add", False)]

    free = {it.name for it in outside if f"'{it.name}__" not in bounded} - OF_THE_SERVER

    assert not free


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("accounts_user", "away_until", "10000-01-01"),
        ("accounts_user", "muted_until", "infinity"),
        ("accounts_user", "birth_date", "1066-10-14"),
        ("accounts_user", "digest_hour", "24"),
        ("games_game", "deadline", "10000-01-01"),
        ("games_game", "remind_at", "-infinity"),
        ("games_game", "turn_time", "100 years"),
        ("games_game", "turn_time", "0"),
        ("games_game", "bank", "-1 day"),
        ("games_game", "seats", "21"),
        ("games_player", "bank_left", "1000 days"),
        ("games_player", "score", "2000000000"),
        ("games_notification", "not_before", "10000-01-01"),
    ],
)
def test_the_database_itself_refuses_what_makes_no_sense(
    alice: User, bob: User, table: str, column: str, value: str
) -> None:
    play_on(start_game(alice, bob), 2)

    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE {table} SET {column} = %s", [value])


def test_a_vacation_at_the_end_of_time_is_refused_in_words(alice: User) -> None:
    accounts.update_settings(user=alice, time_zone="Etc/GMT+12")
    days = ["9999-12-31", "9999-12-30", "2199-12-31", "0001-01-01", "10000-01-01", "2026-13-01"]
    browser = log_in(alice)

    for day in days:
        answer = browser.post("/settings/vacation/", {"first_day": day, "last_day": day})
        assert answer.status_code == 422

    assert not Vacation.objects.exists()


@pytest.mark.parametrize("born", [date(1850, 1, 1), date(9999, 12, 31), date(1, 1, 1)])
def test_a_date_of_birth_has_its_bounds_in_the_service_too(alice: User, born: date) -> None:
    with pytest.raises(ValidationError):
        accounts.update_settings(user=alice, birth_date=born)
    assert log_in(alice).post("/settings/", {"birth_date": str(born)}).status_code == 422


@pytest.mark.parametrize(
    "pace",
    [
        {"turn_time": timedelta(0)},
        {"turn_time": -DAY},
        {"turn_time": timedelta.max},
        {"bank": -DAY},
        {"bank": timedelta.max},
    ],
)
def test_a_table_has_a_pace_at_which_it_can_be_played(
    alice: User, pace: dict[str, timedelta]
) -> None:
    with pytest.raises(ServiceError, match="bad-table"):
        tables.open_table(opener=alice, engine_slug="qwirkle", seats=2, **pace)


def test_gifts_of_time_end_somewhere(alice: User, bob: User, owner: User) -> None:
    game = start_game(alice, bob)

    for _ in range(6):
        acts.extend(by=owner, game_id=game.pk, why="so", span=60 * DAY)
    with pytest.raises(ServiceError, match="too-much-time"):
        acts.extend(by=owner, game_id=game.pk, why="so", span=60 * DAY)

    assert Game.objects.get().deadline < timezone.now() + 366 * DAY


def test_a_sanction_is_not_for_a_thousand_years(alice: User, owner: User) -> None:
    until = datetime(3000, 1, 1, tzinfo=UTC)

    for sanction in (sanctions.mute, shutting_out.suspend):
        with pytest.raises(ServiceError, match="too-far-ahead"):
            sanction(by=owner, person_id=alice.pk, why="so", until=until)


def test_a_language_that_we_do_not_speak_is_passed_over(alice: User) -> None:
    answer = log_in(alice).post("/language/setlang/", {"language": "de", "next": "/"})

    assert answer.status_code == 302
    alice.refresh_from_db()
    assert alice.language == ""


@pytest.mark.parametrize("zone", ["Mars/Olympus_Mons", "", "../../etc/passwd", "America"])
def test_a_zone_that_nobody_knows_any_more_is_utc(alice: User, bob: User, zone: str) -> None:
    User.objects.update(time_zone=zone)
    game = play_on(start_game(alice, bob, weekends_off=True), 2)
    Notification.objects.update(not_before=timezone.now())
    browser = log_in(alice)

    for address in ("/", f"/g/{game.code}/", "/settings/", "/settings/vacation/"):
        assert browser.get(address).status_code == 200
    assert browser.post("/language/setlang/", {"language": "fr"}).status_code == 302
    form = {"language": "nl", "time_zone": "Europe/Amsterdam", "hints": "1"}
    assert browser.post("/settings/", form).status_code == 302
    assert delivery.deliver() > 0
    assert User.objects.get(pk=alice.pk).time_zone == "Europe/Amsterdam"


# What must not be there, and is.


def without_constraints(*tables: str) -> None:
    """Within this test's transaction only."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table in tables:
            cursor.execute(
                "SELECT conname FROM pg_constraint WHERE contype = 'c' AND conrelid = %s::regclass",
                [table],
            )
            for (name,) in cursor.fetchall():
                cursor.execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')


def spoil(statement: str, *values: object) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)


@pytest.mark.parametrize("moment", ["10000-01-01", "infinity", "-infinity", "0044-03-15 BC"])
def test_a_row_that_cannot_be_read_spoils_only_itself(
    alice: User, bob: User, charlie: User, owner: User, moment: str
) -> None:
    game = play_on(start_game(alice, bob, bank=DAY), 2)
    other = play_on(start_game(bob, charlie, turn_time=DAY), 2)
    due = timezone.now() - timedelta(minutes=1)
    without_constraints("accounts_user", "games_game", "games_player", "accounts_vacation")
    acting, waiting = user_to_act(game), user_waiting(game)
    spoil(
        "UPDATE accounts_user SET away_from = %s, away_until = %s, birth_date = %s, "
        "muted_until = %s, last_seen_at = %s WHERE id = %s",
        *[moment] * 5,
        acting.pk,
    )
    spoil(
        "UPDATE games_game SET deadline = %s, remind_at = %s WHERE id = %s", moment, moment, game.pk
    )
    spoil("UPDATE games_player SET bank_left = '100000000 years' WHERE game_id = %s", game.pk)
    Game.objects.filter(pk=other.pk).update(deadline=due, remind_at=due)
    Notification.objects.update(not_before=due)

    for reader in (waiting, charlie, acting, None):
        for address in ("/", "/lobby/", f"/g/{game.code}/", f"/people/{acting.username}/"):
            assert log_in(reader).get(address).status_code in (200, 302)
    desk = log_in(owner)
    for address in ("", "games/game/", "accounts/user/", f"games/game/{game.pk}/change/"):
        assert desk.get(f"/admin/{address}").status_code == 200
    assert expiry.send_reminders() >= 1
    assert expiry.enforce_deadlines() >= 1
    assert delivery.deliver() >= 1
    assert Game.objects.get(pk=other.pk).ply == other.ply + 1


BROKEN = [
    {"state": {}},
    {"state": []},
    {"engine_slug": "gone"},
    {"options": []},
    {"to_act": 7},
]


@pytest.mark.parametrize("broken", BROKEN, ids=str)
def test_a_game_that_cannot_be_read_spoils_no_page_but_its_own(
    alice: User, bob: User, charlie: User, owner: User, broken: dict[str, object]
) -> None:
    game = play_on(start_game(alice, bob), 3)
    other = play_on(start_game(alice, charlie, turn_time=DAY), 3)
    due = timezone.now() - timedelta(minutes=1)
    waiting = tables.open_table(opener=bob, engine_slug="qwirkle", seats=3)
    Game.objects.filter(pk__in=[game.pk, other.pk]).update(deadline=due, remind_at=due)
    Game.objects.filter(pk=game.pk).update(**broken)
    if "to_act" not in broken:
        Game.objects.filter(pk=waiting.pk).update(**broken)
    Notification.objects.update(not_before=due)

    for reader in (alice, charlie, None):
        for address in ("/", "/lobby/", "/people/alice/", f"/g/{other.code}/"):
            assert log_in(reader).get(address).status_code in (200, 302)
    for address in ("/settings/data/", f"/calendar/{accounts.calendar_token(user=alice)}.ics"):
        assert log_in(alice).get(address).status_code == 200
    desk = log_in(owner)
    pages = ("", "games/game/", f"games/game/{game.pk}/change/", f"act/pause/?on={game.pk}")
    for address in (*pages, f"accounts/user/{alice.pk}/change/"):
        assert desk.get(f"/admin/{address}").status_code == 200
    assert expiry.send_reminders() >= 1
    assert expiry.enforce_deadlines() >= 1
    assert delivery.deliver() >= 1
    assert Game.objects.get(pk=other.pk).ply == other.ply + 1


def test_what_cannot_be_read_is_read_as_the_nearest_that_makes_sense(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 'infinity'::timestamptz, '10000-01-01'::timestamptz, '-infinity'::timestamptz,"
            " '0044-03-15 BC'::timestamptz, 'infinity'::date, '-infinity'::date,"
            " '100000000 years'::interval, '-100000000 years'::interval,"
            " '2026-11-16 12:00+00'::timestamptz, '2026-11-16'::date, '2 days'::interval"
        )
        assert cursor.fetchone() == (
            *(LATEST, LATEST, EARLIEST, EARLIEST),
            *(date.max, date.min, LONGEST, -LONGEST),
            *(datetime(2026, 11, 16, 12, tzinfo=UTC), date(2026, 11, 16), 2 * DAY),
        )


def migration(app: str) -> ModuleType:
    folder = Path(settings.BASE_DIR) / app / "migrations"
    return import_module(f"{app}.migrations.{next(folder.glob('*_bounds.py')).stem}")


def test_the_migration_puts_right_what_was_stored_before_there_were_bounds(
    alice: User, bob: User
) -> None:
    game = play_on(start_game(alice, bob, turn_time=DAY), 2)
    Vacation.objects.create(user=alice, starts_at=timezone.now(), ends_at=timezone.now() + DAY)
    without_constraints("accounts_user", "accounts_vacation", "games_game", "games_player")
    spoil("UPDATE accounts_user SET away_from = now(), away_until = '10000-01-01'")
    spoil("UPDATE accounts_user SET birth_date = '9999-12-31', quiet_from = 99, quiet_until = 2")
    spoil("UPDATE accounts_vacation SET ends_at = '10000-01-01'")
    spoil("UPDATE games_game SET deadline = '10000-01-08', remind_at = '9999-06-01'")
    spoil("UPDATE games_player SET bank_left = '100000 years'")

    with connection.schema_editor(atomic=False) as editor:
        for app in ("accounts", "games"):
            migration(app).put_right(apps, editor)

    for model in (User, Vacation, Game, Notification):
        for row in model.objects.all():
            row.validate_constraints()
    alice.refresh_from_db()
    assert (alice.away_from, alice.away_until, alice.birth_date) == (None, None, None)
    assert not Vacation.objects.exists()
    game.refresh_from_db()
    assert timezone.now() < game.deadline < timezone.now() + 62 * DAY
