"""What is said where something went wrong."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.template.loader import get_template
from django_htmx.http import HttpResponseClientRefresh

from games.pages.answers import HtmxRequest


def csrf_failure(request: HtmxRequest, reason: str = "") -> HttpResponse:
    """A page open for too long is fetched anew; whoever has no cookies is told."""
    if getattr(request, "htmx", False) or request.headers.get("HX-Request"):
        return HttpResponseClientRefresh()
    return problem(403, "403_csrf.html")


def problem(status: int, template: str = "") -> HttpResponse:
    """Made without the request, which may be what is wrong: no person, no session, no query."""
    page = get_template(template or f"{status}.html")
    return HttpResponse(page.render({"site_name": settings.SITE_NAME}), status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    too_much = isinstance(exception, (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent))
    return problem(413 if too_much else 400)


def no_access(request: HttpRequest, exception: Exception) -> HttpResponse:
    return problem(403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return problem(404)


def too_often(request: HttpRequest) -> HttpResponse:
    return problem(429)


def broken(request: HttpRequest) -> HttpResponse:
    return problem(500)
