"""Warning, muting, suspending, banning, and what that means for the games they play in."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import services as accounts
from accounts.models import User
from games.models import Act, Game, Player
from games.records import WITHDRAW
from games.roles import ROLES
from games.services import tables
from games.services.errors import ServiceError
from games.services.locks import lock_person, lock_with_their_games
from games.services.moderation import trail
from games.services.moderation.concerned import GO_ON, concerned, games_to_settle, others
from games.services.moderation.roles import make_roles
from games.services.moderation.seats import hand_to_bot
from games.services.moves import advance_seat, lock_with_players
from games.services.transactions import one_transaction

What = Act.What
# What is to last longer is a ban.
LONGEST_SANCTION = timedelta(days=2 * 366)


class TheirGames(models.TextChoices):
    """What becomes of the games somebody plays in who is shut out. Others' games go on."""

    GO_ON = GO_ON, _("They carry on, and their clock runs")
    BOT = "bot", _("The computer takes over")
    WITHDRAW = "withdraw", _("The others carry on")


@one_transaction
def warn(*, by: User, person_id: int, why: str) -> Act:
    """They read it in a mail, and on every page until they say that they have."""
    person = _open_person(by, What.WARN, person_id)
    why = trail.check_reason(why)
    unread = f"{person.warning}\n" if person.warning else ""
    accounts.impose(user=person, warning=f"{unread}{why}")
    return _conclude(by, What.WARN, why, person, {})


@one_transaction
def mute(*, by: User, person_id: int, why: str, until: datetime) -> Act:
    """No talk at any table until then."""
    person = _open_person(by, What.MUTE, person_id)
    _check_future(until)
    before = _facts(person)
    accounts.impose(user=person, muted_until=until)
    return _conclude(by, What.MUTE, why, person, before)


@one_transaction
def suspend(
    *, by: User, person_id: int, why: str, until: datetime, games: str = TheirGames.GO_ON
) -> Act:
    """Nothing of the site can be used until then."""
    person = _open_person(by, What.SUSPEND, person_id, with_games=True)
    _check_future(until)
    if person.banned_at is not None:
        raise ServiceError("banned-already", 409)
    before = _facts(person)
    accounts.impose(user=person, suspended_until=until, shut_out_reason=trail.check_reason(why))
    settled = settle_games(by, person, why, games)
    return _conclude(by, What.SUSPEND, why, person, before, **settled)


@one_transaction
def ban(*, by: User, person_id: int, why: str, games: str = TheirGames.BOT) -> Act:
    """For good. The games of others are never deleted: a bot plays on, or nobody does."""
    person = _open_person(by, What.BAN, person_id, with_games=True)
    if person.banned_at is not None:
        raise ServiceError("is-so-already", 409)
    if games == TheirGames.GO_ON:
        raise ServiceError("bad-choice", 422)
    before = _facts(person)
    why = trail.check_reason(why)
    accounts.impose(user=person, banned_at=timezone.now(), shut_out_reason=why)
    settled = settle_games(by, person, why, games)
    return _conclude(by, What.BAN, why, person, before, **settled)


@one_transaction
def lift(*, by: User, person_id: int, why: str) -> Act:
    """All that was imposed; who lifts it must be allowed to impose it."""
    person = _open_person(by, What.LIFT, person_id)
    imposed = [
        what
        for what, holds in (
            (What.MUTE, person.is_muted),
            (What.SUSPEND, person.is_suspended),
            (What.BAN, person.banned_at is not None),
        )
        if holds
    ]
    if not imposed:
        raise ServiceError("nothing-to-lift", 409)
    for what in imposed:
        trail.check_may(by, what)
    before = _facts(person)
    accounts.impose(
        user=person, muted_until=None, suspended_until=None, banned_at=None, shut_out_reason=""
    )
    return _conclude(by, What.LIFT, why, person, before)


@one_transaction
def note(*, by: User, person_id: int, why: str) -> Act:
    """For moderators only: the person hears nothing of it."""
    trail.check_may(by, What.NOTE)
    person = lock_person(person_id)
    _check_impartial(by, person)
    return trail.write(by=by, what=What.NOTE, why=why, person=person)


