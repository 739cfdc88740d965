"""What mails say: for each kind of notification its subject and its sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import names
from games.kinds import name_of
from games.lateness import Fate, fate
from games.models import Act, Game, Invitation, Message, Notification, Player
from games.post import moderators_notices as notices
from games.words import duration, end_words, isolated, player_name

Kind = Notification.Kind
MOST_MESSAGES = 10

# What will really happen when the time runs out.
IF_LATE: Mapping[Fate, Promise] = {
    Fate.SKIP: gettext_lazy("If you don't move by then, your turn will be skipped."),
    Fate.CANCEL: gettext_lazy(
        "If you don't make your first move by then, the game will be cancelled."
    ),
    Fate.BOT: gettext_lazy(
        "If you don't move by then, you'll be removed from the game and the computer will take "
        "your seat."
    ),
    Fate.WITHDRAW: gettext_lazy(
        "If you don't move by then, you'll be removed from the game and the "
        "others will carry on without you."
    ),
    Fate.END: gettext_lazy(
        "If you don't move by then, you'll be removed and the game will be over."
    ),
}
IF_LATE_AGAIN: Mapping[Fate, Promise] = {
    Fate.BOT: gettext_lazy("If you miss your next turn too, the computer will take your seat."),
    Fate.WITHDRAW: gettext_lazy("If you miss your next turn too, you'll be removed from the game."),
    Fate.END: gettext_lazy(
        "If you miss your next turn too, you'll be removed and the game will be over."
    ),
}


@dataclass(frozen=True, slots=True)
class Letter:
    """The words of a mail. `table` asks for the board and what happened, `hand` for the hand.

    `page` is where the button leads, if not to the game; without a button there is none. `code`
    is to be typed somewhere, `facts` are for those who wonder.
    """

    subject: str
    sentences: Sequence[str]
    button: str
    table: bool = True
    hand: bool = False
    page: str = ""
    said: Sequence[Message] = field(default_factory=tuple)
    code: str = ""
    facts: Sequence[tuple[str, str]] = ()


def letter_for(notification: Notification) -> Letter:
    """In the language that is active."""
    return WRITERS[Kind(notification.kind)](notification)


def game_name(game: Game) -> str:
    return name_of(game.engine_slug)


def _game(notification: Notification) -> Game:
    assert notification.game is not None
    return notification.game


def opponents(game: Game, user_id: int | None) -> str:
    """With whom; whoever plays alone plays with the game itself."""
    names = [isolated(player_name(p)) for p in game.players.all() if p.user_id != user_id or p.bot]
    return ", ".join(names) or settings.SITE_NAME


def _values(notification: Notification) -> dict[str, object]:
    game = _game(notification)
    values: dict[str, object] = {
        "game": game_name(game),
        "others": opponents(game, notification.user_id),
        "site": settings.SITE_NAME,
    }
    if game.deadline:
        values["left"] = duration(game.deadline - timezone.now())
        values["deadline"] = date_format(timezone.localtime(game.deadline), "DATETIME_FORMAT")
    return values


def _host(notification: Notification) -> str:
    """Who invites. A name from before the rules of names might be an advertisement."""
    invitation = Invitation.objects.filter(pk=notification.data.get("invitation"))
    host = invitation.values_list("invited_by__username", flat=True).first()
    return isolated(host) if host and names.is_good(host) else settings.SITE_NAME


def _invitation(notification: Notification) -> Letter:
    values = _values(notification) | {"host": _host(notification)}
    text = _(
        "%(host)s would like to play %(game)s with you on %(site)s: a move a "
        "day, or whenever you have a minute."
    )
    return Letter(
        _("%(host)s invites you to play %(game)s") % values,
        [text % values],
        _("Join"),
        table=False,
    )


def _started(notification: Notification) -> Letter:
    values = _values(notification)
    return Letter(
        _("Your game of %(game)s with %(others)s has started") % values,
        [_("Everyone's here and the game has started. We'll email you when it's your turn.")],
        _("View the game"),
        hand=True,
    )


def _time(values: dict[str, object]) -> list[str]:
    if "deadline" not in values:
        return []
    return [_("You have %(left)s, until %(deadline)s.") % values]


def _your_turn(notification: Notification) -> Letter:
    values = _values(notification)
    subject = _("Your turn: %(game)s with %(others)s") % values
    if _game(notification).ply == 0:
        sentences = [_("The game has started and you go first.")]
    else:
        sentences = [_("It's your turn.")]
    return Letter(subject, [*sentences, *_time(values)], _("Play"), hand=True)


def _reminder(notification: Notification) -> Letter:
    values = _values(notification)
    subject = _("Still your turn: %(game)s with %(others)s") % values
    return Letter(
        subject, [_("Your game is waiting for you."), *_time(values)], _("Play"), hand=True
    )


def _last_reminder(notification: Notification) -> Letter:
    values = _values(notification)
    subject = _("Running out of time: %(game)s with %(others)s") % values
    me = _me(notification)
    warning = [str(IF_LATE[fate(_game(notification), me)])] if me and "deadline" in values else []
    return Letter(subject, [*_time(values), *warning], _("Play"), hand=True)


def _me(notification: Notification) -> Player | None:
    players = _game(notification).players.all()
    return next((p for p in players if p.user_id == notification.user_id), None)


def _missed(notification: Notification) -> Letter:
    """The second sentence only where it is true still: who has moved since has a miss to spare."""
    values, game, me = _values(notification), _game(notification), _me(notification)
    sentences = [_("Your time ran out, so your turn was skipped. You're still in the game.")]
    if me is not None and fate(game, me) in IF_LATE_AGAIN:
        sentences.append(str(IF_LATE_AGAIN[fate(game, me)]))
    return Letter(
        _("You missed a turn: %(game)s with %(others)s") % values, sentences, _("View the game")
    )


def _removed(notification: Notification) -> Letter:
    values = _values(notification)
    return Letter(
        _("You've been removed from a game: %(game)s with %(others)s") % values,
        list(_why_removed(notification)),
        _("View the game"),
    )


def _why_removed(notification: Notification) -> Iterator[str]:
    game, me = _game(notification), _me(notification)
    if game.status == Game.Status.CANCELLED:
        yield _("You never made a first move, so the game was cancelled. It doesn't count.")
        return
    if me is not None and not me.has_moved:
        yield _("You didn't make your first move in time.")
    else:
        yield _("You ran out of time again.")
    if me is not None and me.bot:
        yield _("You're out of the game, and the computer has taken your seat.")
    elif game.is_finished and game.ply == notification.ply:
        yield _("You're out of the game, and with that it's over.")
    else:
        yield _("You're out of the game; the others carry on without you.")


def _over(notification: Notification) -> Letter:
    values, game = _values(notification), _game(notification)
    sentences = [end_words(game)]
    me = _me(notification)
    if me and me.place == 1:
        sentences.insert(0, _("You won. Congratulations!"))
    return Letter(
        _("The game is over: %(game)s with %(others)s") % values, sentences, _("See the result")
    )


def _message(notification: Notification) -> Letter:
    values, game = _values(notification), _game(notification)
    player = Player.objects.filter(game=game, user=notification.user_id).first()
    read = player.talk_read if player else 0
    said = Message.objects.filter(game=game, pk__gt=read, hidden=False)
    said = said.exclude(author=notification.user_id)
    return Letter(
        _("New message: %(game)s with %(others)s") % values,
        [],
        _("Reply"),
        table=False,
        said=list(said.select_related("author").order_by("-pk")[:MOST_MESSAGES])[::-1],
    )


def _notice(notification: Notification) -> Letter:
    """What a moderator wrote; without words, a table that was closed because nobody came."""
    act = Act.objects.filter(pk=notification.data.get("act")).first()
    if act is not None:
        return _of_an_act(notification, act)
    values = _values(notification)
    return Letter(
        _("Your table for %(game)s was closed") % values,
        [_("No one joined, so we closed it. Open a new one any time.")],
        _("Go to the site"),
        table=False,
    )


def _of_an_act(notification: Notification, act: Act) -> Letter:
    """Those at a table see the table; what is about a person or a report needs none."""
    sentence = notices.sentence_of(act)
    why = _("Reason: %(reason)s") % {"reason": notices.reason(act)}
    words = [sentence, *why.splitlines(), *notices.more(act)]
    if act.what in notices.ON_THE_PAGE and notification.game is not None:
        subject = _("A message from the moderators: %(game)s with %(others)s")
        return Letter(subject % _values(notification), words, _("View the game"))
    subject = f"{settings.SITE_NAME}: {sentence}"
    if act.what == Act.What.ANSWER:
        words = [
            sentence,
            *notices.reason(act).splitlines(),
            *notices.more(act),
        ]
        return Letter(subject, words, _("Your reports"), table=False, page=reverse("my-reports"))
    return Letter(subject, words, _("Go to the site"), table=False)


WRITERS: Mapping[Kind, Callable[[Notification], Letter]] = {
    Kind.INVITATION: _invitation,
    Kind.STARTED: _started,
    Kind.YOUR_TURN: _your_turn,
    Kind.REMINDER: _reminder,
    Kind.LAST_REMINDER: _last_reminder,
    Kind.MISSED: _missed,
    Kind.REMOVED: _removed,
    Kind.OVER: _over,
    Kind.MESSAGE: _message,
    Kind.NOTICE: _notice,
}
