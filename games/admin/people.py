"""People: what they play, what was reported, what was done; and what can be done."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games import oversight
from games.desk.deeds import PERSON_DEEDS
from games.desk.readonly import Paged, offers
from games.roles import ROLE_NAMES


class StandingFilter(admin.SimpleListFilter):
    title = gettext_lazy("status")
    parameter_name = "standing"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("muted", _("muted")),
            ("shut-out", _("suspended or banned")),
            ("bouncing", _("emails don't arrive")),
            ("staff", _("with a role")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        now = timezone.now()
        found = {
            "muted": Q(muted_until__gt=now),
            "shut-out": Q(suspended_until__gt=now) | Q(banned_at__isnull=False),
            "bouncing": Q(bounced_at__isnull=False),
            "staff": Q(is_staff=True),
        }
        return queryset.filter(found.get(self.value() or "", Q()))


@admin.register(User)
class PersonAdmin(Paged):
    page_template = "admin/person.html"
    list_display = ("username", "email", "standing", "language", "date_joined", "last_seen_at")
    list_filter = (StandingFilter, "language")
    offered = frozenset({"language__exact"})
    search_fields = ("username", "email")
    search_help_text = gettext_lazy("Name or email address")
    ordering = ("-date_joined",)

    @admin.display(description=gettext_lazy("status"))
    def standing(self, person: User) -> str:
        return standing_of(person)

    def find(self, request: HttpRequest, pk: int) -> User | None:
        return User.objects.filter(pk=pk).first()

    def page_context(self, request: HttpRequest, shown: User) -> dict[str, Any]:
        """Eleven queries."""
        apart = oversight.play_together(request.user, shown)
        return {
            "title": shown.username,
            "person": shown,
            "standing": standing_of(shown),
            "roles": [
                ROLE_NAMES.get(name, name) for name in shown.groups.values_list("name", flat=True)
            ],
            "offers": []
            if apart or shown == request.user
            else offers(request, PERSON_DEEDS, shown),
            "plays_with_them": apart,
            "games": oversight.games_of(shown),
            "reports": oversight.reports_about(shown, request.user),
            "acts": oversight.latest(oversight.acts_on(shown, request.user)),
        }


def standing_of(person: User) -> str:
    if person.banned_at is not None:
        return _("banned")
    if person.is_suspended:
        return _("suspended")
    if person.is_muted:
        return _("muted")
    return ""
