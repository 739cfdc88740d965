"""Reading for pages. Each function says how many queries it takes, whatever the data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, F, Max, OuterRef, Prefetch, Q, QuerySet, Window
from django.db.models.functions import RowNumber
from django.http import Http404

from accounts.models import Block, User
from games.models import Game, Invitation, Message, Move, Notification, Player, SitePause
from games.presenters import PRESENTERS, in_turns
from games.records import WITHDRAW, Record, Turn, advance
from games.rules.chance import Chance

MOST_LISTED = 50
MOST_FINISHED = 12
MOST_OF_ONE = 3
MOST_MESSAGES = 200

_players = Prefetch("players", Player.objects.select_related("user"))


def game_with_players(code: str) -> Game:
    """One game and who sits at it. Two queries."""
    game = Game.objects.prefetch_related(_players).filter(code=code).first()
    if game is None:
        raise Http404
    return game


def id_of(code: str) -> int:
    """One query."""
    found = Game.objects.values_list("pk", flat=True).filter(code=code).first()
    if found is None:
        raise Http404
    return found


def seat_of(game: Game, user: Any) -> Player | None:
    """The seat that this person has at the table, from what is loaded already."""
    if not user.is_authenticated:
        return None
    return next((player for player in game.players.all() if player.user_id == user.pk), None)


def hand_seat(game: Game, player: Player | None) -> int | None:
    """The seat whose hand this person may see: not any more once somebody else plays from it."""
    if player is None or (player.left and not game.is_revealed):
        return None
    return player.seat


def may_watch(game: Game, user: Any, token: str = "") -> bool:
    """Public games are for everybody; others for who sits there or was invited. One query."""
    if game.public or seat_of(game, user) or (token and token == game.invite_token):
        return True
    if not user.is_authenticated:
        return False
    invitation = invitation_to(game, user, token)
    said_no = (Invitation.Answer.DECLINED, Invitation.Answer.LAPSED)
    return invitation is not None and invitation.answer not in said_no


def invitation_to(game: Game, user: User, token: str = "") -> Invitation | None:
    """By name, by mail address, or by the token that a mail brought. One query."""
    theirs = Q(user=user) | Q(email__iexact=user.email) | Q(token=token)
    return game.invitations.filter(theirs).order_by(F("user").asc(nulls_last=True)).first()


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything on a player's home page."""

    yours: list[Game]
    theirs: list[Game]
    open_tables: list[Game]
    finished: list[Game]
    invitations: list[Invitation]


def desk(user: User) -> Desk:
    """A player's games, those that wait for them first, by time left. Five queries."""
    mine = Player.objects.filter(user=user).select_related("game")
    mine = mine.prefetch_related(Prefetch("game__players", Player.objects.select_related("user")))
    going = mine.filter(left=False, game__status__in=[Game.Status.ACTIVE, Game.Status.OPEN])
    seats = list(going.order_by("game__deadline", "-game__created_at")[:MOST_LISTED])
    finished = mine.filter(game__status=Game.Status.FINISHED).order_by("-game__finished_at")
    active = [seat for seat in seats if seat.game.is_active]
    return Desk(
        yours=[seat.game for seat in active if seat.seat == seat.game.to_act],
        theirs=[seat.game for seat in active if seat.seat != seat.game.to_act],
        open_tables=[seat.game for seat in seats if seat.game.is_open],
        finished=[seat.game for seat in finished[:MOST_FINISHED]],
        invitations=list(invitations(user)),
    )


def invitations(user: User) -> QuerySet[Invitation]:
    """Those not answered yet, to tables that still wait. One query."""
    return (
        Invitation.objects.filter(
            Q(user=user) | Q(email__iexact=user.email),
            answer=Invitation.Answer.WAITING,
            game__status=Game.Status.OPEN,
        )
        .exclude(game__players__user=user)
        .exclude(invited_by__in=Block.objects.filter(blocker=user).values("blocked"))
        .select_related("game", "invited_by")
        .order_by("-created_at")[:MOST_LISTED]
    )


