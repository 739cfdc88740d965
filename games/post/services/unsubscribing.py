"""Stopping a kind of mail, from the mail itself."""

from __future__ import annotations

from hashlib import sha256

from accounts.models import User
from games.machinery.transactions import one_transaction
from games.models import Invitation, Notification, RefusedAddress

Kind = Notification.Kind


def kind_name(kind: str) -> str:
    """What a kind of notification is called."""
    return str(Kind(kind).label)


@one_transaction
def unsubscribe(*, user_id: int | None, email: str, kind: str) -> None:
    """No more of this kind; somebody who is not here hears nothing more, whoever invites them."""
    kind = Kind.REMINDER if kind == Kind.LAST_REMINDER else kind
    if user_id is None:
        refuse(address=email)
        Invitation.objects.filter(
            email__iexact=email, user=None, answer=Invitation.Answer.WAITING
        ).update(answer=Invitation.Answer.DECLINED)
        return
    user = User.objects.select_for_update(no_key=True).filter(pk=user_id).first()
    if user is not None and kind not in user.mail_off:
        user.mail_off = [*user.mail_off, kind]
        user.save(update_fields=["mail_off"])


def refuse(*, address: str) -> None:
    """Nobody may invite this address any more. What is kept is a digest, not the address."""
    RefusedAddress.objects.get_or_create(digest=digest(address))


def refuse_for_good(*, user: User) -> None:
    """Who wanted no invitations while they were here wants none when they are gone."""
    if user.cadence == User.Cadence.NONE or Kind.INVITATION in user.mail_off:
        refuse(address=user.email)


def has_refused(address: str) -> bool:
    """Whether nobody may invite this address. One query."""
    return RefusedAddress.objects.filter(digest=digest(address)).exists()


def digest(address: str) -> str:
    """What is kept of an address that wants no mail."""
    return sha256(mailbox(address).encode(errors="replace")).hexdigest()


def mailbox(address: str) -> str:
    """The same for all ways to write one mailbox: `Dora+games@…` is `dora@…`."""
    name, _at, host = address.strip().lower().rpartition("@")
    return f"{name.split('+')[0]}@{host}"
