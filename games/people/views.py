"""Profiles, settings, blocking, taking one's data away, and leaving."""

from __future__ import annotations

from http import HTTPStatus

from django.conf import settings as choices
from django.contrib import messages
from django.contrib.auth import logout
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.i18n import set_language as django_set_language

from accounts import proof, signing_up
from accounts import selectors as people
from accounts import services as accounts
from accounts.bounds import A_YEAR
from accounts.forms import DeleteForm, SettingsForm
from accounts.models import User
from accounts.palettes import COOKIE
from games.machinery.errors import ServiceError
from games.machinery.pace import check_pace
from games.models import Player
from games.pages.answers import (
    Authenticated,
    HtmxRequest,
    address_here,
    ask_to_log_in,
    member_required,
    player_required,
    refuse_with_page,
    wants_part,
)
from games.pages.paging import read_key
from games.people import own_data, selectors
from games.people.services import guests
from games.people.services import leaving as services
from games.tables.selectors import cards

Company = Player.Company
MOST_ATTEMPTS = 5
LONG_ENOUGH = 600


@require_safe
def profile(request: HtmxRequest, username: str) -> HttpResponse:
    """Who somebody is here; their finished games go on at an address of its own."""
    person = people.person_named(username)
    after = read_key(request.GET.get("finished", ""))
    finished = selectors.games_finished(person, after)
    if wants_part(request) and after is not None:
        older = {"page": cards(finished)[0], "name": "finished", "older": True}
        return render(request, "games/tables/_cards.html", older)
    me = request.user if request.user.is_authenticated else None
    results = selectors.results(person)
    playing, played = cards(selectors.games_going_on(person), finished)
    context = {
        "person": person,
        "with_people": results.get(Company.PEOPLE, selectors.Results()),
        "alone": results.get(Company.ALONE),
        "against_computers": results.get(Company.COMPUTER),
        "games": playing,
        "finished": played,
        "blocked": me is not None and people.has_blocked(me, person),
        "is_me": me is not None and me.pk == person.pk,
    }
    return render(request, "games/people/profile.html", context)


@player_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: Authenticated) -> HttpResponse:
    form = SettingsForm(request.POST or None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        accounts.update_settings(user=request.user, **form.cleaned_data)
        with translation.override(request.user.language or translation.get_language()):
            messages.success(request, _("Your settings have been saved."))
        return redirect("settings")
    context = {"form": form, "blocked": people.blocked_by(request.user)}
    return render(
        request, "games/people/settings.html", context, status=422 if form.errors else 200
    )


@require_POST
def tips_off(request: HtmxRequest) -> HttpResponse:
    """No more tips, in whichever game, for whoever plays: the settings bring them back."""
    if not request.user.is_authenticated:
        return ask_to_log_in(request, reverse("home"))
    accounts.update_settings(user=request.user, tips=False)
    if request.htmx:
        return HttpResponse()
    return redirect(address_here(request.POST.get("next", "")))


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """For a visitor in a cookie; for a person in their settings too."""
    language = request.POST.get("language", "")
    if request.user.is_authenticated and language in dict(choices.LANGUAGES):
        accounts.update_settings(user=request.user, language=language)
    return django_set_language(request)


@require_POST
def set_palette(request: HttpRequest) -> HttpResponse:
    """For a visitor in a cookie; for a person in their settings."""
    palette = request.POST.get("palette", "")
    response = redirect(address_here(request.POST.get("next", "")))
    if palette not in User.Palette.values:
        return response
    if request.user.is_authenticated:
        accounts.update_settings(user=request.user, palette=palette)
    else:
        response.set_cookie(
            COOKIE,
            palette,
            max_age=A_YEAR,
            samesite="Lax",
            httponly=True,
            secure=choices.SESSION_COOKIE_SECURE,
        )
    return response


@require_POST
@member_required
def block(request: Authenticated, username: str) -> HttpResponse:
    person = people.person_named(username)
    if request.POST.get("block") == "0":
        accounts.unblock(blocker=request.user, blocked=person)
    else:
        try:
            accounts.block(blocker=request.user, blocked=person)
        except ValidationError as error:
            messages.error(request, error.messages[0])
    return redirect("profile", username=person.username)


@player_required
@require_safe
def data(request: Authenticated) -> HttpResponse:
    """Everything in one file takes its time to collect."""
    try:
        check_pace(request.user, "data", most=6)
    except ServiceError as error:
        return refuse_with_page(request, error, back="settings")
    response = JsonResponse(
        own_data.everything_about(request.user), json_dumps_params={"indent": 1}
    )
    response.headers["Content-Disposition"] = 'attachment; filename="tilepost-data.json"'
    return response


@require_POST
@member_required
def take_along(request: Authenticated) -> HttpResponse:
    """Who has logged in after playing as a guest: these games are theirs, or are left behind."""
    guest_id = request.session.get(signing_up.GUEST_BEFORE)
    if guest_id is not None and request.POST.get("take") == "1":
        try:
            guests.take_along(user=request.user, guest_id=guest_id)
        except ServiceError as error:
            if error.status == HTTPStatus.NOT_FOUND:
                request.session.pop(signing_up.GUEST_BEFORE)
            return refuse_with_page(request, error)
        messages.success(request, _("Your games have come along."))
    request.session.pop(signing_up.GUEST_BEFORE, None)
    return redirect("home")


@player_required
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: Authenticated) -> HttpResponse:
    """Who proves that it is they, by the password or by what they log in with instead of one."""
    if request.user.is_guest:
        return _delete_guest(request)
    if not request.user.has_usable_password() and not proof.has_lately_proved(
        request, proof.FACTOR
    ):
        return proof.prove_factor(request)
    form = DeleteForm(request.user, request.POST or None)
    attempts = f"delete-account-{request.user.pk}"
    if (
        request.method == "POST"
        and (cache.get_or_set(attempts, 0, LONG_ENOUGH) or 0) >= MOST_ATTEMPTS
    ):
        messages.error(request, _("Too many attempts. Please try again later."))
        return redirect("settings")
    if request.method == "POST" and not form.is_valid():
        cache.incr(attempts)
    elif request.method == "POST":
        services.delete_account(user=request.user)
        logout(request)
        messages.success(
            request, _("Your account has been deleted. Goodbye, and thanks for playing.")
        )
        return redirect("home")
    status = 422 if form.errors else 200
    return render(request, "games/people/delete_account.html", {"form": form}, status=status)


def _delete_guest(request: Authenticated) -> HttpResponse:
    if request.method == "POST":
        guests.delete_guest(user=request.user)
        logout(request)
        messages.success(request, _("Your games have been deleted."))
        return redirect("home")
    return render(request, "games/people/delete_account.html")
