"""The long lists of a game's page, each written in one go: what was played, and what was said.

Whatever a person wrote or is called passes through `escape` here, and nothing else is marked safe.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.readers import Reader
from games.models import Game, Message
from games.play.history import PlayedTurn
from games.words import moment, player_name


def history_lines(game: Game, turns: Iterable[PlayedTurn]) -> SafeString:
    """Turn after turn, each leading to its position."""
    positions = escape(reverse("position", args=[game.code, 0]).removesuffix("0/"))
    names = {player.seat: escape(player_name(player)) for player in game.players.all()}
    lines = [
        f'<li><a href="{positions}{turn.ply:d}/"><span class="history-name cut-name">'
        f"<bdi>{names[turn.seat]}</bdi></span>{turn.drawing}</li>"
        for turn in turns
    ]
    return mark_safe("".join(lines))  # noqa: S308


def talk_lines(game: Game, talk: Iterable[Message], reader: Reader) -> SafeString:
    """What was said, the oldest first; what others said can be reported."""
    report = escape(reverse("report-game", args=[game.code]))
    report_words, deleted = escape(_("Report")), _("deleted player")
    hidden = f'<p class="quiet">{escape(_("hidden by the moderators"))}</p>'
    lines = []
    for message in talk:
        own = message.author_id is not None and message.author_id == reader.pk
        name = message.author.username if message.author else deleted
        at = localtime(message.said_at)
        said = hidden if message.hidden else f'<p dir="auto">{escape(message.text)}</p>'
        if reader.is_authenticated and message.author and not own and not message.hidden:
            said += f'<a class="report" href="{report}?message={message.pk:d}">{report_words}</a>'
        lines.append(
            f'<li data-message="{message.pk:d}"{" data-own" if own else ""}>'
            f"<b><bdi>{escape(name)}</bdi></b> "
            f'<time class="quiet" datetime="{at.isoformat()}">'
            f"{escape(moment(message.said_at))}</time> {said}</li>"
        )
    return mark_safe("".join(lines))  # noqa: S308
