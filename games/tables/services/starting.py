"""From a table to a game: when it can start, and starting it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.db.models import Exists, OuterRef

from games.engine.chance import Chance
from games.machinery.errors import ServiceError
from games.models import Game, Invitation, Player
from games.now import database_now
from games.play import live
from games.play.services.announcing import announce
from games.play.services.deadlines import begin_turn
from games.post.services import telling
from games.tables import limits
from games.tables.options import SENIORITY, YOUNG, has_young

# In so many games of each kind a page gives tips.
FIRST_GAMES = 3


def start_if_full(game: Game) -> None:
    """The game begins when the last seat is taken; until then all see who sits there."""
    if game.players.count() == game.seats:
        start_now(game)
    else:
        show_table(game)


def may_start(game: Game, players: int) -> bool:
    """Enough to play; a table for several does not become a game for one."""
    return players in game.engine.seats and (players > 1 or game.seats == 1)


def start_now(game: Game) -> Game:
    """Close up the seats, seal the seed, deal."""
    players = list(game.players.select_related("user").annotate(is_old=_played_before(game)))
    if not may_start(game, len(players)):
        raise ServiceError("too-few-players", 409)
    people = [player.user for player in players if player.user]
    if len(people) == 1:
        limits.check_alone(people[0])
    for seat, player in enumerate(players):
        if player.seat != seat:
            player.seat = seat
            player.save(update_fields=["seat"])
    chance, now = Chance.fresh(), database_now()
    if game.engine.wants_seniority:
        game.options = {**game.options, SENIORITY: _seniority(players)}
    if has_young(game):
        young = [player.seat for player in players if player.young]
        game.options = {**game.options, YOUNG: young}
    state = game.engine.start(len(players), game.options, chance)
    game.seats = len(players)
    game.status = Game.Status.ACTIVE
    game.seed, game.state = chance.seed, game.engine.dump(state)
    game.to_act = game.engine.to_act(state)
    game.started_at = game.moved_at = now
    for player in players:
        player.bank_left = game.bank
        player.is_new_here = bool(player.user) and not player.is_old
    Player.objects.bulk_update(players, ["bank_left", "is_new_here"])
    begin_turn(game, next(p for p in players if p.seat == game.to_act), now)
    game.save()
    game.invitations.filter(answer=Invitation.Answer.WAITING).update(
        answer=Invitation.Answer.LAPSED
    )
    telling.write(telling.about_start(game, players))
    announce(game, players)
    _show_rematch(game)
    return game


def _played_before(game: Game) -> Exists:
    """Whether who sits there has begun their first games of this kind already. Only those are
    looked at, however many they have played."""
    first = Player.objects.filter(
        user=OuterRef("user"), is_new_here=True, game__engine_slug=game.engine_slug
    )
    return Exists(first[FIRST_GAMES - 1 :])


def _seniority(players: Sequence[Player]) -> list[int]:
    """Seats from the oldest player to the youngest; unknown ages follow, as they joined."""

    def age(player: Player) -> tuple[date, int]:
        born = player.user.birth_date if player.user else None
        return born or date.max, player.seat

    return [player.seat for player in sorted(players, key=age)]


def show_table(game: Game) -> None:
    """Open pages look again at who sits there."""
    users = game.players.filter(user__isnull=False).values_list("user_id", flat=True)
    live.notify_pages(code=game.code, users=[pk for pk in users if pk])
    _show_rematch(game)


def _show_rematch(game: Game) -> None:
    """Who still looks at the game before sees there that a new one waits, or does no longer."""
    if game.rematch_of:
        live.notify_pages(code=game.rematch_of.code)
