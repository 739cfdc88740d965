"""Mails: choosing them, seeing what was sent, unsubscribing, and the calendar."""

from __future__ import annotations

from django.contrib import messages
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import services as accounts
from games.machinery.errors import ServiceError
from games.machinery.pace import check_pace
from games.pages.addresses import full_address
from games.pages.answers import Authenticated, member_required, refuse_with_page
from games.pages.compression import holds_a_secret
from games.pages.paging import read_number
from games.post import calendars, selectors
from games.post.composing import UNSUBSCRIBE
from games.post.forms import MailForm
from games.post.services import unsubscribing


@holds_a_secret
@member_required
@require_http_methods(["GET", "HEAD", "POST"])
def mail_settings(request: Authenticated) -> HttpResponse:
    form = MailForm(request.POST or None, user=request.user)
    if request.method == "POST" and form.is_valid():
        accounts.update_settings(user=request.user, **form.values())
        messages.success(request, _("Your settings have been saved."))
        return redirect("mail-settings")
    token = accounts.calendar_token(user=request.user)
    context = {
        "form": form,
        "sent": selectors.sent_to(request.user, read_number(request.GET.get("mails", ""))),
        "calendar": full_address("calendar", token),
    }
    return render(
        request, "games/post/mail_settings.html", context, status=422 if form.errors else 200
    )


@require_POST
@member_required
def reset_calendar(request: Authenticated) -> HttpResponse:
    try:
        check_pace(request.user, "calendar", most=20)
    except ServiceError as error:
        return refuse_with_page(request, error, back="mail-settings")
    accounts.reset_calendar(user=request.user)
    messages.success(request, _("Your calendar has a new link. The old one no longer works."))
    return redirect("mail-settings")


@require_safe
def calendar(request: HttpRequest, token: str) -> HttpResponse:
    """The deadlines of a person's games. Who knows the address may read it."""
    person = selectors.person_by_calendar(token)
    content = calendars.deadlines(person, selectors.turns_of(person))
    response = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    response.headers["Cache-Control"] = "private, max-age=300"
    return response


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """Works without logging in, and does only that. Mail programs post to it by themselves."""
    try:
        who = signing.loads(token, salt=UNSUBSCRIBE)
    except signing.BadSignature as error:
        raise Http404 from error
    if request.method == "POST":
        unsubscribing.unsubscribe(user_id=who["user"], email=who["email"], kind=who["kind"])
    context = {"done": request.method == "POST", "kind": unsubscribing.kind_name(who["kind"])}
    return render(request, "games/post/unsubscribe.html", context)
