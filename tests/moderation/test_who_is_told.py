"""Whom an act's page announces is whom it tells, for every act."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

from accounts.models import User
from games.models import Act, Game, Notification
from games.moderation.desk.subjects import GAME, PERSON, REPORT, SITE
from games.play.services import moves
from tests.factories import UserFactory, log_in
from tests.moderation.test_roles import Situation
from tests.playing import play_on, start_game

What = Act.What


def announced(text: str) -> set[str]:
    found = re.search(r"Will be emailed: (.*?)\.</li>", text)
    return set(html.unescape(found.group(1)).split(", ")) if found else set()


@pytest.mark.parametrize("what", [what for what in What if what != What.LOOK])
def test_who_is_announced_gets_the_mail_and_nobody_else(
    what: What, owner: User, alice: User, bob: User, charlie: User
) -> None:
    """At a table of four where one has left, for whose coming back moves are taken back."""
    dora = UserFactory(username="dora")
    game = play_on(start_game(alice, bob, charlie, dora), 4)
    moves.resign(game_id=game.pk, user=dora)
    game = play_on(Game.objects.get(pk=game.pk), 1)
    situation = Situation(game, alice, UserFactory(username="erin"))
    situation.prepare(what, owner)
    game.refresh_from_db()
    seat = game.players.get(user=alice)
    fields: dict[str, Any] = {
        "why": "so",
        "span": "86400" if what == What.EXTEND else "7",
        "seat": f"{seat.seat}:{seat.user_id}:",
        "person": "erin",
        "bot": "greedy",
        "to_ply": 2,
        "expected_ply": game.ply,
        "message_id": situation.message.pk,
        "games": "withdraw",
        "role": "moderator",
        "upheld": "1",
        "answer": "thank you",
        "to": "",
        **{f"place_{number}": number + 1 for number in range(4)},
    }
    subject = next(it for it in (GAME, PERSON, REPORT, SITE) if what in it.acts)
    on = {"game_id": game.pk, "person_id": alice.pk, "report_id": situation.report.pk}
    browser, address = log_in(owner), f"/admin/act/{what.value}/"
    fields["on"] = on.get(subject.argument, "")
    before = set(Notification.objects.values_list("pk", flat=True))
    asked = browser.get(address, {"on": fields["on"], "message_id": fields["message_id"]})
    text = asked.content.decode()
    if "Preview" in text:
        assert "Will be emailed" not in text
        text = browser.post(address, fields).content.decode()

    done = browser.post(address, {**fields, "confirmed": "1"})

    assert done.status_code == 302, done.content.decode()
    assert Act.objects.filter(what=what, by=owner).exists()
    written = Notification.objects.exclude(pk__in=before)
    assert {item.user.username for item in written if item.user} == announced(text)
