"""Proving by mail who one is, before a moderator sets up a second factor."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import proof


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def code_by_mail(request: HttpRequest) -> HttpResponse:
    """A code is sent when it is asked for; what it opens is the page that somebody came from."""
    status = 200
    if "code" in request.POST:
        if proof.enter_code(request, request.POST["code"]):
            return redirect(_next(request) or "mfa_index")
        messages.error(request, _("That's not the code we sent, or it's too old."))
        status = 422
    elif request.method == "POST" and not proof.send_code(request):
        messages.error(request, _("We couldn't send a code just now. Try again in a minute."))
        status = 429
    context = {"next": _next(request), "waits": proof.waits_for_code(request)}
    return render(request, "account/code_by_mail.html", context, status=status)


def _next(request: HttpRequest) -> str:
    asked = request.POST.get("next", request.GET.get("next", ""))
    here = url_has_allowed_host_and_scheme(asked, allowed_hosts=None)
    return asked if here and asked.startswith("/") else ""
