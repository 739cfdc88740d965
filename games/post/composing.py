"""Mails: from notifications to what goes over the wire."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import css_inline
from django.conf import settings
from django.core import signing
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import ngettext

from accounts.models import User
from games.engine.contract import PlayedAction
from games.kit.turns import in_turns
from games.models import Game, Invitation, Notification
from games.pages.addresses import full_address, own_game_address
from games.post.account_letters import account_letter
from games.post.letters import Letter, letter_for
from games.post.mime import Mail
from games.words import player_name

UNSUBSCRIBE = "unsubscribe"
MOST_TURNS, MOST_MOVES = 5, 60


@dataclass(frozen=True, slots=True)
class Part:
    """One notification with all that its part of a mail shows."""

    letter: Letter
    link: str
    context: dict[str, object]
    pictures: dict[str, bytes]


@dataclass(frozen=True, slots=True)
class Made:
    """A mail, if there is anything to tell, and what had to be left out of it, with its error."""

    mail: Mail | None
    left_out: list[tuple[Notification, Exception]]


def make(notifications: Sequence[Notification]) -> Made:
    """One mail for one notification, or for all that a daily mail collects.

    All are to one person. One that cannot be told, be it for a picture that cannot be drawn,
    keeps none of the others back.
    """
    parts: list[Part] = []
    told: list[Notification] = []
    left_out: list[tuple[Notification, Exception]] = []
    mail = None
    try:
        with (
            translation.override(_language(notifications[0])),
            timezone.override(_zone(notifications[0])),
        ):
            for number, item in enumerate(notifications):
                try:
                    parts.append(_part(item, number))
                    told.append(item)
                except Exception as error:
                    left_out.append((item, error))
            if told:
                mail = _compose(told[0], parts)
    except Exception as error:
        return Made(None, [(item, error) for item in notifications])
    return Made(mail, left_out)


def _language(notification: Notification) -> str:
    """The reader's; for somebody not here yet, that of who invites, or of the page they used."""
    reader: User | None = notification.user
    if reader is None and notification.game is not None:
        reader = notification.game.opened_by
    used = notification.data.get("language")
    return (reader and reader.language) or used or settings.LANGUAGE_CODE


def _zone(notification: Notification) -> ZoneInfo:
    return notification.user.zone if notification.user else ZoneInfo("UTC")


def _part(notification: Notification, number: int) -> Part:
    is_account = notification.kind == Notification.Kind.ACCOUNT
    letter = account_letter(notification) if is_account else letter_for(notification)
    game = notification.game
    context: dict[str, object] = {}
    pictures: dict[str, bytes] = {}
    if game is not None and game.state is not None and letter.table:
        most = min(MOST_MOVES, MOST_TURNS * game.kind.longest_turn)
        lately = game.moves.order_by("-ply")[:most]
        moves = [*lately.values_list("seat", "action", "points", named=True)][::-1]
        context, pictures = _table(game, moves, notification.user_id, letter, number)
    return Part(letter, _link(notification, letter), context, pictures)


def _table(
    game: Game, moves: Sequence[PlayedAction], user_id: int | None, letter: Letter, number: int
) -> tuple[dict[str, object], dict[str, bytes]]:
    """What the reader may see of the table, made from their own view."""
    players = list(game.players.all())
    names = {player.seat: player_name(player) for player in players}
    seat = next((p.seat for p in players if p.user_id == user_id and not p.left), None)
    view = game.engine.view(game.engine.load(game.state or {}), seat)
    presenter = game.kind.presenter
    turns = in_turns(presenter, moves)[: -MOST_TURNS - 1 : -1]
    board = presenter.png(view, [move.action for turn in turns[:1] for move in turn])
    pictures = {f"board{number}": board} if board else {}
    context: dict[str, object] = {
        "board": next(iter(pictures), ""),
        "players": players,
        "names": names,
        "moves": [
            {
                "name": names[turn[-1].seat],
                "points": sum(move.points for move in turn),
                "words": presenter.mail_entry(turn),
            }
            for turn in turns
        ],
    }
    if letter.hand and seat is not None and game.is_active:
        context["hand_words"] = presenter.hand_words(view)
        context["hand"] = f"hand{number}"
        # As on the page: in Hebrew the first piece is the rightmost.
        if translation.get_language_bidi():
            view = {**view, "hand": view["hand"][::-1]}
        pictures[f"hand{number}"] = presenter.hand_png(view)
    return context, pictures


def _link(notification: Notification, letter: Letter) -> str:
    if notification.kind == Notification.Kind.INVITATION:
        invitation = Invitation.objects.get(pk=notification.data["invitation"])
        return full_address("invited", invitation.token)
    if letter.page:
        return f"{settings.SITE_URL}{letter.page}"
    if notification.game is None or notification.game.status == Game.Status.CANCELLED:
        return full_address("home")
    return own_game_address(notification.game.code)


def _compose(first: Notification, parts: Sequence[Part]) -> Mail:
    subject = parts[0].letter.subject
    if len(parts) > 1:
        words = ngettext(
            "%(count)s update from your games", "%(count)s updates from your games", len(parts)
        )
        subject = words % {"count": len(parts)}
    unsubscribe = "" if first.kind in Notification.UNSTOPPABLE else unsubscribe_link(first)
    context = {
        "parts": parts,
        "subject": subject,
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "unsubscribe": unsubscribe,
        "reader": first.user,
    }
    mail = Mail(
        subject=" ".join(subject.split()),
        body=render_to_string("games/post/letter.txt", context),
        to=[first.email or (first.user.email if first.user else "")],
        headers=_headers(first, unsubscribe),
    )
    html = css_inline.inline(
        render_to_string("games/post/letter.html", context),
        keep_style_tags=True,
        load_remote_stylesheets=False,
    )
    mail.attach_alternative(html, "text/html")
    for part in parts:
        for name, png in part.pictures.items():
            mail.attach_picture(name, png)
    return mail


def _headers(first: Notification, unsubscribe: str) -> dict[str, str]:
    """The same Message-ID whenever this is sent, and a game is one thread."""
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    headers = {
        "Message-ID": f"<notification-{first.pk}@{host}>",
        "Auto-Submitted": "auto-generated",
    }
    if unsubscribe:
        headers |= {
            "List-Unsubscribe": f"<{unsubscribe}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
    if first.game is not None:
        thread = f"<game-{first.game.code}@{host}>"
        headers |= {"References": thread, "In-Reply-To": thread}
    return headers


def unsubscribe_link(notification: Notification) -> str:
    who = {"user": notification.user_id, "email": notification.email, "kind": notification.kind}
    return full_address("unsubscribe", signing.dumps(who, salt=UNSUBSCRIBE))
