"""Limits hold for many requests at once."""

from __future__ import annotations

from collections import Counter

import pytest
from django.test import Client

from accounts.models import User
from tests.concurrency.test_simultaneous import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_people_who_want_names_that_look_alike_at_once_one_gets_it() -> None:
    wanted = ["coco", "сосо", "COCO", "c0co"] * 2

    def sign_up(number: int) -> int:
        form = {
            "username": wanted[number],
            "email": f"{number}@example.org",
            "password1": "a long way home",
        }
        return Client().post("/accounts/signup/", form).status_code

    answers = at_once([lambda number=number: sign_up(number) for number in range(len(wanted))])

    assert User.objects.count() == 1
    assert set(Counter(answers)) <= {200, 302}
