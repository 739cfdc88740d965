"""What the rules pages show: their sections, numbers and pictures, taken from the rules.

The words are in the templates, `templates/games/<slug>/rules/`, one for each section.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of a rules page: `name` is its anchor and its template."""

    name: str
    title: Promise
