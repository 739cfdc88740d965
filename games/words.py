"""The words a person reads: codes and tiles of the rules, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from math import ceil
from unicodedata import bidirectional

from django.utils.functional import Promise
from django.utils.translation import (
    get_language_bidi,
    gettext,
    ngettext,
    ngettext_lazy,
    pgettext_lazy,
)
from django.utils.translation import gettext_lazy as _

from games.models import Player
from games.rules.errors import GameError

# A colour and a shape do not agree in every language by simple joining, so each tile has a name.
TILES: Mapping[str, Promise] = {
    "ro": _("red circle"),
    "rs": _("red square"),
    "rd": _("red diamond"),
    "rc": _("red clover"),
    "rt": _("red star"),
    "rx": _("red cross"),
    "oo": _("orange circle"),
    "os": _("orange square"),
    "od": _("orange diamond"),
    "oc": _("orange clover"),
    "ot": _("orange star"),
    "ox": _("orange cross"),
    "yo": _("yellow circle"),
    "ys": _("yellow square"),
    "yd": _("yellow diamond"),
    "yc": _("yellow clover"),
    "yt": _("yellow star"),
    "yx": _("yellow cross"),
    "go": _("green circle"),
    "gs": _("green square"),
    "gd": _("green diamond"),
    "gc": _("green clover"),
    "gt": _("green star"),
    "gx": _("green cross"),
    "bo": _("blue circle"),
    "bs": _("blue square"),
    "bd": _("blue diamond"),
    "bc": _("blue clover"),
    "bt": _("blue star"),
    "bx": _("blue cross"),
    "po": _("purple circle"),
    "ps": _("purple square"),
    "pd": _("purple diamond"),
    "pc": _("purple clover"),
    "pt": _("purple star"),
    "px": _("purple cross"),
}

ILLEGAL: Mapping[str, Promise] = {
    "bag-empty": _("The bag is empty, so you can't trade."),
    "can-place": _("You can pass only when the bag is empty and none of your tiles fit."),
    "card-scored": _("This card has already been scored."),
    "game-over": _("This game is over."),
    "gap": _("There's a gap between your tiles."),
    "goal-not-reached": _("No one has scored enough cards for the end yet."),
    "line-duplicate": _("The same tile can't be in a line twice."),
    "line-mixed": _("A line must be all one colour or all one shape."),
    "line-too-long": _("A line can have at most six tiles."),
    "not-at-the-table": _("No one plays in this seat."),
    "not-connected": _("Your tiles must connect to tiles on the board."),
    "no-match": _("The stones don't match this card."),
    "not-adjacent": _("You can only swap two stones that are side by side."),
    "not-in-hand": _("That's not in your hand."),
    "not-one-line": _("Place all your tiles in one row or one column."),
    "not-your-turn": _("It's not your turn."),
    "nothing-chosen": _("Choose at least one tile."),
    "occupied": _("That square is taken."),
    "one-kind": _("Each turn you can shift stones or score cards, not both."),
    "opening-too-small": ngettext_lazy(
        "You must open with your largest set: %(needed)s tile.",
        "You must open with your largest set: %(needed)s tiles.",
        "needed",
    ),
    "skipped-before": _("You can't skip two turns in a row."),
    "tile-used-up": _("There are only three of each tile."),
    "tiles-unlike": _("The tiles you place must share a colour or a shape."),
    "too-far-out": _("That's too far from the middle of the board."),
    "turn-begun": _("You can skip only before you've done anything else."),
    "turn-over": _("Your turn would be over before that."),
    "trade-at-opening": _("You can't trade on the first turn."),
    "trade-exceeds-bag": ngettext_lazy(
        "You can trade at most %(bag)s tile (all that's left in the bag).",
        "You can trade at most %(bag)s tiles (all that's left in the bag).",
        "bag",
    ),
}


# For those who cannot tell the colours apart: one letter each, different within a language.
COLOUR_LETTERS: Mapping[str, Promise] = {
    "r": pgettext_lazy("letter for red", "R"),
    "o": pgettext_lazy("letter for orange", "O"),
    "y": pgettext_lazy("letter for yellow", "Y"),
    "g": pgettext_lazy("letter for green", "G"),
    "b": pgettext_lazy("letter for blue", "B"),
    "p": pgettext_lazy("letter for purple", "P"),
}


def colour_letter(tile: str) -> str:
    return str(COLOUR_LETTERS[tile[0]])


def tile_name(tile: str) -> str:
    return str(TILES[tile])


def explain(error: GameError) -> str:
    """What to tell the player. What is no action at all was hardly made by a player's hand."""
    words = ILLEGAL.get(error.code)
    if words is None:
        return gettext("We couldn't read this move. Please reload the page and try again.")
    return str(words % error.data)


