"""Stopping a kind of mail, from the mail itself."""

from __future__ import annotations

from accounts.models import User
from games.models import Invitation, Notification
from games.services.transactions import one_transaction

Kind = Notification.Kind


def kind_name(kind: str) -> str:
    return str(Kind(kind).label)


@one_transaction
def unsubscribe(*, user_id: int | None, email: str, kind: str) -> None:
    """No more of this kind; somebody who is not here yet gets no more invitations."""
    kind = Kind.REMINDER if kind == Kind.LAST_REMINDER else kind
    if user_id is None:
        Invitation.objects.filter(email__iexact=email, user=None).update(
            answer=Invitation.Answer.DECLINED
        )
        return
    user = User.objects.select_for_update(no_key=True).filter(pk=user_id).first()
    if user is not None and kind not in user.mail_off:
        user.mail_off = [*user.mail_off, kind]
        user.save(update_fields=["mail_off"])
