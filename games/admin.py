"""For moderators to look at: the outbox with its errors. Nothing is changed here."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from games.models import Notification, TaskRun


class ReadOnly(admin.ModelAdmin[Any]):
    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Notification)
class NotificationAdmin(ReadOnly):
    list_display = ("kind", "user", "email", "game", "state", "not_before", "sent_at", "attempts")
    list_filter = ("state", "kind")
    search_fields = ("user__username", "email", "game__code", "last_error")
    list_select_related = ("user", "game")
    date_hierarchy = "created_at"


@admin.register(TaskRun)
class TaskRunAdmin(ReadOnly):
    list_display = ("name", "ran_at")
