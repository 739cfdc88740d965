from __future__ import annotations

from django.contrib.admin.apps import AdminConfig


class DeskConfig(AdminConfig):
    """Django's admin with the moderators' desk as its first page."""

    default_site = "games.moderation.desk.site.DeskSite"
