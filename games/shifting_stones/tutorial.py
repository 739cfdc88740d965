"""Learning Shifting Stones by doing: seven small turns, from a card that matches to the strikes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.jsontypes import JsonObject
from games.kit import tutorial
from games.shifting_stones.rules.actions import Action
from games.shifting_stones.rules.deck import CARDS
from games.shifting_stones.rules.state import State
from games.shifting_stones.rules.turn import matches

Tried: TypeAlias = tutorial.Tried[State, Action]
Judge: TypeAlias = Callable[[Tried], Promise | None]
# By what they show.
FISH_SEED, BIRD_ON_TREE, FISH_SUN, BOAT_ON_TOP = "p1-15", "p1-12", "p2-21", "p1-03"
BIRD_SEED, BOAT_ON_BIRD, SEED_ON_MOON = "p1-11", "p1-13", "p2-11"
FISH_MOON_BIRD, TREE_HORSE, SEED_IN_CORNER, TREE_BIRD = "p3-12", "p1-09", "p1-05", "p1-20"
FAR_AWAY, FAR_TOO, SEED_HORSE = "p5-04", "p3-13", "p1-01"
DEALT = ("p1-02", "p1-14", "p2-03", "p2-08", "p3-02", "p1-22")


def _position(stones: str, *hand: str, strikes: int | None = None) -> JsonObject:
    """Rows with `/` between them. Alone there are strikes, and one may shift and score."""
    alone = strikes is not None
    seats = 1 if alone else 2
    return {
        "stones": stones.replace("/", " ").split(),
        "hands": [list(hand), list(DEALT[:4])][:seats],
        "deck": [card for card in CARDS if card not in hand and card not in DEALT][:12],
        "discards": [],
        "scored": [list(DEALT[4:]) if alone else [], []][:seats],
        "first": tutorial.LEARNER,
        "turn": tutorial.LEARNER,
        "mixed": alone,
        "skipped": [False] * seats,
        "so_far": None,
        "strikes": strikes or 0,
        "withdrawn": [],
        "ended": None,
        "ply": 0,
        "young": [],
    }


def _made_to_match(cards: Sequence[str], *, spent: Promise, not_yet: Promise) -> Judge:
    """The stones shall lie as these cards show them, and the cards still be in the hand."""

    def judge(tried: Tried) -> Promise | None:
        if not set(cards) <= set(tried.after.hands[tutorial.LEARNER]):
            return spent
        return None if all(matches(card, tried.after.stones) for card in cards) else not_yet

    return judge


def _scored(count: int, otherwise: Promise) -> Judge:
    """At least so many cards shall be scored."""

    def judge(tried: Tried) -> Promise | None:
        before, after = (len(it.scored[tutorial.LEARNER]) for it in (tried.before, tried.after))
        return None if after - before >= count else otherwise

    return judge


NEXT_TURN = "tree boat sun / fish bird seed / horse horse tree"

TUTORIAL = tutorial.Tutorial(
    (
        tutorial.Step(
            name="score",
            title=_("A card that matches"),
            task=_("A card shows how stones must lie. One of yours matches: score it."),
            hint=_("Fish and seed lie side by side on top. Press + on that card, then End turn."),
            praise=_("The card is yours, with its points."),
            position=_position(
                "fish seed horse / tree sun boat / bird seed horse", FISH_SEED, FISH_MOON_BIRD
            ),
            judge=_scored(
                1, _("No card was scored. The fish and seed card matches: press its + first.")
            ),
        ),
        tutorial.Step(
            name="swap",
            title=_("Swap two stones"),
            task=_("Discard a card to swap two neighbours. Bring the bird right above the tree."),
            hint=_("Discard the tree and horse card, then swap the tree with the horse beside it."),
            praise=_("Now your card matches. You score it on your next turn."),
            position=_position(
                "bird boat seed / horse tree sun / fish seed boat", BIRD_ON_TREE, TREE_HORSE
            ),
            judge=_made_to_match(
                [BIRD_ON_TREE],
                spent=_("You discarded the card that shows bird and tree. Discard the other one."),
                not_yet=_("The bird isn't right above the tree. One swap gets it there."),
            ),
        ),
        tutorial.Step(
            name="flip",
            title=_("Turn a stone over"),
            task=_("A stone has two sides: below the bird is a fish. Bring fish and sun together."),
            hint=_("Discard the other card, then turn over the bird beside the sun."),
            praise=_("A discarded card pays for either: a swap, or turning a stone over."),
            position=_position(
                "horse bird sun / seed boat tree / tree fish horse", FISH_SUN, SEED_IN_CORNER
            ),
            judge=_made_to_match(
                [FISH_SUN],
                spent=_("You discarded the fish and sun card. Keep it, and discard the other one."),
                not_yet=_("Fish and sun aren't side by side as on the card. Turn over one stone."),
            ),
        ),
        tutorial.Step(
            name="place",
            title=_("The place counts"),
            task=_("A large card fixes the place. Bring a boat to the middle of the top row."),
            hint=_("Swap the boat in the top corner with the seed beside it."),
            praise=_("A small card matches anywhere. On a large one every stone has its place."),
            position=_position(
                "boat seed fish / horse tree sun / boat bird tree", BOAT_ON_TOP, TREE_BIRD
            ),
            judge=_made_to_match(
                [BOAT_ON_TOP],
                spent=_("You discarded the boat card. Keep it, and discard the other one."),
                not_yet=_("There's no boat in the middle of the top row yet."),
            ),
        ),
        tutorial.Step(
            name="discard",
            title=_("What to discard"),
            task=_("One swap makes two of your cards match. Keep those, and discard another."),
            hint=_("Swap the bird with the horse above it: then boat, bird and seed lie right."),
            praise=_("Two cards match, and what you gave up was far away. That's the art of it."),
            position=_position(
                "tree boat sun / fish horse seed / horse bird tree",
                *(BIRD_SEED, FAR_AWAY, BOAT_ON_BIRD, FAR_TOO),
            ),
            judge=_made_to_match(
                [BIRD_SEED, BOAT_ON_BIRD],
                spent=_("You discarded a card that would match. Keep both cards of 1 point."),
                not_yet=_("The two cards of 1 point don't both match yet. One swap does it."),
            ),
        ),
        tutorial.Step(
            name="both",
            title=_("Score both"),
            task=_(
                "Your next turn: score every card that matches. In one turn you shift or score."
            ),
            hint=_("Press + on both cards of 1 point, then End turn."),
            praise=_("Two cards in one turn. At the end, the most points win."),
            position=_position(NEXT_TURN, BIRD_SEED, FAR_AWAY, BOAT_ON_BIRD),
            judge=_scored(2, _("Two cards match. Score both in this turn before you end it.")),
        ),
        tutorial.Step(
            name="strike",
            title=_("Alone: the strikes"),
            task=_(
                "Alone, a turn without a score is a strike; the fourth loses. Shift, then score!"
            ),
            hint=_("Discard a card, turn the sun over, and score the seed and moon card."),
            praise=_("No strike: you scored. Alone you may shift and score in the same turn."),
            position=_position(
                "horse seed bird / tree sun fish / boat tree horse",
                *(SEED_ON_MOON, SEED_HORSE),
                strikes=3,
            ),
            judge=_scored(
                1, _("No card was scored: that's the fourth strike. Turn the sun over and score.")
            ),
        ),
    )
)
