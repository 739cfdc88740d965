"""How a game counts for those who sat there: kept with each seat, and summed up for each person.

Lists and figures of somebody's games are read from here, so that nobody's games are counted on a
look. Whatever ends a game, or undoes its end, calls `keep` under the game's lock.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection, transaction

from games.machinery.transactions import one_transaction
from games.models import Game, Player, Tally

Company = Player.Company
COUNTED = (Company.PEOPLE, Company.COMPUTER, Company.ALONE)
KEPT = ("over_at", "company", "public")

# Added up in the database: another game of the same person may end at the same instant.
_ADD = """
INSERT INTO games_tally AS kept (user_id, company, played, won, most) VALUES (%s, %s, 1, %s, %s)
ON CONFLICT (user_id, company) DO UPDATE SET played = kept.played + 1,
won = kept.won + excluded.won, most = greatest(kept.most, excluded.most)
"""
_SUM = """
INSERT INTO games_tally (user_id, company, played, won, most)
SELECT user_id, company, count(*), count(*) FILTER (WHERE place = 1), max(score)
FROM games_player WHERE company IN ('people', 'computer', 'alone') AND user_id IS NOT NULL {some}
GROUP BY user_id, company
"""
# As `keep` and `begin_turn` say it, for all that an older version of the site left out.
_SEATS = """
UPDATE games_player AS player SET over_at = game.finished_at,
public = game.status = 'finished' AND game.public, company = CASE
WHEN game.status = 'cancelled' THEN ''
WHEN game.seats = 1 THEN CASE WHEN player.left THEN 'uncounted' ELSE 'alone' END
WHEN EXISTS (SELECT FROM games_player AS other WHERE other.game_id = game.id
AND other.seat <> player.seat AND (other.user_id IS NOT NULL OR other.bot = '')) THEN 'people'
ELSE 'computer' END
FROM games_game AS game WHERE game.id = player.game_id AND player.over_at IS NULL
AND game.status IN ('finished', 'cancelled')
"""
_TURNS = """
UPDATE games_game AS game SET waits_for_id = CASE WHEN player.bot = '' THEN player.user_id END
FROM games_player AS player
WHERE player.game_id = game.id AND player.seat = game.to_act AND game.status = 'active'
AND game.waits_for_id IS DISTINCT FROM CASE WHEN player.bot = '' THEN player.user_id END
"""


@one_transaction
def mend() -> None:
    """All that is kept, made right from the games and seats themselves."""
    with connection.cursor() as cursor:
        cursor.execute(_SEATS)
        cursor.execute(_TURNS)
    recount(people=None)


def keep(game: Game, players: Sequence[Player]) -> None:
    """Each seat as the game is now, and the tallies of its people. Their places are stored."""
    counted = [player for player in players if player.company in COUNTED]
    for player in players:
        player.over_at = game.finished_at if game.is_finished or game.is_cancelled else None
        player.company = _company(game, player, players) if game.is_finished else ""
        player.public = game.is_finished and game.public
    Player.objects.bulk_update(players, KEPT)
    if counted:
        # An end that is undone, or another result: rare, so these are summed up anew.
        recount(people=sorted({player.user_id for player in players if player.user_id}))
    else:
        _add(players)


def _company(game: Game, player: Player, players: Sequence[Player]) -> Company:
    """With people is where somebody else sat, though the computer took over or they are gone."""
    if game.seats == 1:
        return Company.UNCOUNTED if player.left else Company.ALONE
    others = (other for other in players if other.seat != player.seat)
    with_people = any(other.user_id or not other.bot for other in others)
    return Company.PEOPLE if with_people else Company.COMPUTER


def _add(players: Sequence[Player]) -> None:
    """In the order of people, as all locks are. One query for each."""
    new = [player for player in players if player.company in COUNTED and player.user_id]
    with connection.cursor() as cursor:
        for player in sorted(new, key=lambda player: player.user_id or 0):
            won = int(player.place == 1)
            cursor.execute(_ADD, [player.user_id, player.company, won, player.score])


@transaction.atomic
def recount(*, people: Sequence[int] | None) -> None:
    """The tallies of these people, or of all, from their seats. Three queries.

    Whoever ends a game meanwhile waits, and is counted after it.
    """
    with connection.cursor() as cursor:
        cursor.execute("LOCK TABLE games_tally IN SHARE ROW EXCLUSIVE MODE")
    kept = Tally.objects.all() if people is None else Tally.objects.filter(user__in=people)
    kept.delete()
    some = "" if people is None else "AND user_id = ANY(%s)"
    with connection.cursor() as cursor:
        cursor.execute(_SUM.format(some=some), [] if people is None else [list(people)])
