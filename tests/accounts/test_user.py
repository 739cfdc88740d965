from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.test import Client

from accounts.models import User
from tests.factories import UserFactory


@pytest.mark.parametrize(
    "twin",
    [{"username": "Alice", "email": "other@example.org"}, {"email": "ALICE@example.org"}],
    ids=["the same name", "the same mail address"],
)
def test_the_database_refuses_a_second_person_capitalised_otherwise(
    alice: User, twin: dict[str, str]
) -> None:
    person = UserFactory()
    changed = {"name_skeleton": "other"} | twin

    with pytest.raises(IntegrityError):
        User.objects.filter(pk=person.pk).update(**changed)


def test_refuses_a_time_zone_that_nobody_lives_in(alice: User) -> None:
    alice.time_zone = "Middle/Earth"

    with pytest.raises(ValidationError) as refused:
        alice.full_clean()

    assert set(refused.value.message_dict) == {"time_zone"}


def test_keeps_no_more_names_than_the_one_shown(alice: User) -> None:
    names = {field.name for field in User._meta.get_fields()}

    assert not names & {"first_name", "last_name"}
    assert alice.get_full_name() == alice.get_short_name() == "alice"


def test_a_person_sees_the_site_in_the_language_they_chose(client: Client, alice: User) -> None:
    alice.language = "he"
    alice.save()
    client.force_login(alice)

    page = client.get("/", headers={"accept-language": "fr"})

    assert page.headers["Content-Language"] == "he"
    assert '<html lang="he" dir="rtl">' in page.content.decode()


def test_a_visitor_sees_the_site_in_the_language_of_their_browser(client: Client, db: None) -> None:
    page = client.get("/", headers={"accept-language": "nl"})

    assert '<html lang="nl" dir="ltr">' in page.content.decode()
