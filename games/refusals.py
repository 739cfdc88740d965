"""What services refuse, in words for people: one table, by the codes of `ServiceError`."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

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
    "guests-cannot": _("Sign up to do that. It's free, and your games come along."),
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
    "note-too-long": _("Your notes are too long: 4,000 characters at most."),
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
    "many-guests": _(
        "Lots of people are playing without an account right now. Sign up, or try again in a "
        "minute."
    ),
    "many-guest-games": _(
        "You've played as many games as you can without an account. Sign up to play on: your "
        "games come along."
    ),
    "many-alone": _(
        "You have enough games without other people. Finish one, or resign from it, first."
    ),
    "too-often": _("You've done that a lot just now. Please try again in an hour."),
    "vacation-too-far": _("You can plan a vacation up to a year ahead."),
}


def refusal(code: str, data: Mapping[str, object]) -> str:
    """The sentence, with the numbers and names that the service gave."""
    words = REFUSED[code]
    return str(words % data if data else words)
