"""Every act begins by checking who may do it, and ends in the trail."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from games.machinery.errors import ServiceError
from games.models import Act, Game, Notification, Report
from games.models.moderation import LONGEST_REASON
from games.moderation import selectors
from games.moderation.permissions import permission_for
from games.play import live
from games.play.services.locking import lock_with_players
from games.post.services import telling

What = Act.What
Values = Mapping[str, object]
# The acts of one moderator in 24 hours; of each that decides for good or shows what is hidden.
MOST_A_DAY, MOST_GRAVE_A_DAY = 300, 50
GRAVE = (What.ADJUDICATE, What.ANNUL, What.BAN, What.LOOK, What.ROLE, What.FORGET_FACTORS)
# Why a seat was emptied, for the tables of somebody who was suspended or banned.
SHUT_OUT = "shut-out"


def check_may(by: User, what: What) -> None:
    """Refused, where this person's role does not allow it."""
    if not (by.is_active and by.is_staff and by.has_perm(permission_for(what))):
        raise ServiceError("not-allowed", 403)


def check_reason(why: str) -> str:
    """Nothing happens without a reason that others can read later."""
    why = why.replace("\x00", "").strip()
    if not why:
        raise ServiceError("no-reason", 422)
    if len(why) > LONGEST_REASON:
        raise ServiceError("reason-too-long", 422)
    return why


def open_game(by: User, what: What, game_id: int) -> Game:
    """The game, locked, for somebody who may do this and has no part in it themselves."""
    check_may(by, what)
    game = lock_with_players(game_id)
    if selectors.has_played(game, by):
        raise ServiceError("plays-there", 403)
    return game


def check_apart(by: User, *people: User | None) -> None:
    """Nobody acts on an opponent, by whatever way: another moderator has to."""
    if any(person is not None and selectors.play_together(by, person) for person in people):
        raise ServiceError("plays-with-them", 403)


def _check_pace(by: User, what: What) -> None:
    """An account in wrong hands does not get far. What a ban means for games is one act."""
    if what in (What.PAUSE_SITE, What.RESUME_SITE):
        return
    today = Act.objects.filter(by=by, at__gt=timezone.now() - timedelta(days=1))
    counted = [act for act, because in today.values_list("what", "after__because") if not because]
    if len(counted) >= MOST_A_DAY or (what in GRAVE and counted.count(what) >= MOST_GRAVE_A_DAY):
        raise ServiceError("too-many-acts", 429)


def write(
    *,
    by: User,
    what: What,
    why: str,
    game: Game | None = None,
    person: User | None = None,
    other: User | None = None,
    report: Report | None = None,
    before: Values | None = None,
    after: Values | None = None,
) -> Act:
    """Into the trail. Nothing takes it out again."""
    if (after or {}).get("because") != SHUT_OUT:
        _check_pace(by, what)
    return Act.objects.create(
        by=by,
        by_name=by.username,
        what=what,
        why=check_reason(why),
        game=game,
        person=person,
        other=other,
        report=report,
        before=dict(before or {}),
        after=dict(after or {}),
    )


def notify_people(act: Act, people: Iterable[User | None]) -> None:
    """By mail, to each once; and what happened on a game's page changes there by itself."""
    concerned = {person.pk: person for person in people if person is not None}
    telling.write(
        telling.notification_for(
            user=person,
            kind=Notification.Kind.NOTICE,
            game=act.game,
            ply=act.pk,
            data={"act": act.pk},
        )
        for person in concerned.values()
    )
    if act.game is not None:
        live.notify_pages(code=act.game.code, users=list(concerned))
