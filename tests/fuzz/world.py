"""A small site with people of every kind, games in every state, and things to act on."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from random import Random

from allauth.account.models import EmailAddress
from django.contrib.contenttypes.models import ContentType
from django.core import signing
from django.test import Client
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from games.kinds import KINDS
from games.machinery.runs import note_success
from games.models import Act, Game, Invitation, Notification, Report
from games.moderation.services import people, reports
from games.moderation.services.role_groups import make_role_groups
from games.pages.addresses import picture_stamp
from games.play.services import moves, talk
from games.post.composing import UNSUBSCRIBE
from games.post.moderators_notices import ADMINISTRATOR, MODERATOR
from games.post.services import delivery
from games.tables.services import guests, invitations, tables
from tests.factories import UserFactory
from tests.playing import good_actions, play_on, start_game

VISITOR = "visitor"
PLAYERS = ("alice", "bob")
STAFF = ("mona", "adam")
SUSPENDED, GUEST = "sue", "guest"
WHO = (VISITOR, *PLAYERS, "charlie", *STAFF, SUSPENDED, GUEST)


@dataclass
class World:
    """`names` gives for each thing in an address what would be a good one."""

    persons: dict[str, User]
    games: list[Game]
    names: dict[str, Callable[[Random], str]] = field(default_factory=dict)
    sessions: dict[str, str] = field(default_factory=dict)
    turns: dict[str, dict[str, str]] = field(default_factory=dict)

    def look(self) -> None:
        """What would be a good turn in each game, as it is now."""
        going = Game.objects.filter(status=Game.Status.ACTIVE)
        self.turns = {
            game.code: {"actions": json.dumps(good_actions(game)), "ply": str(game.ply)}
            for game in going
        }

    def session_of(self, who: str) -> str | None:
        """Logged in, again if they logged out or were thrown out."""
        if who == VISITOR or not User.objects.filter(pk=self.persons[who].pk).exists():
            return None
        client = Client()
        if who in self.sessions:
            client.cookies["sessionid"] = self.sessions[who]
        if "_auth_user_id" not in client.session:
            client.force_login(self.persons[who], "django.contrib.auth.backends.ModelBackend")
            self.sessions[who] = client.cookies["sessionid"].value
        return self.sessions[who]


def make_world() -> World:
    """Two players, a stranger, a moderator, an administrator, somebody suspended, and a guest."""
    make_role_groups()
    persons = {name: UserFactory(username=name) for name in WHO[1:] if name != GUEST}
    persons[GUEST], alone = guests.play_as_guest(
        engine_slug="shifting_stones", seats=1, options={}, bot="", language="en"
    )
    owner = UserFactory(username="owner", is_staff=True, is_superuser=True)
    for name, role in zip(STAFF, (MODERATOR, ADMINISTRATOR), strict=True):
        people.change_role(by=owner, person_id=persons[name].pk, why="welcome", role=role)
    later = timezone.now() + timedelta(days=9)
    accounts.impose(user=persons[SUSPENDED], suspended_until=later, shut_out_reason="spam")
    accounts.impose(user=persons["bob"], warning="Be kind.")
    games = [*_games(persons), alone]
    _things(persons, games)
    world = World({name: User.objects.get(pk=person.pk) for name, person in persons.items()}, games)
    world.names = _names(world)
    return world


def _games(persons: dict[str, User]) -> list[Game]:
    alice, bob, charlie = (persons[name] for name in ("alice", "bob", "charlie"))
    waiting = tables.open_table(opener=alice, engine_slug="qwirkle", seats=3)
    hidden = tables.open_table(opener=bob, engine_slug="qwirkle", seats=3, public=False)
    for game in (waiting, hidden):
        invitations.invite(game_id=game.pk, user=game.opened_by, who="charlie")
        invitations.invite(game_id=game.pk, user=game.opened_by, who="somebody@example.net")
    bots = tables.play_now(user=alice, engine_slug="qwirkle", seats=2)
    over = start_game(alice, bob, engine_slug="shifting_stones")
    moves.resign(game_id=over.pk, user=bob)
    return [
        play_on(start_game(alice, bob), 6),
        play_on(start_game(alice, bob, engine_slug="shifting_stones"), 3),
        play_on(start_game(bob, alice, charlie), 4),
        play_on(start_game(alice, bob, public=False), 3),
        waiting,
        hidden,
        bots,
        over,
    ]


def _things(persons: dict[str, User], games: list[Game]) -> None:
    alice, bob, charlie = (persons[name] for name in ("alice", "bob", "charlie"))
    message = talk.say(game_id=games[0].pk, user=bob, text="hello")
    facts = {"category": "abuse", "text": "look"}
    reports.report(reporter=alice, game=games[0], message=message, person=bob, **facts)
    reports.report(reporter=charlie, person=alice, **facts)
    accounts.calendar_token(user=alice)
    note_success("enforce_deadlines")
    EmailAddress.objects.create(user=alice, email="other@example.org", verified=False)
    delivery.deliver()


def _names(world: World) -> dict[str, Callable[[Random], str]]:
    """What is in an address, by its name in the pattern."""
    alice = world.persons["alice"]
    numbers = [
        *(game.pk for game in world.games),
        *(person.pk for person in world.persons.values()),
        *Act.objects.values_list("pk", flat=True)[:3],
        *Report.objects.values_list("pk", flat=True),
        *Notification.objects.values_list("pk", flat=True)[:3],
    ]
    signed = signing.dumps({"user": alice.pk, "email": "", "kind": "your_turn"}, salt=UNSUBSCRIBE)
    tokens = [alice.calendar_token or "", signed, *(game.invite_token for game in world.games)]
    tokens += Invitation.objects.values_list("token", flat=True)
    kinds = list(ContentType.objects.values_list("pk", flat=True))
    return {
        "code": lambda dice: dice.choice(world.games).code,
        "slug": lambda dice: dice.choice(list(KINDS)),
        "address": lambda dice: dice.choice([kind.address for kind in KINDS.values()]),
        "step": lambda dice: str(dice.randrange(9)),
        "ply": lambda dice: str(dice.randrange(8)),
        "stamp": lambda dice: str(picture_stamp(dice.choice(world.games).moved_at)),
        "which": lambda dice: dice.choice(["yours", "theirs", "finished", "all"]),
        "token": lambda dice: dice.choice(tokens),
        "username": lambda dice: dice.choice(list(world.persons.values())).username,
        "what": lambda dice: dice.choice(list(Act.What)).value,
        "pk": lambda dice: str(dice.choice(numbers)),
        "invitation_id": lambda dice: str(dice.choice(numbers)),
        "number": lambda dice: "0",
        "object_id": lambda dice: str(dice.choice([*numbers, "enforce_deadlines"])),
        "content_type_id": lambda dice: str(dice.choice(kinds)),
        "app_label": lambda dice: dice.choice(["games", "accounts", "auth"]),
        "key": lambda dice: dice.choice(["set-password", "MQ:1abc:xyz"]),
        "uidb36": lambda dice: dice.choice(["1", "zzz"]),
        "url": lambda dice: "games/",
    }
