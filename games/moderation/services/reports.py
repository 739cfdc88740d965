"""Reports: from the click of a player to the answer they get."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from accounts.models import User
from games.machinery.errors import ServiceError, not_found
from games.machinery.guests import refuse_guests
from games.machinery.transactions import one_transaction
from games.models import Act, Game, Message, Report
from games.models.moderation import LONGEST_REASON
from games.moderation import selectors
from games.moderation.services import trail
from games.moderation.services.plans import Change, Plan, carry_out, each_once

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
    refuse_guests(reporter)
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


def plan_assign(*, by: User, report: Report, to: User | None) -> Plan:
    """Somebody looks after it; `None` puts it back for all."""
    _check_open(report)
    _check_not_concerned(report, by)
    if to is not None:
        trail.check_may(to, What.ASSIGN)
        _check_not_concerned(report, to)
    before = report.assigned_to
    return Plan(
        what=What.ASSIGN,
        report=report,
        before={"assigned_to": before.username if before else None},
        after={"assigned_to": to.username if to else None},
        changes=(Change(report, {"assigned_to": to}),),
    )


@one_transaction
def assign(*, by: User, report_id: int, why: str, to: User | None) -> Act:
    """Give a report to somebody."""
    trail.check_may(by, What.ASSIGN)
    found = _lock(report_id)
    return carry_out(plan_assign(by=by, report=found, to=to), by=by, why=why)


def plan_answer(*, by: User, report: Report, upheld: bool, answer: str) -> Plan:
    """It is closed. Who reported it reads the answer in a mail and among their reports."""
    _check_open(report)
    _check_not_concerned(report, by)
    answer = trail.check_reason(answer)
    status = Report.Status.UPHELD if upheld else Report.Status.DISMISSED
    closed = {
        "status": status,
        "answer": answer,
        "closed_at": timezone.now(),
        "assigned_to": report.assigned_to or by,
    }
    return Plan(
        what=What.ANSWER,
        game=report.game,
        person=report.person,
        report=report,
        told=each_once(report.reporter),
        before={"status": Report.Status.OPEN},
        after={"status": status, "answer": answer},
        changes=(Change(report, closed),),
    )


@one_transaction
def answer(*, by: User, report_id: int, why: str, upheld: bool, answer: str) -> Act:
    """Close a report."""
    trail.check_may(by, What.ANSWER)
    found = _lock(report_id)
    plan = plan_answer(by=by, report=found, upheld=upheld, answer=answer)
    return carry_out(plan, by=by, why=why)


def _lock(report_id: int) -> Report:
    found = (
        Report.objects.select_for_update(no_key=True, of=("self",))
        .select_related("game", "person", "reporter", "assigned_to")
        .filter(pk=report_id)
        .first()
    )
    if found is None:
        raise not_found()
    return found


def _check_open(report: Report) -> None:
    if not report.is_open:
        raise ServiceError("closed-already", 409)


def _check_not_concerned(found: Report, moderator: User) -> None:
    """Nobody judges what they reported, what is said of them, or whom they play with."""
    if moderator.pk in (found.reporter_id, found.person_id):
        raise ServiceError("concerns-you", 403)
    if found.game is not None and selectors.has_played(found.game, moderator):
        raise ServiceError("concerns-you", 403)
    trail.check_apart(moderator, found.reporter, found.person)