def waiting_for(user: User) -> QuerySet[Game]:
    """The games in which it is this person's turn, most urgent first. One query."""
    return Game.objects.filter(
        status=Game.Status.ACTIVE,
        players__user=user,
        players__left=False,
        to_act=F("players__seat"),
    ).order_by("deadline")


def site_is_paused() -> bool:
    """One query."""
    return SitePause.objects.exists()


def open_tables(user: Any) -> list[Game]:
    """Public tables with a free seat, without those of people who are blocked. Two queries."""
    tables = (
        Game.objects.filter(status=Game.Status.OPEN, public=True)
        .annotate(taken=Count("players"))
        .filter(taken__lt=F("seats"))
    )
    if user.is_authenticated:
        blocked = Block.objects.filter(blocker=user).values("blocked")
        blocking = Block.objects.filter(blocked=user).values("blocker")
        tables = tables.exclude(
            pk__in=Player.objects.filter(Q(user__in=blocked) | Q(user__in=blocking)).values("game")
        )
    listed = _few_of_each(tables, "-created_at")
    return list(listed.prefetch_related(_players).order_by("-created_at")[:MOST_LISTED])


def _few_of_each(games: QuerySet[Game], order: str) -> QuerySet[Game]:
    """Nobody fills a list with their own: of each opener the first few."""
    place = Window(RowNumber(), partition_by="opened_by", order_by=order)
    return games.annotate(place=place).filter(place__lte=MOST_OF_ONE)


def games_to_watch() -> list[Game]:
    """Public games in progress, the liveliest first. Two queries."""
    going = Game.objects.filter(status=Game.Status.ACTIVE, public=True)
    listed = _few_of_each(going, "-moved_at")
    return list(listed.prefetch_related(_players).order_by("-moved_at")[:MOST_FINISHED])


def talk(game: Game, user: Any) -> list[Message]:
    """What was said last, without people whom the reader has blocked. One query."""
    messages = Message.objects.filter(game=game).select_related("author").order_by("-pk")
    if user.is_authenticated:
        messages = messages.exclude(author__in=Block.objects.filter(blocker=user).values("blocked"))
    return list(messages[:MOST_MESSAGES])[::-1]


def message_in(game: Game, number: str, user: User) -> Message | None:
    """Something said at this table that this person can read. One query."""
    if not number.isdecimal() or len(number) > 15:
        return None
    return next((m for m in talk(game, user) if m.pk == int(number) and not m.hidden), None)


def withdrawn_seats(game: Game) -> set[int]:
    """The seats that left, as the rules know it; a bot that took over has not. One query."""
    left = game.moves.filter(action={"kind": WITHDRAW})
    return set(left.values_list("seat", flat=True))


def moves_of(game: Game) -> list[Move]:
    """One query."""
    return list(game.moves.all())


def position(game: Game, moves: Sequence[Move], ply: int) -> Any:
    """The state after this many actions, replayed from the seed. No query."""
    engine, chance = game.engine, Chance(bytes(game.seed or b""))
    state = engine.start(len(game.players.all()), game.options, chance)
    for move in moves[:ply]:
        state = advance(engine, state, move.seat, move.action, chance).state
    return state


def record_of(game: Game, moves: Sequence[Move], names: Sequence[str]) -> Record:
    """A finished game as a record. No query."""
    return Record(
        engine=game.engine,
        players=tuple(names),
        options=game.options,
        seed=bytes(game.seed or b""),
        turns=tuple(Turn(move.seat, move.action, move.points) for move in moves),
        scores=tuple(player.score for player in game.players.all()),
        # Where moderators ended it, the game as played goes on.
        finished=game.engine.outcome(game.engine.load(game.state or {})) is not None,
    )


@dataclass(frozen=True, slots=True)
class Results:
    """What a profile says of somebody's games."""

    finished: int
    won: int


def results(user: User) -> Results:
    """Over all finished games with other people. One query."""
    seats = _finished_seats(user).filter(_with_people)
    return Results(**seats.aggregate(finished=Count("pk"), won=Count("pk", filter=Q(place=1))))


