"""By what people are found, besides what must be their own."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

# Names and addresses by how they begin, in capitals, have theirs in the migration.
PEOPLE_BY = (
    models.Index("language", "id", name="people_by_language"),
    models.Index("id", name="people_with_a_role", condition=Q(is_staff=True)),
    models.Index(
        "bounced_at",
        name="people_who_bounce",
        condition=Q(bounced_at__isnull=False),
    ),
    models.Index(
        "muted_until",
        name="people_muted",
        condition=Q(muted_until__isnull=False),
    ),
    models.Index(
        "suspended_until",
        name="people_suspended",
        condition=Q(suspended_until__isnull=False),
    ),
    models.Index("banned_at", name="people_banned", condition=Q(banned_at__isnull=False)),
)
