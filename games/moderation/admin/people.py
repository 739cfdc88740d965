"""People: what they play, what was reported, what was done; and what can be done."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games.moderation import selectors
from games.moderation.desk.acts_on_people import ACTS_ON_PEOPLE
from games.moderation.desk.keyed import JustFilter, Lookups
from games.moderation.desk.readonly import Paged, act_buttons
from games.post.moderators_notices import ROLE_NAMES


class StandingFilter(admin.SimpleListFilter):
    title = gettext_lazy("status")
    parameter_name = "standing"

    def lookups(self, request: HttpRequest, model_admin: object) -> Lookups:
        return [
            ("muted", _("muted")),
            ("shut-out", _("suspended or banned")),
            ("bouncing", _("emails don't arrive")),
            ("staff", _("with a role")),
            ("guest", _("guests")),
            ("member", _("with an account")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        now = timezone.now()
        found = {
            "muted": Q(muted_until__gt=now),
            "shut-out": Q(suspended_until__gt=now) | Q(banned_at__isnull=False),
            "bouncing": Q(bounced_at__isnull=False),
            "staff": Q(is_staff=True),
            "guest": Q(is_guest=True),
            "member": Q(is_guest=False),
        }
        return queryset.filter(found.get(self.value() or "", Q()))


@admin.register(User)
class PersonAdmin(Paged[User]):
    page_template = "games/moderation/desk/person.html"
    list_display = ("username", "email", "standing", "language", "date_joined", "last_seen_at")
    list_filter = (StandingFilter, ("language", JustFilter))
    offered = frozenset({"language__exact"})
    search_fields = ("username", "email")
    search_help_text = gettext_lazy("Name or email address")

    def matching(self, rows: QuerySet[User], words: str) -> QuerySet[User]:
        """By how a name or an address begins."""
        return rows.filter(Q(username__istartswith=words) | Q(email__istartswith=words))

    @admin.display(description=gettext_lazy("status"))
    def standing(self, person: User) -> str:
        return standing_of(person) or (_("guest") if person.is_guest else "")

    def find(self, request: HttpRequest, pk: int) -> User | None:
        return User.objects.filter(pk=pk).first()

    def page_context(self, request: HttpRequest, shown: User) -> dict[str, object]:
        """Thirteen queries."""
        apart = selectors.play_together(request.user, shown)
        return {
            "title": shown.username,
            "person": shown,
            "standing": standing_of(shown),
            "roles": [
                ROLE_NAMES.get(name, name) for name in shown.groups.values_list("name", flat=True)
            ],
            "offers": []
            if apart or shown == request.user
            else act_buttons(request, ACTS_ON_PEOPLE, shown),
            "plays_with_them": apart,
            "games": selectors.games_of(shown),
            "reports": selectors.reports_about(shown, request.user),
            "acts": selectors.latest(selectors.acts_on(shown, request.user)),
        }


def standing_of(person: User) -> str:
    if person.banned_at is not None:
        return _("banned")
    if person.is_suspended:
        return _("suspended")
    if person.is_muted:
        return _("muted")
    return ""
