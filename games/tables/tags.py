"""Lists of games and tables, each written in one go; and what was agreed on for a table."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.models import Game
from games.pages.tags import agreed_words, pace, time_left
from games.tables.cards import Card, Seat
from games.tables.levels import Offer
from games.tables.levels import offers as offers_to
from games.tables.options import has_young
from games.words import duration

register = template.Library()
register.filter(has_young)


@register.simple_tag(takes_context=True)
def offers(context: Context) -> list[Offer]:
    """The games, each with the computer's level that its reader last chose."""
    return offers_to(context["user"])


# In the place of a code: an address is made once for a whole list.
ANY = "any-code"


@register.simple_tag(takes_context=True)
def game_cards(context: Context, cards: Sequence[Card], urgent: bool = False) -> SafeString:
    """Games with their pictures, as items of a list; urgent ones are the reader's turn."""
    if not cards:
        return SafeString("")
    address = reverse("game", args=[ANY])
    paused = bool(context.get("site_paused"))
    return mark_safe(  # noqa: S308
        "".join(_card(it, address.replace(ANY, it.code), urgent, paused) for it in cards)
    )


def _card(card: Card, address: str, urgent: bool, site_paused: bool) -> str:
    """What people chose is escaped here: names, and what a game is called."""
    words = _turn(card, urgent, site_paused) if card.status == Game.Status.ACTIVE else _end(card)
    return (
        f'<li class="game-card{" is-urgent" if urgent else ""}"><a href="{address}">'
        f'<img class="thumb" src="{address}{card.picture}" alt=""'
        f' width="104" height="104" loading="lazy">'
        f'<div class="game-card-words"><strong>{escape(card.name)}</strong>'
        f'<span class="when">{words}</span>'
        f'<ol class="card-scores">{"".join(map(_score, card.seats))}</ol></div></a></li>'
    )


def _turn(card: Card, urgent: bool, site_paused: bool) -> str:
    whose = _("your turn")
    if not urgent:
        name = f"<bdi>{escape(card.acting)}</bdi>"
        whose = _("%(name)s's turn") % {"name": name} if card.acting else ""
    if card.paused_at:
        return f"{whose} · {_('paused')}"
    if card.deadline is None or site_paused:
        return whose
    return f"{whose} · {time_left(card.deadline)}"


def _end(card: Card) -> str:
    first = [f"<bdi>{escape(seat.name)}</bdi>" for seat in card.seats if seat.won]
    return _("%(names)s won.") % {"names": ", ".join(first)} if first else _("lost")


def _score(seat: Seat) -> str:
    won = ' class="is-winner"' if seat.won else ""
    name = f'<span class="cut-name"><bdi>{escape(seat.name)}</bdi></span>'
    return f"<li{won}>{name} <b>{seat.score}</b></li>"


@register.simple_tag(takes_context=True)
def table_rows(context: Context, tables: Sequence[Card]) -> SafeString:
    """Tables to join, as items of a list."""
    game, join = (reverse(name, args=[ANY]) for name in ("game", "join"))
    person, token = context["user"].pk, str(context["csrf_token"])
    return mark_safe(  # noqa: S308
        "".join(
            _row(
                it,
                _to_own(game.replace(ANY, it.code))
                if it.seats_person(person)
                else _to_join(join.replace(ANY, it.code), token, young=has_young(it)),
            )
            for it in tables
        )
    )


def _row(table: Card, way_in: str) -> str:
    names = ", ".join(f"<bdi>{escape(seat.name)}</bdi>" for seat in table.seats)
    chips = "".join(f'<span class="chip">{escape(words)}</span>' for words in _agreed(table))
    return (
        f'<li class="card row table-row"><div><strong>{escape(table.name)}</strong>'
        f'<span class="quiet">{names} · '
        f'<bdi dir="ltr">{len(table.seats)} / {table.size}</bdi></span>'
        f'<span class="chips">{chips}</span></div>{way_in}</li>'
    )


def _agreed(table: Card) -> list[str]:
    chosen = agreed_words(table.engine_slug, table.options, table.size)
    bank = [f"+ {duration(table.bank)}"] if table.bank else []
    weekends = [_("weekends off")] if table.weekends_off else []
    return [pace(table), *chosen, *bank, *weekends]


def _to_own(address: str) -> str:
    return format_html('<a class="button" href="{}">{}</a>', address, _("Go to your table"))


def _to_join(address: str, token: str, *, young: bool) -> str:
    """As `_join_young.html` has it on other pages."""
    too = '<button class="button" type="submit" name="young" value="1">{}</button>'
    return format_html(
        '<form method="post" action="{}">'
        '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'
        '<button class="button primary" type="submit">{}</button>{}</form>',
        address,
        token,
        _("Join"),
        format_html(too, _("Join as a young player")) if young else "",
    )