REFUSED: Mapping[str, Promise] = {
    "away-already": _("You already have a vacation. End it first."),
    "bad-address": _("We can't send email to this address. Please check it."),
    "bad-draft": _("Couldn't save this. Reload the page."),
    "bad-order": _("Couldn't save this. Reload the page."),
    "bad-table": _("You can't open a table with these settings."),
    "bad-choice": _("There's no such option."),
    "bad-extension": _("You can give from a minute up to 60 days."),
    "bad-places": _("These places aren't a ranking: 1, 1, 3 is one, 1, 1, 2 isn't."),
    "bad-ply": _("There's no such move to go back to."),
    "bad-vacation": _("The last day can't be before the first day or in the past."),
    "blocked": _("You can't join: you and someone at this table have blocked each other."),
    "banned-already": _("They're already banned."),
    "blocked-there": _("They and someone at this table have blocked each other."),
    "busy": _("Too much is happening at once. Please try again."),
    "cannot-play": _("They can't play at the moment."),
    "closed-already": _("This report is already closed."),
    "concerns-you": _("This report is yours, or about you, so another moderator has to handle it."),
    "declined": _("They've already declined."),
    "game-too-long": _("This game has become too long. Please ask the moderators to end it."),
    "has-looked": _("They've seen the hands in this game."),
    "has-left": _("No one can take over a seat that was left. Undo that move first."),
    "in-the-past": _("This moment is in the past."),
    "is-over-there": _("The game was already over at that point."),
    "is-revealed": _(
        "The seed of this game has been shown, so it can't go on. You can end it with a result "
        "or annul it; the players can start a rematch."
    ),
    "is-so-already": _("That's already done."),
    "left-already": _("You've left this game."),
    "moved-on": _("Someone has moved. Your draft is saved; check the board again."),
    "muted": _("You can't chat at tables for now."),
    "no-clock": _("There's no clock running in this turn."),
    "no-reason": _("Please give a reason."),
    "no-such-seat": _("There's no such seat."),
    "nobody-by-that-name": _("No player has that name. You can also invite by email."),
    "not-allowed": _("Your role doesn't allow that."),
    "not-away": _("You don't have a vacation."),
    "not-finished": _("This game isn't over yet."),
    "not-found": _("This game doesn't exist."),
    "not-going-on": _("This game isn't being played."),
    "not-invited": _("This table is by invitation only."),
    "not-possible-now": _("That's not possible now."),
    "not-paused": _("It isn't paused."),
    "not-open": _("This table is no longer open."),
    "not-the-opener": _("Only the host can do that."),
    "not-your-seat": _("You're not at this table."),
    "not-your-turn": _("It's not your turn."),
    "nothing-done": _("Nothing has been chosen yet."),
    "nothing-to-lift": _("There are no restrictions to lift."),
    "not-a-turn": _("Finish your turn before you send it."),
    "nothing-said": _("Your message is empty."),
    "paused-already": _("It's already paused."),
    "plays-with-them": _("You're playing a game with them, so another moderator has to do this."),
    "plays-there": _("You're playing in this game, so another moderator has to handle it."),
    "reason-too-long": _("This reason is too long."),
    "reported-already": _("You've already reported this. We're looking into it."),
    "said-enough": _("You've written a lot at this table today. Please go on tomorrow."),
    "said-too-much": _("Your message is too long."),
    "sits-here": _("They're already at this table."),
    "table-full": _("All seats are taken."),
    "talk-locked": _("The moderators have locked the chat at this table."),
    "that-is-you": _("That's you."),
    "too-many-days": _("You don't have that many vacation days left this year."),
    "too-far-ahead": _("That's too far ahead: two years at most. For longer, ban them."),
    "too-many-acts": _("You've reached the limit for actions in a day. Ask another moderator."),
    "too-many-vacations": _("You've gone on vacation too often this year."),
    "too-few-players": _("There aren't enough players yet."),
    "too-fast": _("You're sending messages too fast. Wait a minute."),
    "too-much-time": _("A turn can't get more than a year in all."),
    "too-many-reports": _("You've reached today's limit for reports. Please try again tomorrow."),
    "too-many-invitations": _(
        "You've sent a lot of invitations today. Try again tomorrow, or send the link yourself."
    ),
    "table-invitations": _(
        "That's enough invitations for one table. You can still send the link yourself."
    ),
    "muted-by-mail": _("While you're muted you can't invite by email. A name works."),
    "open-tables": _("You have enough open tables. Wait for players, or close one first."),
    "public-tables": _(
        "You have enough public tables. Wait for players, close one, or open one by invitation."
    ),
    "tables-this-hour": _("You've opened a lot of tables. Please try again in an hour."),
    "tables-today": _("You've opened a lot of tables today. Please try again tomorrow."),
    "many-games": _("You're in as many games as one person can play. Finish some first."),
    "many-alone": _(
        "You have enough games without other people. Finish one, or resign from it, first."
    ),
    "too-often": _("You've done that a lot just now. Please try again in an hour."),
    "vacation-too-far": _("You can plan a vacation up to a year ahead."),
}

