"""By what games are found."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

_active, _open, _public = Q(status="active"), Q(status="open"), Q(public=True)
# What pages and rounds ask for, each found without looking at any other game.
GAMES_BY = (
    models.Index(
        F("moved_at").desc(), F("id").desc(), name="games_to_watch", condition=_active & _public
    ),
    models.Index(
        F("opened_by"),
        F("moved_at").desc(),
        name="games_to_watch_of_a_person",
        condition=_active & _public,
    ),
    models.Index(
        F("created_at").desc(), F("id").desc(), name="tables_to_join", condition=_open & _public
    ),
    models.Index(
        F("opened_by"), F("created_at").desc(), name="open_tables_of_a_person", condition=_open
    ),
    models.Index(
        "waits_for", "deadline", name="turns_of_a_person", condition=Q(waits_for__isnull=False)
    ),
    models.Index("moved_at", name="turns_of_bots", condition=_active & Q(waits_for=None)),
    models.Index(
        "id",
        name="turns_without_a_clock",
        condition=_active
        & Q(waits_for__isnull=False, turn_time__isnull=False, deadline=None, paused_at=None),
    ),
    models.Index("id", name="paused_games", condition=Q(paused_at__isnull=False)),
    models.Index("status", "id", name="games_by_status"),
    models.Index("engine_slug", "id", name="games_by_kind"),
    models.Index("started_at", name="games_by_start"),
    models.Index("finished_at", name="games_by_end"),
    models.Index("seed_opens_at", name="games_by_seed"),
)