@one_transaction
def change_role(*, by: User, person_id: int, why: str, role: str) -> Act:
    """A role is a group; who has one is staff, who has none is a player like all others."""
    person = _open_person(by, What.ROLE, person_id)
    if role and role not in ROLES:
        raise ServiceError("bad-choice", 422)
    before = {"roles": sorted(person.groups.values_list("name", flat=True))}
    if role and not Group.objects.filter(name=role).exists():
        make_roles()
    person.groups.set(Group.objects.filter(name=role))
    accounts.impose(user=person, is_staff=bool(role))
    after = {"roles": [role] if role else []}
    act = trail.write(by=by, what=What.ROLE, why=why, person=person, before=before, after=after)
    trail.tell(act, concerned(What.ROLE, person))
    return act


@one_transaction
def forget_factors(*, by: User, person_id: int, why: str) -> Act:
    """For somebody who has lost telephone, keys and recovery codes, and has proved who they are."""
    person = _open_person(by, What.FORGET_FACTORS, person_id)
    own = Authenticator.objects.filter(user=person)
    kinds = sorted(own.values_list("type", flat=True))
    if not kinds:
        raise ServiceError("nothing-to-lift", 409)
    own.delete()
    # With a role, they confirm by mail who they are before they set up another.
    accounts.end_sessions(user=person)
    act = trail.write(
        by=by, what=What.FORGET_FACTORS, why=why, person=person, before={"factors": kinds}
    )
    trail.tell(act, concerned(What.FORGET_FACTORS, person))
    return act


def settle_games(by: User, person: User, why: str, choice: str) -> dict[str, Any]:
    """Leave tables that wait; in games that go on, do what was chosen."""
    if choice not in TheirGames.values:
        raise ServiceError("bad-choice", 422)
    seats = Player.objects.filter(user=person, left=False).order_by("game_id")
    waiting = seats.filter(game__status=Game.Status.OPEN).values_list("game_id", flat=True)
    for game_id in list(waiting):
        with suppress(ServiceError):
            tables.leave(game_id=game_id, user=person)
    if choice == TheirGames.GO_ON:
        return {"games": choice, "settled": []}
    going = games_to_settle(person, choice).values_list("pk", flat=True)
    codes = [_settle_game(by, game_id, person, why, choice) for game_id in list(going)]
    return {"games": choice, "settled": [code for code in codes if code]}


def _settle_game(by: User, game_id: int, person: User, why: str, choice: str) -> str | None:
    """The others are told what happened, but not why: that is between us and the person."""
    game = lock_with_players(game_id)
    player = next((player for player in game.players.all() if player.user_id == person.pk), None)
    if not game.is_active or player is None or player.left:
        return None
    told = others(game, person)
    if choice == TheirGames.BOT:
        hand_to_bot(game, player)
    else:
        advance_seat(game, player.seat, [{"kind": WITHDRAW}], imposed=True)
    act = trail.write(
        by=by,
        what=What.SEAT_BOT if choice == TheirGames.BOT else What.REMOVE,
        why=why,
        game=game,
        person=person,
        after={"name": person.username, "seat": player.seat, "because": trail.SHUT_OUT},
    )
    trail.tell(act, told)
    return game.code


def _open_person(by: User, what: What, person_id: int, *, with_games: bool = False) -> User:
    """Nobody acts on themselves or who plays with them; on those with a role, who may change it."""
    trail.check_may(by, what)
    person = lock_with_their_games(person_id)[0] if with_games else lock_person(person_id)
    _check_impartial(by, person)
    if person.is_superuser and not by.is_superuser:
        raise ServiceError("not-allowed", 403)
    if person.is_staff:
        trail.check_may(by, What.ROLE)
    return person


def _check_impartial(by: User, person: User) -> None:
    if person.pk == by.pk:
        raise ServiceError("that-is-you", 403)
    trail.check_apart(by, person)


def _check_future(until: datetime) -> None:
    now = timezone.now()
    if until <= now:
        raise ServiceError("in-the-past", 422)
    if until > now + LONGEST_SANCTION:
        raise ServiceError("too-far-ahead", 422)


def _conclude(
    by: User, what: What, why: str, person: User, before: dict[str, Any], **more: object
) -> Act:
    act = trail.write(
        by=by, what=what, why=why, person=person, before=before, after=_facts(person) | more
    )
    # The tables that a ban concerns are told by the acts on them.
    trail.tell(act, [person])
    return act


def _facts(person: User) -> dict[str, Any]:
    moments = ("muted_until", "suspended_until", "banned_at")
    return {
        name: moment.isoformat() if (moment := getattr(person, name)) else None for name in moments
    }
