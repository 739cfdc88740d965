"""Everything that changes a person's account. One function for each thing that can happen."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import timedelta

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.db import SessionStore
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import CharField, Value
from django.db.models.functions import Cast, Concat
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import names
from accounts.addresses import deliverable
from accounts.models import Block, User

VISIT = timedelta(minutes=5)
MOST_BLOCKED = 500
MOST_TRIES = 20
GUEST_NUMBERS = 1_000_000
SKELETON = ("pk", "username", "name_skeleton")
TEXT = CharField()


@transaction.atomic
def create_user(
    *, username: str, email: str, password: str, is_staff: bool = False, is_superuser: bool = False
) -> User:
    """Somebody new whose mail address is known to be theirs, so that they can log in at once."""
    deliverable(email)
    user = User.objects.create_user(
        username, email, password, is_staff=is_staff, is_superuser=is_superuser
    )
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def make_guest(*, language: str) -> User:
    """Somebody who plays before they say who they are. Until they do, nobody can log in as them."""
    for _try in range(MOST_TRIES):
        name = names.for_guest(secrets.randbelow(GUEST_NUMBERS))
        try:
            with transaction.atomic():
                return User.objects.create_guest(
                    name, language=language, last_seen_at=timezone.now()
                )
        except (ValidationError, IntegrityError) as error:
            refused = error
    raise refused


@transaction.atomic
def sign_up(
    *, name: str, email: str, password: str, time_zone: str, language: str, guest: User | None
) -> User:
    """Somebody new whose address is known to be theirs; a guest goes on in their own row.

    The password is as it is stored; without one they log in otherwise. Either way it is new, so
    that no session of the guest's serves any more.
    """
    deliverable(email)
    rows = User.objects.select_for_update().filter(is_guest=True)
    user = (guest and rows.filter(pk=guest.pk).first()) or User()
    user.username, user.email, user.is_guest = names.normalised(name), email.lower(), False
    user.password = password or make_password(None)
    user.time_zone, user.language = time_zone, language
    user.date_joined = timezone.now()
    # What a name looks like is worked out from it when all else is well.
    user.full_clean(exclude={"name_skeleton"})
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


@dataclass(frozen=True, slots=True)
class OddName:
    """A name from before the rules, and what is odd about it."""

    number: int
    name: str
    why: str


@transaction.atomic
def refresh_skeletons() -> list[OddName]:
    """What each name looks like by the list as it is now; and whose names are odd."""
    everybody = User.objects.select_for_update(no_key=True).order_by("pk")
    stored = {pk: (name, looks) for pk, name, looks in everybody.values_list(*SKELETON)}
    told_apart = names.told_apart((pk, name) for pk, (name, _looks) in stored.items())
    changed, odd = {}, []
    for pk, skeleton, twin in told_apart:
        name, looks = stored[pk]
        if skeleton != looks:
            changed[pk] = skeleton
        if twin is not None or not names.is_good(name):
            why = _why(name) if twin is None else f"looks like {twin or 'nothing'}"
            odd.append(OddName(pk, name, why))
    # Out of the way first, since what one had may now be another's.
    User.objects.filter(pk__in=changed).update(name_skeleton=Concat(Value("#"), Cast("pk", TEXT)))
    for pk, skeleton in changed.items():
        User.objects.filter(pk=pk).update(name_skeleton=skeleton)
    return odd


def _why(name: str) -> str:
    try:
        names.good_name(name)
    except ValidationError as error:
        return error.messages[0]
    return ""


def end_sessions(*, user: User, but: str | None = None) -> None:
    """Wherever this person is logged in, but for one session."""
    for session in UserSession.objects.filter(user=user).exclude(session_key=but):
        session.end()


def clear_expired_sessions() -> None:
    """Sessions that nobody can use any more go."""
    SessionStore.clear_expired()


def update_settings(*, user: User, **values: object) -> User:
    """What a person chose of language, time zone and looks."""
    for name, value in values.items():
        setattr(user, name, value)
    # What is not changed may be older than today's rules.
    names = {field.name for field in User._meta.get_fields()}  # noqa: SLF001
    user.full_clean(exclude=names - set(values))
    user.save(update_fields=list(values))
    return user


def impose(*, user: User, **values: object) -> None:
    """What moderators impose on somebody, or lift."""
    for name, value in values.items():
        setattr(user, name, value)
    user.save(update_fields=list(values))


def read_warning(*, user: User, warning: str) -> None:
    """The person has read this; what was added since, they have not."""
    User.objects.filter(pk=user.pk, warning=warning.replace("\r\n", "\n")).update(warning="")


@transaction.atomic
def block(*, blocker: User, blocked: User) -> None:
    """The two are not seated together any more, and the one does not hear the other."""
    if blocker.pk == blocked.pk:
        return
    User.objects.select_for_update(no_key=True).get(pk=blocker.pk)
    if Block.objects.filter(blocker=blocker).count() >= MOST_BLOCKED:
        raise ValidationError(_("You've blocked as many people as you can. Unblock someone first."))
    Block.objects.get_or_create(blocker=blocker, blocked=blocked)


def unblock(*, blocker: User, blocked: User) -> None:
    """As if they had never been blocked."""
    Block.objects.filter(blocker=blocker, blocked=blocked).delete()


def delete_user(*, user: User) -> None:
    """The person and all that is theirs alone. What they played with others stays, nameless."""
    user.delete()


def calendar_token(*, user: User) -> str:
    """The secret part of the calendar's address, made when it is first asked for."""
    return user.calendar_token or reset_calendar(user=user)


def reset_calendar(*, user: User) -> str:
    """A new address: who knows the old one sees nothing more."""
    user.calendar_token = secrets.token_urlsafe(24)
    user.save(update_fields=["calendar_token"])
    return user.calendar_token


def note_visit(*, user: User) -> None:
    """When somebody was last here, kept to a few minutes; exactly where it decides on a mail."""
    now = timezone.now()
    exactly = user.cadence == User.Cadence.UNTIL_BACK
    if exactly or user.last_seen_at is None or now - user.last_seen_at > VISIT:
        User.objects.filter(pk=user.pk).update(last_seen_at=now)
