"""Showing each person the site in their own language and time zone."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import unquote

from django.conf import settings
from django.contrib.auth.middleware import get_user
from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone, translation

from accounts import proof, services
from accounts.visits import is_visit

GetResponse = Callable[[HttpRequest], HttpResponse]
NUL = "\x00"


def readable(get_response: GetResponse) -> GetResponse:
    """No page of ours links to an address with a NUL in it, and the database refuses to be asked.

    A cookie with one is not ours either. What stands in forms is looked at where they are read.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        for name in [name for name, value in request.COOKIES.items() if NUL in value]:
            del request.COOKIES[name]
        if NUL in request.path or NUL in unquote(request.META.get("QUERY_STRING", "")):
            raise Http404
        return get_response(request)

    return middleware


def preferences(get_response: GetResponse) -> GetResponse:
    """What a person chose goes before what their browser says."""

    def middleware(request: HttpRequest) -> HttpResponse:
        user = request.user = get_user(request)
        if not user.is_authenticated:
            return get_response(request)
        if user.language:
            translation.activate(user.language)
            request.LANGUAGE_CODE = translation.get_language()
        with timezone.override(user.zone):
            response = get_response(request)
        if is_visit(request):
            services.note_visit(user=user)
        return response

    return middleware


def shut_out(get_response: GetResponse) -> GetResponse:
    """Somebody suspended or banned reads why, and until when; and can log out."""

    def middleware(request: HttpRequest) -> HttpResponse:
        user = request.user
        if not user.is_authenticated or not user.is_shut_out or _is_open(request.path):
            return get_response(request)
        if request.headers.get("HX-Request"):
            return HttpResponse(status=403, headers={"HX-Refresh": "true"})
        return render(request, "accounts/shut_out.html", status=403)

    return middleware


def entrance(get_response: GetResponse) -> GetResponse:
    """Where one logs in and signs up, a guest is nobody yet; but we know whose games they are."""

    def middleware(request: HttpRequest) -> HttpResponse:
        user = request.user
        if user.is_authenticated and user.is_guest and _is_entrance(request.path):
            request.guest = user  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        return get_response(request)

    return middleware


def guarded_settings(get_response: GetResponse) -> GetResponse:
    """With the password alone nobody sets up a factor for staff, or changes how they log in."""

    def middleware(request: HttpRequest) -> HttpResponse:
        user = request.user
        needed = settings.STAFF_NEED_TWO_FACTORS and user.is_authenticated and user.is_staff
        if not needed or not _is_guarded(request.path):
            return get_response(request)
        if proof.has_factor(user):
            if proof.has_lately_proved(request, proof.FACTOR):
                return get_response(request)
            return proof.prove_factor(request)
        if proof.has_lately_proved(request, proof.MAIL):
            return get_response(request)
        return redirect(reverse("code-by-mail", query={"next": request.get_full_path()}))

    return middleware


def _is_entrance(path: str) -> bool:
    """All about accounts, which a guest has none of, but for ending what they do have."""
    accounts = reverse("account_login").removesuffix("login/")
    return path.startswith(accounts) and path != reverse("account_logout")


def _is_guarded(path: str) -> bool:
    """All that is about factors, but for using them; the mail address; the password."""
    if path in (reverse("account_email"), reverse("account_change_password")):
        return True
    free = (
        "mfa_index",
        "mfa_authenticate",
        "mfa_reauthenticate",
        "mfa_reauthenticate_webauthn",
        "mfa_login_webauthn",
    )
    about_factors = path.startswith(reverse("mfa_index"))
    return about_factors and path not in {reverse(name) for name in free}


def _is_open(path: str) -> bool:
    """Logging out, the language, one's own data, and the link that stops mails."""
    unsubscribe = reverse("unsubscribe", args=["-"]).removesuffix("-/")
    return path.startswith(unsubscribe) or path in (
        reverse("account_logout"),
        reverse("set_language"),
        reverse("my-data"),
    )
