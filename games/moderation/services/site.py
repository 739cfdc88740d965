"""The whole site: all its clocks stand still, and go on."""

from __future__ import annotations

from dataclasses import dataclass

from accounts.models import User
from games.machinery.errors import ServiceError
from games.machinery.transactions import one_transaction
from games.models import Act, SitePause
from games.moderation.services import trail
from games.moderation.services.plans import Plan, carry_out
from games.now import database_now
from games.play.services import expiry

What = Act.What


@dataclass(frozen=True, kw_only=True)
class PauseSitePlan(Plan):
    """Of two who do it at once, one is too late."""

    def apply(self, *, by: User, why: str) -> None:
        if not expiry.pause_all():
            raise ServiceError("paused-already", 409)


def plan_pause_site(*, by: User) -> PauseSitePlan:
    """Nobody's time runs until the site goes on."""
    if SitePause.objects.exists():
        raise ServiceError("paused-already", 409)
    return PauseSitePlan(what=What.PAUSE_SITE)


@one_transaction
def pause_site(*, by: User, why: str) -> Act:
    """Stop all clocks."""
    trail.check_may(by, What.PAUSE_SITE)
    return carry_out(plan_pause_site(by=by), by=by, why=why)


@dataclass(frozen=True, kw_only=True)
class ResumeSitePlan(Plan):
    """Every clock is put right by as long as it stood."""

    def apply(self, *, by: User, why: str) -> None:
        if expiry.resume_all() is None:
            raise ServiceError("not-paused", 409)


def plan_resume_site(*, by: User) -> ResumeSitePlan:
    """All clocks run again."""
    paused = SitePause.objects.first()
    if paused is None:
        raise ServiceError("not-paused", 409)
    seconds = int((database_now() - paused.began_at).total_seconds())
    return ResumeSitePlan(what=What.RESUME_SITE, after={"seconds": seconds})


@one_transaction
def resume_site(*, by: User, why: str) -> Act:
    """Start all clocks again."""
    trail.check_may(by, What.RESUME_SITE)
    list(SitePause.objects.select_for_update(no_key=True))
    return carry_out(plan_resume_site(by=by), by=by, why=why)
