"""Every act begins by checking who may do it, and ends in the trail."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from accounts.models import User
from games import live
from games.models import Act, Game, Notification, Report
from games.models.moderation import LONGEST_REASON
from games.roles import permission_for
from games.selectors import seat_of
from games.services import post
from games.services.errors import ServiceError
from games.services.moves import lock_with_players

What = Act.What
Values = Mapping[str, Any]


def check_may(by: User, what: What) -> None:
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
    """The game, locked, for somebody who may do this and does not play there themselves."""
    check_may(by, what)
    game = lock_with_players(game_id)
    if seat_of(game, by) is not None:
        raise ServiceError("plays-there", 403)
    return game


def write(
    *,
    by: User,
    what: What,
    why: str,
    game: Game | None = None,
    person: User | None = None,
    report: Report | None = None,
    before: Values | None = None,
    after: Values | None = None,
) -> Act:
    """Into the trail. Nothing takes it out again."""
    return Act.objects.create(
        by=by,
        by_name=by.username,
        what=what,
        why=check_reason(why),
        game=game,
        person=person,
        report=report,
        before=dict(before or {}),
        after=dict(after or {}),
    )


def tell(act: Act, people: Iterable[User | None]) -> None:
    """By mail, to each once; and what happened on a game's page changes there by itself."""
    concerned = {person.pk: person for person in people if person is not None}
    post.write(
        post.tell(
            user=person,
            kind=Notification.Kind.NOTICE,
            game=act.game,
            ply=act.pk,
            data={"act": act.pk},
        )
        for person in concerned.values()
    )
    if act.game is not None:
        live.tell(code=act.game.code, users=list(concerned))


def table(game: Game) -> list[User]:
    """Who sits there still."""
    return [player.user for player in game.players.all() if player.user and not player.left]
