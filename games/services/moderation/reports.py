"""Reports: from the click of a player to the answer they get."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from games import oversight
from games.models import Act, Game, Message, Report
from games.models.moderation import LONGEST_REASON
from games.services.errors import ServiceError, not_found
from games.services.moderation import trail
from games.services.moderation.concerned import concerned
from games.services.transactions import one_transaction

What = Act.What
MOST_A_DAY = 5


@one_transaction
def report(
    *,
    reporter: User,
    category: str,
    text: str = "",
    game: Game | None = None,
    message: Message | None = None,
    person: User | None = None,
) -> Report:
    """A player asks us to look at something. The same thing twice is one report."""
    # One person's reports come one after the other, so that the limit holds.
    User.objects.select_for_update(no_key=True).get(pk=reporter.pk)
    text = text.replace("\x00", "").strip()
    if category not in Report.Category.values or (game is None and person is None):
        raise ServiceError("bad-choice", 422)
    if len(text) > LONGEST_REASON:
        raise ServiceError("said-too-much", 422)
    if person is not None and person.pk == reporter.pk:
        raise ServiceError("that-is-you", 422)
    mine = Report.objects.filter(reporter=reporter)
    same = mine.filter(game=game, message=message, person=person, status=Report.Status.OPEN)
    if same.exists():
        raise ServiceError("reported-already", 409)
    today = timezone.now() - timedelta(days=1)
    if mine.filter(created_at__gt=today).count() >= MOST_A_DAY:
        raise ServiceError("too-many-reports", 429)
    return Report.objects.create(
        reporter=reporter, category=category, text=text, game=game, message=message, person=person
    )


@one_transaction
def assign(*, by: User, report_id: int, why: str, to: User | None) -> Act:
    """Somebody looks after it; `None` puts it back for all."""
    trail.check_may(by, What.ASSIGN)
    found = _open(report_id)
    _check_not_concerned(found, by)
    if to is not None:
        trail.check_may(to, What.ASSIGN)
        _check_not_concerned(found, to)
    before = {"assigned_to": found.assigned_to.username if found.assigned_to else None}
    found.assigned_to = to
    found.save(update_fields=["assigned_to"])
    return trail.write(
        by=by,
        what=What.ASSIGN,
        why=why,
        report=found,
        before=before,
        after={"assigned_to": to.username if to else None},
    )


@one_transaction
def answer(*, by: User, report_id: int, why: str, upheld: bool, answer: str) -> Act:
    """Close it. Who reported it reads the answer in a mail and among their reports."""
    trail.check_may(by, What.ANSWER)
    found = _open(report_id)
    _check_not_concerned(found, by)
    answer = trail.check_reason(answer)
    found.status = Report.Status.UPHELD if upheld else Report.Status.DISMISSED
    found.answer, found.closed_at = answer, timezone.now()
    found.assigned_to = found.assigned_to or by
    found.save(update_fields=["status", "answer", "closed_at", "assigned_to"])
    act = trail.write(
        by=by,
        what=What.ANSWER,
        why=why,
        game=found.game,
        person=found.person,
        report=found,
        before={"status": Report.Status.OPEN},
        after={"status": found.status, "answer": answer},
    )
    trail.tell(act, concerned(What.ANSWER, found))
    return act


def _open(report_id: int) -> Report:
    found = (
        Report.objects.select_for_update(no_key=True, of=("self",))
        .select_related("game", "person", "reporter", "assigned_to")
        .filter(pk=report_id)
        .first()
    )
    if found is None:
        raise not_found()
    if not found.is_open:
        raise ServiceError("closed-already", 409)
    return found


def _check_not_concerned(found: Report, moderator: User) -> None:
    """Nobody judges what they reported, what is said of them, or whom they play with."""
    if moderator.pk in (found.reporter_id, found.person_id):
        raise ServiceError("concerns-you", 403)
    if found.game is not None and oversight.has_played(found.game, moderator):
        raise ServiceError("concerns-you", 403)
    trail.check_apart(moderator, found.reporter, found.person)
