"""The site's addresses."""

from __future__ import annotations

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from accounts.views import code_by_mail, sign_up
from games.people import views as people_views

urlpatterns = [
    path("favicon.ico", RedirectView.as_view(url=f"{settings.STATIC_URL}games/pages/icon.svg")),
    path("", include("games.urls")),
    path("accounts/code/", code_by_mail, name="code-by-mail"),
    path("accounts/signup/", sign_up, name="account_signup"),
    # allauth's own page for passkeys: ours has both.
    path("accounts/signup/passkey/", RedirectView.as_view(pattern_name="account_signup")),
    path("accounts/", include("allauth.urls")),
    path("language/setlang/", people_views.set_language, name="set_language"),
    path("palette/", people_views.set_palette, name="set-palette"),
    path("admin/", admin.site.urls),
]

handler400 = "games.pages.error_pages.bad_request"
handler403 = "games.pages.error_pages.no_access"
handler404 = "games.pages.error_pages.not_found"
handler429 = "games.pages.error_pages.too_often"  # allauth asks for it where it limits
handler500 = "games.pages.error_pages.broken"
