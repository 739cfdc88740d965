"""Vacation: planning one, and coming back."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.machinery.errors import ServiceError
from games.machinery.pace import check_pace
from games.pages.answers import Authenticated, member_required, words_for
from games.people.forms import VacationForm
from games.people.services import vacations


@member_required
@require_http_methods(["GET", "HEAD", "POST"])
def vacation(request: Authenticated) -> HttpResponse:
    form = VacationForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        begins, ends = form.period()
        try:
            check_pace(request.user, "vacation", most=10)
            vacations.go_away(user=request.user, starts_at=begins, ends_at=ends)
        except ServiceError as error:
            form.add_error(None, words_for(error))
        else:
            messages.success(request, _("Enjoy it! Your clocks are paused while you're away."))
            return redirect("vacation")
    now = timezone.now()
    user = request.user
    planned = vacations.is_planned(user, now)
    context = {
        "form": form,
        "planned": planned,
        "begun": planned and user.away_from is not None and user.away_from <= now,
        "days_left": vacations.days_left(user, now),
        "days": settings.VACATION_DAYS,
    }
    return render(
        request, "games/people/vacation.html", context, status=422 if form.errors else 200
    )


@require_POST
@member_required
def come_back(request: Authenticated) -> HttpResponse:
    begun = request.user.away_from is not None and request.user.away_from <= timezone.now()
    try:
        check_pace(request.user, "come-back", most=10)
        vacations.come_back(user=request.user)
    except ServiceError as error:
        messages.error(request, words_for(error))
    else:
        done = _("Welcome back!") if begun else _("Your vacation has been cancelled.")
        messages.success(request, done)
    return redirect("vacation")