# Somebody else sat there, though perhaps the computer took over, or they have gone since.
_with_people = Exists(
    Player.objects.filter(game=OuterRef("game"))
    .exclude(seat=OuterRef("seat"))
    .filter(Q(user__isnull=False) | Q(bot=""))
)


def _finished_seats(user: User) -> QuerySet[Player]:
    return Player.objects.filter(user=user, game__status=Game.Status.FINISHED, game__seats__gt=1)


@dataclass(frozen=True, slots=True)
class Tally:
    """How somebody did where no other person sat: all in all, and the latest."""

    played: int
    won: int
    most: int
    latest: list[Player]


def results_alone(user: User) -> Tally:
    """Games for one that were played to their end. Two queries."""
    return _tally(
        Player.objects.filter(
            user=user, left=False, game__status=Game.Status.FINISHED, game__seats=1
        )
    )


def results_against_computers(user: User) -> Tally:
    """Games in which the computer had all other seats. Two queries."""
    return _tally(_finished_seats(user).exclude(_with_people))


def _tally(seats: QuerySet[Player]) -> Tally:
    figures = seats.aggregate(
        played=Count("pk"), won=Count("pk", filter=Q(place=1)), most=Max("score")
    )
    latest = seats.select_related("game").order_by("-game__finished_at")[:MOST_FINISHED]
    return Tally(figures["played"], figures["won"], figures["most"] or 0, list(latest))


def public_games_of(user: User, status: str) -> list[Game]:
    """What somebody plays, or has played, for all to see; the latest first. Two queries."""
    games = Game.objects.filter(players__user=user, status=status, public=True)
    return list(games.prefetch_related(_players).order_by("-moved_at")[:MOST_FINISHED])


def last_turns(game: Game, moves: Sequence[Move], player: Player | None) -> list[Move]:
    """What a player has not seen: all since their own last move. For others, the last turn."""
    if not moves:
        return []
    if player is not None:
        own = [number for number, move in enumerate(moves) if move.seat == player.seat]
        unseen = list(moves[own[-1] + 1 if own else 0 :])
        if unseen:
            return unseen
    return in_turns(PRESENTERS[game.engine_slug], moves)[-1]


def unread(messages: Sequence[Message], player: Player | None) -> int:
    """How many of these a player has not read yet, but for their own. No query."""
    if player is None:
        return 0
    return sum(m.pk > player.talk_read and m.author_id != player.user_id for m in messages)


def open_rematch(game: Game) -> Game | None:
    """The rematch that waits for its players. Two queries, if there is one."""
    waiting = game.game_set.filter(status=Game.Status.OPEN).select_related("opened_by")
    return waiting.prefetch_related(_players).first()


@dataclass(frozen=True, slots=True)
class Plot:
    """The scores turn by turn, for drawing: a line for each seat."""

    width: int
    height: int
    lines: list[list[tuple[int, int]]]


def score_plot(game: Game, moves: Sequence[Move]) -> Plot:
    """No query."""
    lines = [[(0, 0)] for _ in game.players.all()]
    scores = [0] * len(lines)
    for ply, move in enumerate(moves, start=1):
        scores[move.seat] += move.points
        for line, score in zip(lines, scores, strict=True):
            line.append((ply, score))
    # What only the end brought, such as a bonus to several, no move has made.
    final = [player.score for player in game.players.all()]
    for line, score in zip(lines, final, strict=True):
        line[-1] = (len(moves), score)
    return Plot(width=max(len(moves), 1), height=max([*final, *scores, 1]), lines=lines)


def sent_to(user: User) -> list[Notification]:
    """What was sent to this person, or will be, newest first. One query."""
    told = Notification.objects.filter(user=user).exclude(state=Notification.State.DROPPED)
    told = told.select_related("game").order_by("-pk")
    return list(told[:MOST_LISTED])


def person_by_calendar(token: str) -> User:
    """One query."""
    person = User.objects.filter(calendar_token=token, is_active=True).first()
    if person is None:
        raise Http404
    return person


def turns_of(user: User) -> list[Game]:
    """The games that wait for this person, with a deadline. Two queries."""
    return list(waiting_for(user).filter(deadline__isnull=False).prefetch_related(_players))
