"""Roles as groups: what `games/moderation/permissions.py` says is made so, whenever asked."""

from __future__ import annotations

from django.contrib.auth.models import Group, Permission

from games.machinery.transactions import one_transaction
from games.moderation.permissions import ROLES


@one_transaction
def make_role_groups() -> None:
    """Each role has the permissions of the table, no more and no fewer."""
    known = {
        f"{permission.content_type.app_label}.{permission.codename}": permission
        for permission in Permission.objects.select_related("content_type")
    }
    for role, names in ROLES.items():
        group, _new = Group.objects.get_or_create(name=role)
        group.permissions.set([known[name] for name in names])
