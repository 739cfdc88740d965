"""What a game's rules page shows: its sections, numbers and pictures, taken from the rules.

The words are in the templates, `templates/games/<slug>/rules/`, one for each section.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.http import QueryDict
from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of a rules page: `name` is its anchor and its template.

    Beside a game, what is `at_length` is left out: there one looks a rule up.
    """

    name: str
    title: Promise
    at_length: bool = False


@dataclass(frozen=True, slots=True)
class RulesPage:
    """`context` gives what the sections need, from what the address asks for."""

    sections: tuple[Section, ...]
    numbers: Mapping[str, int]
    context: Callable[[QueryDict], Mapping[str, object]]
    # What HTMX swaps, if anything: a template in the game's folder.
    part: str = ""
    # Its own style sheet, if it has one.
    style: str = ""
