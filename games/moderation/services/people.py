"""Warning, muting, lifting, notes and roles: what is done to a person, and to no game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.utils import timezone

from accounts import services as accounts
from accounts.models import User
from games.machinery.errors import ServiceError
from games.machinery.locks import lock_person
from games.machinery.transactions import one_transaction
from games.models import Act
from games.moderation.permissions import ROLES
from games.moderation.services import trail
from games.moderation.services.plans import Plan, carry_out
from games.moderation.services.role_groups import make_role_groups

What = Act.What
# What is to last longer is a ban.
LONGEST_SANCTION = timedelta(days=2 * 366)
MOMENTS = ("muted_until", "suspended_until", "banned_at")


@dataclass(frozen=True, kw_only=True)
class SanctionPlan(Plan):
    """What is imposed on somebody, or lifted."""

    person: User
    imposed: Mapping[str, object] = field(default_factory=dict)

    def apply(self, *, by: User, why: str) -> None:
        accounts.impose(user=self.person, **self.imposed)


@dataclass(frozen=True, kw_only=True)
class WarningPlan(SanctionPlan):
    """The reason is the warning."""

    def apply(self, *, by: User, why: str) -> None:
        unread = f"{self.person.warning}\n" if self.person.warning else ""
        accounts.impose(user=self.person, warning=f"{unread}{trail.check_reason(why)}")


def plan_warn(*, by: User, person: User) -> WarningPlan:
    """They read it in a mail, and on every page until they say that they have."""
    check_may_sanction(by, person)
    return WarningPlan(what=What.WARN, person=person, told=(person,), after=sanctions_of(person))


@one_transaction
def warn(*, by: User, person_id: int, why: str) -> Act:
    """Warn somebody."""
    person = _open_person(by, What.WARN, person_id)
    return carry_out(plan_warn(by=by, person=person), by=by, why=why)


def plan_mute(*, by: User, person: User, until: datetime) -> SanctionPlan:
    """No talk at any table until then."""
    check_may_sanction(by, person)
    check_future(until)
    return _sanction_plan(What.MUTE, person, muted_until=until)


@one_transaction
def mute(*, by: User, person_id: int, why: str, until: datetime) -> Act:
    """Keep somebody from talking."""
    person = _open_person(by, What.MUTE, person_id)
    return carry_out(plan_mute(by=by, person=person, until=until), by=by, why=why)


def plan_lift(*, by: User, person: User) -> SanctionPlan:
    """All that was imposed; who lifts it must be allowed to impose it."""
    check_may_sanction(by, person)
    holds = {
        What.MUTE: person.is_muted,
        What.SUSPEND: person.is_suspended,
        What.BAN: person.banned_at is not None,
    }
    if not any(holds.values()):
        raise ServiceError("nothing-to-lift", 409)
    for what, is_so in holds.items():
        if is_so:
            trail.check_may(by, what)
    nothing = dict.fromkeys(MOMENTS)
    return _sanction_plan(What.LIFT, person, **nothing, shut_out_reason="")


@one_transaction
def lift(*, by: User, person_id: int, why: str) -> Act:
    """Take back all that was imposed on somebody."""
    person = _open_person(by, What.LIFT, person_id)
    return carry_out(plan_lift(by=by, person=person), by=by, why=why)


def plan_note(*, by: User, person: User) -> Plan:
    """For moderators only: the person hears nothing of it."""
    _check_impartial(by, person)
    return Plan(what=What.NOTE, person=person)


@one_transaction
def note(*, by: User, person_id: int, why: str) -> Act:
    """Note something about somebody."""
    person = _open_person(by, What.NOTE, person_id)
    return carry_out(plan_note(by=by, person=person), by=by, why=why)


@dataclass(frozen=True, kw_only=True)
class RolePlan(SanctionPlan):
    """`role` is the name of a group, or empty."""

    role: str

    def apply(self, *, by: User, why: str) -> None:
        if self.role and not Group.objects.filter(name=self.role).exists():
            make_role_groups()
        self.person.groups.set(Group.objects.filter(name=self.role))
        SanctionPlan.apply(self, by=by, why=why)


def plan_change_role(*, by: User, person: User, role: str) -> RolePlan:
    """A role is a group; who has one is staff, who has none is a player like all others."""
    check_may_sanction(by, person)
    if role and role not in ROLES:
        raise ServiceError("bad-choice", 422)
    if person.is_guest:
        raise ServiceError("not-possible-now", 409)
    return RolePlan(
        what=What.ROLE,
        person=person,
        told=(person,),
        before={"roles": sorted(person.groups.values_list("name", flat=True))},
        after={"roles": [role] if role else []},
        imposed={"is_staff": bool(role)},
        role=role,
    )


@one_transaction
def change_role(*, by: User, person_id: int, why: str, role: str) -> Act:
    """Give somebody a role, or none."""
    person = _open_person(by, What.ROLE, person_id)
    return carry_out(plan_change_role(by=by, person=person, role=role), by=by, why=why)


@dataclass(frozen=True, kw_only=True)
class ForgetFactorsPlan(SanctionPlan):
    """With a role, they confirm by mail who they are before they set up another."""

    def apply(self, *, by: User, why: str) -> None:
        Authenticator.objects.filter(user=self.person).delete()
        accounts.end_sessions(user=self.person)


def plan_forget_factors(*, by: User, person: User) -> ForgetFactorsPlan:
    """For somebody who has lost telephone, keys and recovery codes, and has proved who they are."""
    check_may_sanction(by, person)
    kinds = sorted(Authenticator.objects.filter(user=person).values_list("type", flat=True))
    if not kinds:
        raise ServiceError("nothing-to-lift", 409)
    return ForgetFactorsPlan(
        what=What.FORGET_FACTORS, person=person, told=(person,), before={"factors": kinds}
    )


@one_transaction
def forget_factors(*, by: User, person_id: int, why: str) -> Act:
    """Forget somebody's second factors."""
    person = _open_person(by, What.FORGET_FACTORS, person_id)
    return carry_out(plan_forget_factors(by=by, person=person), by=by, why=why)


def _open_person(by: User, what: What, person_id: int) -> User:
    trail.check_may(by, what)
    return lock_person(person_id)


def check_may_sanction(by: User, person: User) -> None:
    """Nobody acts on themselves or who plays with them; on those with a role, who may change it."""
    _check_impartial(by, person)
    if person.is_superuser and not by.is_superuser:
        raise ServiceError("not-allowed", 403)
    if person.is_staff:
        trail.check_may(by, What.ROLE)


def _check_impartial(by: User, person: User) -> None:
    if person.pk == by.pk:
        raise ServiceError("that-is-you", 403)
    trail.check_apart(by, person)


def check_future(until: datetime) -> None:
    """Neither over already nor for good."""
    now = timezone.now()
    if until <= now:
        raise ServiceError("in-the-past", 422)
    if until > now + LONGEST_SANCTION:
        raise ServiceError("too-far-ahead", 422)


def _sanction_plan(what: What, person: User, **imposed: object) -> SanctionPlan:
    return SanctionPlan(
        what=what,
        person=person,
        told=(person,),
        before=sanctions_of(person),
        after=sanctions_of(person, **imposed),
        imposed=imposed,
    )


def sanctions_of(person: User, **imposed: object) -> dict[str, object]:
    """As the trail keeps it, with what is being imposed."""
    moments = {name: imposed.get(name, getattr(person, name)) for name in MOMENTS}
    return {
        name: moment.isoformat() if isinstance(moment, datetime) else None
        for name, moment in moments.items()
    }