BOT_NAMES: Mapping[str, Promise] = {
    "greedy": _("Computer"),
    "clever": _("Computer"),
    "easy": _("Easy computer"),
}

BOT_LEVELS: Mapping[str, Promise] = {
    "greedy": pgettext_lazy("level of the computer", "Medium"),
    "clever": pgettext_lazy("level of the computer", "Hard"),
    "easy": pgettext_lazy("level of the computer", "Easy"),
}

END_REASONS: Mapping[str, Promise] = {
    "out": _("The last tile has been placed."),
    "blocked": _("No one could place another tile."),
    "withdrawn": _("Everyone else has left."),
    "cards": _("Enough cards have been scored, and the round is over."),
    "won": _("All sixteen cards have been scored."),
    "lost": _("That was the fourth strike."),
    "adjudicated": _("The moderators have decided the game."),
    "annulled": _("The moderators have annulled the game, so it doesn't count."),
    "never-began": _("Someone never made a first move, so this game doesn't count."),
}


RECORDS: Mapping[str, Promise] = {
    "finished-differs": _("One is over and the other isn't."),
    "points-differ": _("The points of an action differ."),
    "scores-differ": _("The scores differ."),
}


def record_words(code: str) -> str:
    """What is wrong with a record that does not replay."""
    words = RECORDS.get(code)
    return str(words) if words else gettext("An action in it isn't allowed.")


def refusal(code: str) -> str:
    return str(REFUSED[code])


def player_name(player: Player) -> str:
    """Who sits there; a bot that took over a seat plays under its own name."""
    if player.bot:
        return f"{BOT_NAMES.get(player.bot, player.bot)} {player.seat + 1}"
    if player.user is not None:
        return player.user.username
    return gettext("deleted player")


def isolated(name: str) -> str:
    """A name within plain text that runs the other way, so that it moves nothing around it."""
    runs_left = any(bidirectional(character) in ("R", "AL") for character in name)
    return f"\u2068{name}\u2069" if runs_left != get_language_bidi() else name


def duration(span: timedelta) -> str:
    """In the largest unit that says it in a whole number, or two units: "1 day 4 h"."""
    minutes = max(0, ceil(span.total_seconds() / 60))
    days, hours = divmod((minutes + 30) // 60, 24)
    if days:
        words = ngettext("%(count)s day", "%(count)s days", days) % {"count": days}
        and_hours = gettext("%(count)s h") % {"count": hours}
        return f"{words} {and_hours}" if hours and days < 3 else words
    if minutes >= 120:
        return gettext("%(count)s h") % {"count": hours}
    return gettext("%(count)s min") % {"count": minutes}
