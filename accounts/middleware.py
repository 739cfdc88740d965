"""Showing each person the site in their own language and time zone."""

from __future__ import annotations

import zoneinfo
from collections.abc import Callable
from urllib.parse import unquote

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation

from accounts import services
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
        user = request.user
        if not user.is_authenticated:
            return get_response(request)
        if user.language:
            translation.activate(user.language)
            request.LANGUAGE_CODE = translation.get_language()
        with timezone.override(_zone(user.time_zone)):
            response = get_response(request)
        if is_visit(request):
            services.note_visit(user=user)
        return response

    return middleware


def _zone(name: str) -> zoneinfo.ZoneInfo:
    """Lists of time zones change: one may go that somebody has chosen."""
    try:
        return zoneinfo.ZoneInfo(name)
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
        return zoneinfo.ZoneInfo("UTC")


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


def _is_open(path: str) -> bool:
    """Logging out, the language, one's own data, and the link that stops mails."""
    unsubscribe = reverse("unsubscribe", args=["-"]).removesuffix("-/")
    return path.startswith(unsubscribe) or path in (
        reverse("account_logout"),
        reverse("set_language"),
        reverse("my-data"),
    )
