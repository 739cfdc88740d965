"""Each role and each act: who may do what, as one table."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group, Permission
from django.core.management import call_command
from django.utils import timezone

from accounts.models import User
from games.machinery.errors import ServiceError
from games.models import Act, Game, Message, Report
from games.moderation.permissions import PERMISSION, ROLES
from games.moderation.services import (
    endings,
    games,
    looking,
    people,
    reports,
    seats,
    shutting_out,
    site,
    take_back,
)
from games.play.services import talk
from games.post import moderators_notices
from tests.factories import UserFactory

What = Act.What
WEEK = timedelta(days=7)

EVERYBODY = {"mona", "sena", "adam"}
SENIORS = {"sena", "adam"}
ADMINISTRATORS = {"adam"}

# What the roles are for, written out once more by hand.
MAY = {
    What.PAUSE: EVERYBODY,
    What.RESUME: EVERYBODY,
    What.EXTEND: EVERYBODY,
    What.SKIP: EVERYBODY,
    What.TAKE_BACK: EVERYBODY,
    What.SEAT_BOT: EVERYBODY,
    What.SEAT_PERSON: EVERYBODY,
    What.REMOVE: EVERYBODY,
    What.ADJUDICATE: SENIORS,
    What.ANNUL: SENIORS,
    What.LOCK_TALK: EVERYBODY,
    What.UNLOCK_TALK: EVERYBODY,
    What.HIDE_MESSAGE: EVERYBODY,
    What.SHOW_MESSAGE: EVERYBODY,
    What.LOOK: SENIORS,
    What.PAUSE_SITE: SENIORS,
    What.RESUME_SITE: SENIORS,
    What.WARN: EVERYBODY,
    What.MUTE: EVERYBODY,
    What.SUSPEND: EVERYBODY,
    What.BAN: SENIORS,
    What.LIFT: EVERYBODY,
    What.NOTE: EVERYBODY,
    What.ROLE: ADMINISTRATORS,
    What.FORGET_FACTORS: ADMINISTRATORS,
    What.ASSIGN: EVERYBODY,
    What.ANSWER: EVERYBODY,
}


class Situation:
    """A game, a person, a message and a report, and every act as somebody does it to them."""

    def __init__(self, game: Game, alice: User, charlie: User) -> None:
        self.game, self.alice, self.charlie = game, alice, charlie
        self.message: Message = talk.say(game_id=game.pk, user=alice, text="hm")
        self.report: Report = reports.report(reporter=charlie, category="other", person=alice)

    def do(self, what: What, by: User, why: str = "because") -> Any:
        game: dict[str, Any] = {"by": by, "game_id": self.game.pk, "why": why}
        person: dict[str, Any] = {"by": by, "person_id": self.alice.pk, "why": why}
        ply = {"expected_ply": self.game.ply}
        until = timezone.now() + WEEK
        report: dict[str, Any] = {"by": by, "report_id": self.report.pk, "why": why}
        acts = {
            What.PAUSE: lambda: games.pause(**game),
            What.RESUME: lambda: games.resume(**game),
            What.EXTEND: lambda: games.extend(**game, span=WEEK),
            What.SKIP: lambda: games.skip(**game, **ply),
            What.TAKE_BACK: lambda: take_back.take_back(**game, **ply, to_ply=2),
            What.SEAT_BOT: lambda: seats.seat_bot(**game, seat=0),
            What.SEAT_PERSON: lambda: seats.seat_person(**game, seat=0, person=self.charlie),
            What.REMOVE: lambda: seats.remove(**game, seat=0),
            What.ADJUDICATE: lambda: endings.adjudicate(**game, **ply, places=[1, 2]),
            What.ANNUL: lambda: endings.annul(**game),
            What.LOCK_TALK: lambda: games.lock_talk(**game),
            What.UNLOCK_TALK: lambda: games.unlock_talk(**game),
            What.HIDE_MESSAGE: lambda: games.hide_message(**game, message_id=self.message.pk),
            What.SHOW_MESSAGE: lambda: games.show_message(**game, message_id=self.message.pk),
            What.LOOK: lambda: looking.look(**game),
            What.PAUSE_SITE: lambda: site.pause_site(by=by, why=why),
            What.RESUME_SITE: lambda: site.resume_site(by=by, why=why),
            What.WARN: lambda: people.warn(**person),
            What.MUTE: lambda: people.mute(**person, until=until),
            What.SUSPEND: lambda: shutting_out.suspend(**person, until=until),
            What.BAN: lambda: shutting_out.ban(**person),
            What.LIFT: lambda: people.lift(**person),
            What.NOTE: lambda: people.note(**person),
            What.ROLE: lambda: people.change_role(**person, role=moderators_notices.MODERATOR),
            What.FORGET_FACTORS: lambda: people.forget_factors(**person),
            What.ASSIGN: lambda: reports.assign(**report, to=None),
            What.ANSWER: lambda: reports.answer(**report, upheld=True, answer="thank you"),
        }
        return acts[what]()

    def prepare(self, what: What, owner: User) -> None:
        """What has to be so before the act makes sense."""
        before = {
            What.RESUME: What.PAUSE,
            What.UNLOCK_TALK: What.LOCK_TALK,
            What.SHOW_MESSAGE: What.HIDE_MESSAGE,
            What.RESUME_SITE: What.PAUSE_SITE,
            What.LIFT: What.MUTE,
        }
        if what in before:
            self.do(before[what], owner)
        if what == What.FORGET_FACTORS:
            Authenticator.objects.create(user=self.alice, type="totp", data={})


@pytest.fixture
def situation(game: Game, alice: User, charlie: User) -> Situation:
    return Situation(game, alice, charlie)


def test_the_table_has_every_act_and_every_permission() -> None:
    assert set(MAY) == set(PERMISSION) == set(What)
    own = {codename for codename, _name in Act._meta.permissions}
    assert set(PERMISSION.values()) == own


@pytest.mark.parametrize("name", ["mona", "sena", "adam"])
@pytest.mark.parametrize("what", list(What))
def test_each_role_does_what_it_may_and_nothing_else(
    situation: Situation, request: pytest.FixtureRequest, owner: User, name: str, what: What
) -> None:
    somebody = request.getfixturevalue(name)
    situation.prepare(what, owner)
    before = Act.objects.filter(what=what).count()

    if name in MAY[what]:
        situation.do(what, somebody)

        act = Act.objects.first()
        assert act is not None
        assert (act.what, act.by, act.by_name, act.why) == (what, somebody, name, "because")
        assert Act.objects.filter(what=what).count() == before + 1
    else:
        with pytest.raises(ServiceError) as refused:
            situation.do(what, somebody)

        assert (refused.value.code, refused.value.status) == ("not-allowed", 403)
        assert Act.objects.filter(what=what).count() == before


@pytest.mark.parametrize("what", list(What))
def test_a_player_does_none_of_it(situation: Situation, owner: User, what: What) -> None:
    situation.prepare(what, owner)

    with pytest.raises(ServiceError) as refused:
        situation.do(what, UserFactory())

    assert refused.value.code == "not-allowed"


@pytest.mark.parametrize("what", list(What))
def test_nothing_is_done_without_a_reason_that_can_be_read(
    situation: Situation, owner: User, what: What
) -> None:
    situation.prepare(what, owner)
    before = Act.objects.count(), Game.objects.values().get(pk=situation.game.pk)

    for why, code in ((" \n", "no-reason"), ("x" * 1001, "reason-too-long")):
        with pytest.raises(ServiceError) as refused:
            situation.do(what, owner, why)
        assert refused.value.code == code

    assert (Act.objects.count(), Game.objects.values().get(pk=situation.game.pk)) == before


def test_roles_are_put_right_by_the_command(db: None) -> None:
    call_command("make_roles")
    Group.objects.get(name="moderator").permissions.add(Permission.objects.get(codename="ban"))

    call_command("make_roles")

    for role, names in ROLES.items():
        group = Group.objects.get(name=role)
        found = group.permissions.values_list("content_type__app_label", "codename")
        assert {f"{app}.{name}" for app, name in found} == set(names)


def test_a_moderator_is_not_shown_hidden_things_nor_changes_staff() -> None:
    forbidden = {"games.see_hidden", "games.change_roles"}

    assert not forbidden & set(ROLES[moderators_notices.MODERATOR])
    assert "games.see_hidden" in ROLES[moderators_notices.SENIOR]
    assert "games.change_roles" not in ROLES[moderators_notices.SENIOR]
