"""What was agreed on for a table, and which games wait."""

from __future__ import annotations

import logging

from django import template

from games.tables.options import has_young

log = logging.getLogger(__name__)
register = template.Library()
register.filter(has_young)
