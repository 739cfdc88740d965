"""The same people once more."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import User
from games.machinery import locks
from games.machinery.errors import ServiceError, not_your_seat
from games.machinery.transactions import one_transaction
from games.models import Game, Invitation, Player
from games.play.services.locking import lock_game
from games.tables.options import SENIORITY, YOUNG
from games.tables.services import invitations
from games.tables.services.starting import may_start, start_if_full
from games.tables.services.tables import check_no_block, join, open_table


@one_transaction
def rematch(*, game_id: int, user: User) -> Game:
    """The same people once more, each a seat further on. The others are invited."""
    game = lock_game(game_id)
    players = list(game.players.select_related("user"))
    if all(player.user_id != user.pk for player in players):
        raise not_your_seat()
    if not game.can_be_played_anew:
        raise ServiceError("not-finished", 409)
    check_no_block(user, players)
    going = _rematch_for(game, user)
    if going is not None and going.is_open:
        return join(game_id=going.pk, user=user, young=_was_young(players, user))
    if going is not None:
        return going
    again = [player for player in players if player.user or player.bot]
    if not may_start(game, len(again)):
        raise ServiceError("too-few-players", 409)
    return _set_up_again(game, again, user)


def _was_young(players: Sequence[Player], user: User) -> bool:
    return any(player.young for player in players if player.user_id == user.pk)


def _rematch_for(game: Game, user: User) -> Game | None:
    """The rematch that somebody else has begun, if there is a seat in it for this person."""
    for going in game.game_set.exclude(status=Game.Status.CANCELLED).order_by("-pk"):
        sits = going.players.filter(user=user).exists()
        if sits or (going.is_open and going.invitations.filter(user=user).exists()):
            return going
    return None


def _set_up_again(game: Game, players: Sequence[Player], user: User) -> Game:
    others = [player for player in players if player.user and player.user != user]
    locks.lock_people(user, *(player.user for player in others if player.user))
    turned = [*players[1:], players[0]]
    seats = {player.pk: seat for seat, player in enumerate(turned)}
    mine = next(player for player in players if player.user_id == user.pk)
    bots = [player for player in players if player.bot and not player.user]
    # With nobody but bots, or alone, it starts at once.
    only_bots = len(bots) == len(players) - 1
    table = open_table(
        opener=user,
        engine_slug=game.engine_slug,
        seats=len(players),
        options=_agreed(game),
        turn_time=game.turn_time,
        bank=game.bank,
        weekends_off=game.weekends_off,
        leaver=game.leaver,
        public=False,
        bots=len(bots) if only_bots else 0,
        bot=bots[0].bot if bots else "",
        rematch_of=game,
        seat=seats[mine.pk],
        young=mine.young,
    )
    if only_bots:
        return table
    Player.objects.bulk_create(
        Player(game=table, seat=seats[player.pk], bot=player.bot) for player in bots
    )
    invitations.check_how_many(table, user, more=len(others))
    for player in others:
        invitation = Invitation.objects.create(
            game=table, user=player.user, invited_by=user, seat=seats[player.pk]
        )
        invitations.ask(invitation=invitation, reader=player.user)
    start_if_full(table)
    return table


def _agreed(game: Game) -> dict[str, object]:
    """The options without what was about who sat where."""
    options = {name: value for name, value in game.options.items() if name != SENIORITY}
    return options | ({YOUNG: []} if YOUNG in options else {})
