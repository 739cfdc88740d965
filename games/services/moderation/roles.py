"""Roles as groups: what `games/roles.py` says is made so, as often as it is asked."""

from __future__ import annotations

from django.contrib.auth.models import Group, Permission

from games.roles import ROLES
from games.services.transactions import one_transaction


@one_transaction
def make_roles() -> None:
    """Each role has the permissions of the table, no more and no fewer."""
    known = {
        f"{permission.content_type.app_label}.{permission.codename}": permission
        for permission in Permission.objects.select_related("content_type")
    }
    for role, names in ROLES.items():
        group, _new = Group.objects.get_or_create(name=role)
        group.permissions.set([known[name] for name in names])
