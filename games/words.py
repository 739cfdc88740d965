"""The words a person reads: codes and tiles of the rules, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from math import ceil

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext_lazy
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
    "bag-empty": _("The bag is empty: nothing can be traded any more."),
    "can-place": _("You can pass only when the bag is empty and no tile of yours fits anywhere."),
    "card-scored": _("This card has been scored already."),
    "game-over": _("This game is over."),
    "gap": _("There is an empty cell between your tiles."),
    "goal-not-reached": _("Nobody has scored enough cards for the end yet."),
    "line-duplicate": _("The same tile would be in one line twice."),
    "line-mixed": _("A line must be all one colour or all one shape."),
    "line-too-long": _("A line can have six tiles at most."),
    "not-at-the-table": _("Nobody plays in this seat."),
    "not-connected": _("Your tiles must touch those that lie on the table."),
    "no-match": _("The stones do not lie as this card shows them."),
    "not-adjacent": _("Only two stones side by side can be swapped."),
    "not-in-hand": _("That is not in your hand."),
    "not-one-line": _("All tiles of a turn go into one row or one column."),
    "not-your-turn": _("It is not your turn."),
    "nothing-chosen": _("Choose at least one tile."),
    "occupied": _("A tile lies there already."),
    "one-kind": _("In one turn you either shift stones or score cards, not both."),
    "opening-too-small": _("The opening has to be your largest set: %(needed)s tiles."),
    "skipped-before": _("You skipped your last turn already: not twice in a row."),
    "tile-used-up": _("There are only three of each tile."),
    "tiles-unlike": _("The tiles of a turn must share a colour or a shape."),
    "too-far-out": _("That is too far away from the middle of the table."),
    "turn-begun": _("You can skip only before you have done anything."),
    "turn-over": _("The turn is over after that."),
    "trade-at-opening": _("The first turn cannot be a trade."),
    "trade-exceeds-bag": _("You can trade as many tiles as are in the bag at most: %(bag)s."),
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
        return gettext("This move could not be read. Please reload the page and try again.")
    return str(words) % error.data


REFUSED: Mapping[str, Promise] = {
    "away-already": _("You are away, or going to be: end that vacation first."),
    "bad-address": _("We can't send email to this address. Please check it."),
    "bad-draft": _("This draft could not be kept. Please reload the page."),
    "bad-order": _("This order could not be kept. Please reload the page."),
    "bad-table": _("A table like this cannot be opened."),
    "bad-choice": _("This choice does not exist."),
    "bad-extension": _("More time is given in minutes to days: 60 days at most."),
    "bad-places": _("These places are no ranking: 1, 1, 3 is one, 1, 1, 2 is not."),
    "bad-ply": _("There is no such move to go back to."),
    "bad-vacation": _("A vacation ends after it begins, and not in the past."),
    "blocked": _("You and somebody at this table do not play together."),
    "banned-already": _("They are banned already."),
    "blocked-there": _("They and somebody at this table do not play together."),
    "busy": _("Too much is happening at once. Please try again."),
    "cannot-play": _("They cannot play at the moment."),
    "closed-already": _("This report is closed already."),
    "concerns-you": _("This report is yours, or about you: a colleague has to look at it."),
    "declined": _("They have declined already."),
    "game-too-long": _("This game has become too long. Please ask the moderators to end it."),
    "has-looked": _("They have looked at the hands of this game."),
    "has-left": _("This seat was left: nobody can play on from it. Take back that move first."),
    "in-the-past": _("This moment is in the past."),
    "is-over-there": _("The game was over at that point already."),
    "is-revealed": _(
        "The seed of this game has been shown, so it can't go on. You can end it with a result "
        "or annul it; the players can start a rematch."
    ),
    "is-so-already": _("It is so already."),
    "left-already": _("You have left this game."),
    "moved-on": _("The game has moved on. Your draft is kept: look at the table again."),
    "muted": _("You cannot talk at tables for the time being."),
    "no-clock": _("No clock runs in this turn."),
    "no-reason": _("Please give a reason."),
    "no-such-seat": _("There is no such seat."),
    "nobody-by-that-name": _("Nobody here has this name. A mail address works too."),
    "not-allowed": _("Your role does not allow that."),
    "not-away": _("You are not away."),
    "not-finished": _("This game is not over yet."),
    "not-found": _("This game does not exist."),
    "not-going-on": _("This game is not being played."),
    "not-invited": _("This table is by invitation only."),
    "not-possible-now": _("That is not possible now."),
    "not-paused": _("It is not paused."),
    "not-open": _("This table is no longer waiting for players."),
    "not-the-opener": _("Only who opened the table can do that."),
    "not-your-seat": _("You do not sit at this table."),
    "not-your-turn": _("It is not your turn."),
    "nothing-done": _("Nothing has been chosen yet."),
    "nothing-to-lift": _("There is nothing to lift."),
    "not-a-turn": _("A turn is played as a whole, to its end."),
    "nothing-said": _("Your message is empty."),
    "paused-already": _("It is paused already."),
    "plays-with-them": _("You're playing a game with them, so another moderator has to do this."),
    "plays-there": _("You play in this game: a colleague has to look after it."),
    "reason-too-long": _("This reason is too long."),
    "reported-already": _("You have reported this already. We are looking at it."),
    "said-enough": _("You've said a lot at this table today. Please go on tomorrow."),
    "said-too-much": _("Your message is too long."),
    "sits-here": _("They sit at this table already."),
    "table-full": _("All seats are taken."),
    "talk-locked": _("The moderators have locked the talk at this table."),
    "that-is-you": _("That is you."),
    "too-many-days": _("You do not have so many days of vacation left this year."),
    "too-far-ahead": _("That's too far ahead: two years at most. For longer, ban them."),
    "too-many-acts": _("You've reached the limit for actions in a day. Ask another moderator."),
    "too-many-vacations": _("You have gone on vacation too often this year."),
    "too-few-players": _("There are not enough players yet."),
    "too-fast": _("That was quick. Please wait a minute before you say more."),
    "too-much-time": _("A turn cannot get more than a year in all."),
    "too-many-reports": _("You have reported a lot today. Please try again tomorrow."),
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
    "greedy": pgettext_lazy("level of the computer", "good"),
    "clever": _("clever"),
    "easy": _("easy to beat"),
}

END_REASONS: Mapping[str, Promise] = {
    "out": _("The last tile has been laid."),
    "blocked": _("Nobody could lay another tile."),
    "withdrawn": _("All others have left."),
    "cards": _("Enough cards have been scored, and the round is over."),
    "won": _("All sixteen cards have been scored."),
    "lost": _("That was the fourth strike."),
    "adjudicated": _("The moderators have decided the game."),
    "annulled": _("The moderators have annulled the game; it counts for nothing."),
    "never-began": _("Somebody never made a first move; the game counts for nothing."),
}


def refusal(code: str) -> str:
    return str(REFUSED[code])


def player_name(player: Player) -> str:
    """Who sits there; a bot that took over a seat plays under its own name."""
    if player.bot:
        return f"{BOT_NAMES[player.bot]} {player.seat + 1}"
    if player.user is not None:
        return player.user.username
    return gettext("deleted player")


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
