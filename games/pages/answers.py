"""How views read what comes in, and answer what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import wraps
from typing import cast
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from accounts.models import User
from games.engine.errors import GameError, MalformedAction
from games.kit.explaining import explain
from games.kit.kind import AnyKind
from games.machinery.errors import ServiceError
from games.refusals import refusal


class HtmxRequest(HttpRequest):
    htmx: HtmxDetails


class Authenticated(HtmxRequest):
    """A request behind `login_required`."""

    user: User


Refused = (GameError, ServiceError)
View = Callable[..., HttpResponseBase]
LONGEST_ADDRESS = 2000


def log_in_to_see(view: View) -> View:
    """Where a visitor finds nothing, somebody who logs in may: a mail leads straight to a game."""

    @wraps(view)
    def checked(request: HtmxRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except Http404:
            if request.user.is_authenticated:
                raise
            return ask_to_log_in(request)

    return checked


def ask_to_log_in(request: HtmxRequest, back: str = "") -> HttpResponse:
    """Through log-in and back. For HTMX too the whole page goes there, and not into another."""
    to = address_here(back or _page_that_asks(request))
    log_in = f"{reverse(settings.LOGIN_URL)}?{urlencode({'next': to})}"
    return HttpResponseClientRedirect(log_in) if request.htmx else redirect(log_in)


def _page_that_asks(request: HtmxRequest) -> str:
    if not request.htmx:
        return request.get_full_path()
    try:
        return request.htmx.current_url_abs_path or ""
    except ValueError:  # what was sent is no address
        return ""


def status_of(error: GameError | ServiceError) -> int:
    return error.status if isinstance(error, ServiceError) else 422


def words_for(error: GameError | ServiceError, kind: AnyKind | None = None) -> str:
    """What was refused, in words; what a game's rules refused, in that game's."""
    if isinstance(error, ServiceError):
        return refusal(error.code, error.data)
    return explain(error, kind.refusals if kind else {})


def json_field(request: HttpRequest, name: str) -> object:
    """A form field that holds JSON; anything else is malformed."""
    try:
        return json.loads(request.POST.get(name, ""))
    except (ValueError, RecursionError) as error:
        raise MalformedAction("not-json") from error


def list_field(request: HttpRequest, name: str) -> list[object]:
    value = json_field(request, name)
    if not isinstance(value, list):
        raise MalformedAction("not-a-list")
    return cast("list[object]", value)


def number_field(request: HttpRequest, name: str) -> int:
    value = request.POST.get(name, "")
    if not value.isdecimal() or len(value) > 9:
        raise MalformedAction("not-a-number")
    return int(value)


def address_here(asked: str, otherwise: str = "") -> str:
    """Where a form wants to lead: a page of this site, or else what is given, or home."""
    here = asked.startswith("/") and url_has_allowed_host_and_scheme(asked, allowed_hosts=None)
    return asked if here and len(asked) <= LONGEST_ADDRESS else otherwise or reverse("home")


def player_required(view: View) -> View:
    """Through log-in and back: to this page, or after a post to the page it came from.

    A guest is let in: for what concerns nobody but themselves.
    """

    @wraps(view)
    def checked(request: HtmxRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        return ask_to_log_in(request, _page_before(request, kwargs))

    return checked


def member_required(view: View) -> View:
    """The same for who has an account; a guest reads how to get one."""

    @wraps(view)
    def checked(request: HtmxRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        user = request.user
        if user.is_authenticated and user.is_guest:
            return ask_to_sign_up(request, back=_page_before(request, kwargs))
        return player_required(view)(request, *args, **kwargs)

    return checked


def _page_before(request: HttpRequest, kwargs: Mapping[str, object]) -> str:
    if request.method in ("GET", "HEAD"):
        return ""
    return reverse("game", args=[kwargs["code"]]) if "code" in kwargs else reverse("home")


def ask_to_sign_up(
    request: HtmxRequest, code: str = "guests-cannot", back: str = ""
) -> HttpResponse:
    """What takes an account is told where one gets it; and from there the way leads back."""
    messages.info(request, refusal(code, {}))
    to = {"next": address_here(back or _page_that_asks(request))}
    sign_up = reverse("account_signup", query=to)
    return HttpResponseClientRedirect(sign_up) if request.htmx else redirect(sign_up)


def wants_part(request: HtmxRequest) -> bool:
    """HTMX asks for what it swaps in; when it goes back in history it needs the whole page."""
    return bool(request.htmx) and not request.htmx.history_restore_request


def part_or_page(
    request: HtmxRequest, part: str, page: str, context: Mapping[str, object], status: int = 200
) -> HttpResponse:
    is_part = wants_part(request)
    template = part if is_part else page
    response = render(request, template, {**context, "is_part": is_part}, status=status)
    patch_vary_headers(response, ["HX-Request", "HX-History-Restore-Request"])
    return response


def refuse_with_page(
    request: HttpRequest, error: GameError | ServiceError, back: str = "home"
) -> HttpResponse:
    """Say what was refused, on the page the person came from; for HTMX only the sentence."""
    if getattr(request, "htmx", False):
        context = {"words": words_for(error)}
        return render(request, "games/pages/_notice.html", context, status=status_of(error))
    messages.error(request, words_for(error))
    return redirect(back)
