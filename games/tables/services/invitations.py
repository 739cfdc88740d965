"""Asking somebody to a table: a person here, or a mail address that is not here yet."""

from __future__ import annotations

from datetime import timedelta

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.db.models import Count, Q
from django.utils import timezone

from accounts.addresses import deliverable
from accounts.models import User
from accounts.selectors import is_block_between
from games.machinery.errors import ServiceError, not_found
from games.machinery.guests import refuse_guests
from games.machinery.locks import lock_people, lock_words
from games.machinery.transactions import one_transaction
from games.models import Game, Invitation, Player
from games.models.tables import MAILBOX
from games.play import live
from games.play.services.locking import lock_game, player_of
from games.post.services import telling, unsubscribing
from games.tables.limits import DAY

Answer = Invitation.Answer

# All that were made at a table, and by one person in a day; and of these, to mail addresses.
MOST_AT_A_TABLE = 20
MOST_A_DAY, MOST_ADDRESSES_A_DAY = 50, 20
# For who came today, or has not made a move yet.
MOST_WHEN_NEW, MOST_ADDRESSES_WHEN_NEW = 20, 5
# Mails to one person: from one host, and from all; to an address that is not here, from all.
MOST_FROM_ONE, MOST_TO_ONE = 3, 10
MOST_TO_A_STRANGER, LONG = 3, timedelta(days=30)


@one_transaction
def invite(*, game_id: int, user: User, who: str) -> Invitation:
    """By name, or by mail address. Whether an address is known here is never told."""
    game = lock_game(game_id)
    player_of(game, user)
    refuse_guests(user)
    if not game.is_open:
        raise ServiceError("not-open", 409)
    who = who.strip()
    if "@" in who:
        return _invite_address(game, user, who.lower())
    members = User.objects.filter(is_active=True, is_guest=False)
    asked = members.filter(username__iexact=who.replace("\x00", "")).first()
    if asked is None:
        raise ServiceError("nobody-by-that-name", 422)
    if game.players.filter(user=asked).exists():
        raise ServiceError("sits-here", 409)
    if is_block_between(user, [asked.pk]):
        raise ServiceError("blocked", 403)
    lock_people(user, asked)
    invitation = game.invitations.filter(user=asked).first()
    if invitation is None:
        check_how_many(game, user)
        invitation = Invitation.objects.create(game=game, user=asked, invited_by=user)
        ask(invitation=invitation, reader=asked)
    if invitation.answer == Answer.DECLINED:
        raise ServiceError("declined", 409)
    live.notify_pages(code=game.code, users=[asked.pk])
    return invitation


def _invite_address(game: Game, user: User, address: str) -> Invitation:
    """Who has this address finds the invitation. All addresses get the same answer."""
    if user.is_muted:
        raise ServiceError("muted-by-mail", 403)
    try:
        deliverable(address)
    except ValidationError as error:
        raise ServiceError("bad-address", 422) from error
    owner = _owner(address)
    lock_people(user, *([owner] if owner else []))
    lock_words(unsubscribing.digest(address))
    invitation = game.invitations.filter(email__iexact=address, user=None).first()
    if invitation is None:
        check_how_many(game, user, addresses=1)
        invitation = Invitation.objects.create(game=game, email=address, invited_by=user)
        ask(invitation=invitation, reader=owner)
    live.notify_pages(code=game.code, users=[owner.pk] if owner else [])
    return invitation


def _owner(address: str) -> User | None:
    """Whose address this is known to be."""
    known = EmailAddress.objects.filter(email__iexact=address, verified=True)
    found: EmailAddress | None = known.select_related("user").first()
    return found.user if found else None


def check_how_many(game: Game, user: User, *, more: int = 1, addresses: int = 0) -> None:
    """Nobody may use us to write to the whole world. What was made counts, whatever came of it.

    The person's row is locked.
    """
    if game.invitations.count() + more > MOST_AT_A_TABLE:
        raise ServiceError("table-invitations", 429)
    made = Invitation.objects.filter(invited_by=user, created_at__gt=timezone.now() - DAY)
    today = made.aggregate(all=Count("pk"), addresses=Count("pk", filter=Q(user=None)))
    new = _is_new(user)
    most = MOST_WHEN_NEW if new else MOST_A_DAY
    most_addresses = MOST_ADDRESSES_WHEN_NEW if new else MOST_ADDRESSES_A_DAY
    if today["all"] + more > most or today["addresses"] + addresses > most_addresses:
        raise ServiceError("too-many-invitations", 429)


def _is_new(user: User) -> bool:
    if user.date_joined > timezone.now() - DAY:
        return True
    return not Player.objects.filter(user=user, has_moved=True).exists()


def ask(*, invitation: Invitation, reader: User | None) -> None:
    """Write the mail, if whoever gets it wants to hear of it and has not heard too much.

    Who invites is told nothing of that. `reader` is none where nobody here has the address.
    """
    if not _may_write(invitation, reader):
        return
    letter = telling.about_invitation(invitation, reader)
    if letter is not None:
        telling.write([letter])
        invitation.mailed = True
        invitation.save(update_fields=["mailed"])


def _may_write(invitation: Invitation, reader: User | None) -> bool:
    now, game = timezone.now(), invitation.game
    mailed = Invitation.objects.filter(mailed=True)
    if reader is None:
        if unsubscribing.has_refused(invitation.email):
            return False
        lately = mailed.annotate(mailbox=MAILBOX).filter(created_at__gt=now - LONG)
        told = lately.filter(mailbox=unsubscribing.mailbox(invitation.email))
        return told.count() < MOST_TO_A_STRANGER
    seated = list(game.players.filter(user__isnull=False).values_list("user_id", flat=True))
    host = invitation.invited_by_id
    people = {pk for pk in (*seated, host) if pk is not None}
    if reader.pk in people or is_block_between(reader, people):
        return False
    theirs = EmailAddress.objects.filter(user=reader).values_list("email", flat=True)
    to_them = Q(user=reader)
    for address in {reader.email, *theirs}:
        to_them |= Q(email__iexact=address)
    today = mailed.filter(to_them, created_at__gt=now - DAY).aggregate(
        all=Count("pk"), host=Count("pk", filter=Q(invited_by=host))
    )
    return bool(today["all"] < MOST_TO_ONE and today["host"] < MOST_FROM_ONE)


@one_transaction
def decline(*, invitation_id: int, user: User) -> Invitation:
    """The person will not come; asked again, they have still declined."""
    invitation = (
        Invitation.objects.select_for_update(no_key=True, of=("self",))
        .select_related("game")
        .filter(Invitation.for_person(user), pk=invitation_id)
        .first()
    )
    if invitation is None:
        raise not_found()
    if invitation.answer == Answer.WAITING:
        invitation.answer = Answer.DECLINED
        invitation.save(update_fields=["answer"])
        live.notify_pages(code=invitation.game.code, users=[user.pk])
    return invitation
