"""What acts are about: games, people, reports and the site; how each is found and named."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.http import Http404
from django.urls import reverse

from accounts.models import User
from games.kinds import name_of
from games.models import Game, Report
from games.moderation import selectors
from games.moderation.desk.acts_on_games import ACTS_ON_GAMES
from games.moderation.desk.acts_on_people import ACTS_ON_PEOPLE
from games.moderation.desk.acts_on_reports import ACTS_ON_REPORTS
from games.moderation.desk.acts_on_site import ACTS_ON_SITE
from games.moderation.desk.forms import AnyTarget
from games.moderation.desk.offered import OfferedAct, What
from games.words import player_name

MOST_AT_ONCE = 100
LONGEST_NUMBER = 15


@dataclass(frozen=True, slots=True)
class Subject:
    """`plan` and `service` are given one by these names; the site has none."""

    acts: Mapping[What, OfferedAct]
    find: Callable[[list[int], User], list[AnyTarget]]
    page: str
    name: str

    @property
    def argument(self) -> str:
        return f"{self.name}_id" if self.name else ""

    def targets(self, asked: str, reader: User) -> list[AnyTarget]:
        """All that an address names, or there is no such page."""
        if not self.name:
            return []
        parts = asked.split(",")
        if not all(part.isdecimal() and len(part) < LONGEST_NUMBER for part in parts):
            raise Http404
        numbers = {int(part) for part in parts[:MOST_AT_ONCE]}
        found = self.find(list(numbers), reader)
        if len(found) != len(numbers):
            raise Http404
        return found

    def page_of(self, targets: Sequence[AnyTarget]) -> str:
        """Where one is after the act."""
        if not self.name:
            return reverse(self.page)
        if len(targets) > 1:
            return reverse(self.page.replace("_change", "_changelist"))
        return reverse(self.page, args=[targets[0].pk])


def _people(numbers: list[int], reader: User) -> list[User]:
    return list(User.objects.filter(pk__in=numbers))


def _nothing(numbers: list[int], reader: User) -> list[AnyTarget]:
    return []


def _reports(numbers: list[int], reader: User) -> list[Report]:
    found = selectors.reports_for(reader).select_related("reporter")
    return list(found.filter(pk__in=numbers))


GAME = Subject(ACTS_ON_GAMES, selectors.games_to_act_on, "admin:games_game_change", "game")
PERSON = Subject(ACTS_ON_PEOPLE, _people, "admin:accounts_user_change", "person")
REPORT = Subject(ACTS_ON_REPORTS, _reports, "admin:games_report_change", "report")
SITE = Subject(ACTS_ON_SITE, _nothing, "admin:index", "")
SUBJECTS = (GAME, PERSON, REPORT, SITE)


def address_of(what: What, numbers: Sequence[int] = (), **initial: object) -> str:
    """Where this act is done on these."""
    asked = {name: value for name, value in initial.items() if value}
    query = {"on": ",".join(map(str, numbers)), **asked}
    return reverse("admin:act", args=[what.value], query=query)


def find_act(what: str) -> tuple[Subject, OfferedAct]:
    for subject in SUBJECTS:
        if what in subject.acts:
            return subject, subject.acts[What(what)]
    raise Http404


def name_of_target(target: AnyTarget) -> str:
    if not isinstance(target, Game):
        return str(target or "")
    names = ", ".join(player_name(player) for player in target.players.all())
    return f"{name_of(target.engine_slug)} {target.code}: {names}"
