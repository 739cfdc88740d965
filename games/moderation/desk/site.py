"""The moderators' desk in the place of the admin's first page, and who may come in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar, cast

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, URLResolver, path
from django.utils.decorators import method_decorator
from django.utils.functional import lazystr
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts import proof
from games.moderation import overview
from games.moderation.desk import act_page
from games.moderation.desk.acts_on_site import ACTS_ON_SITE
from games.moderation.desk.offered import What
from games.moderation.desk.readonly import ReadOnly, lately_proved

LEFT_OUT = ("password_change", "password_change_done", "autocomplete", "view_on_site")


Row = TypeVar("Row", bound=Model)


class DeskSite(admin.AdminSite):
    site_title = lazystr(settings.SITE_NAME)
    site_header = lazystr(settings.SITE_NAME)
    enable_nav_sidebar = False

    def register(
        self,
        model_or_iterable: type[Row] | Iterable[type[Row]],
        admin_class: type[admin.ModelAdmin[Row]] | None = None,
        **options: object,
    ) -> None:
        """Only what cannot be edited: other apps would bring forms that leave no trail."""
        if admin_class is not None and issubclass(admin_class, ReadOnly):
            super().register(model_or_iterable, admin_class, **options)

    def has_permission(self, request: HttpRequest) -> bool:
        """Somebody with a role, which seeing games is a part of."""
        return (
            super().has_permission(request)
            and request.user.has_perm("games.view_game")
            and (not settings.STAFF_NEED_TWO_FACTORS or proof.has_proved_factor(request))
        )

    def login(
        self, request: HttpRequest, extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        """By the log-in page that everybody uses: it counts attempts and knows second factors."""
        return cast("HttpResponse", secure_admin_login(_log_in)(request))

    def get_urls(self) -> list[URLResolver | URLPattern]:
        """What we offer of the admin's own; a password is changed where everybody changes it."""
        act: Callable[..., HttpResponseBase] = self.admin_view(lately_proved(act_page.act))
        kept = [it for it in super().get_urls() if getattr(it, "name", None) not in LEFT_OUT]
        return [path("act/<slug:what>/", act, name="act"), *kept]

    @method_decorator(never_cache)
    def index(
        self, request: HttpRequest, extra_context: dict[str, object] | None = None
    ) -> TemplateResponse:
        found = overview.overview(request.user)
        pause = ACTS_ON_SITE[What.RESUME_SITE if found.paused_since else What.PAUSE_SITE]
        context = {
            **self.each_context(request),
            "title": _("Desk"),
            "desk": found,
            "pause": pause if pause.allowed(request.user) else None,
        }
        return TemplateResponse(request, "games/moderation/desk/first_page.html", context)

    def app_index(
        self, request: HttpRequest, app_label: str, extra_context: dict[str, object] | None = None
    ) -> TemplateResponse:
        return self.index(request, extra_context)


def _log_in(request: HttpRequest) -> HttpResponse:
    """Who is logged in and comes here lacks something still."""
    if not request.user.has_perm("games.view_game"):
        raise PermissionDenied
    if settings.STAFF_NEED_TWO_FACTORS and not proof.has_factor(request.user):
        messages.warning(request, _("Moderators need two-factor authentication. Please set it up."))
        return redirect("mfa_index")
    if settings.STAFF_NEED_TWO_FACTORS and not proof.has_proved_factor(request):
        return proof.prove_factor(request)
    return redirect("admin:index")
