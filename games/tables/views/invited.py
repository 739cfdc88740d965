"""Where an invitation leads: to the table, and a seat to take."""

from __future__ import annotations

from datetime import timedelta

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import names, signing_up
from accounts.forms import InvitedForm
from accounts.models import User
from accounts.readers import is_member
from accounts.selectors import person_with_address
from games.machinery.errors import ServiceError
from games.models import Game, Invitation
from games.pages.answers import HtmxRequest, words_for
from games.pages.compression import holds_a_secret
from games.play import selectors as play_selectors
from games.tables.services import tables

# In the session: the invitation that brought somebody here.
INVITED = "invited"
# For so long the mail shows whose address it is; the table may wait longer.
SHOWS_ADDRESS = timedelta(days=14)


@holds_a_secret
@sensitive_post_parameters("password1")
@require_http_methods(["GET", "HEAD", "POST"])
def invited(request: HtmxRequest, token: str) -> HttpResponse:
    """From a link or a mail. Who came by a mail to an address that nobody here has signs up on
    this page, and sits down at once."""
    invitation = Invitation.objects.select_related("game").filter(token=token).first()
    game = invitation.game if invitation else Game.objects.filter(invite_token=token).first()
    if game is None:
        raise Http404
    game = play_selectors.game_with_players(game.code)
    if play_selectors.seat_of(game, request.user) or not game.is_open:
        if play_selectors.may_watch(game, request.user):
            return redirect("game", code=game.code)
        return render(request, "games/tables/too_late.html", status=410)
    if is_member(request.user):
        request.session.pop(INVITED, None)
    else:
        # Whichever way leads to an account, this is where they wanted to go.
        request.session[INVITED] = request.path
    form, status = None, 200
    if invitation is not None and not is_member(request.user) and _shows_address(invitation):
        refused: HttpResponse | None = ratelimit.consume_or_429(request, action="signup")
        if refused is not None:
            return refused
        form = InvitedForm(request.POST if request.method == "POST" else None)
        if form.is_valid():
            answer = _sign_up_and_join(request, invitation, form)
            if answer is not None:
                return answer
        status = 422 if form.errors else 200
    context = {
        "game": game,
        "token": token,
        "form": form,
        "address": invitation.email if invitation else "",
        "has_account": invitation is not None and form is None,
        "free": range(game.seats - len(game.players.all())),
        "kind": game.kind,
    }
    return render(request, "games/tables/invited.html", context, status=status)


def _shows_address(invitation: Invitation) -> bool:
    """Only its mail carries this link. It makes one account, and never opens one that is there."""
    return bool(
        invitation.email
        and invitation.mailed
        and invitation.answer == Invitation.Answer.WAITING
        and invitation.created_at > timezone.now() - SHOWS_ADDRESS
        and person_with_address(invitation.email) is None
    )


def _sign_up_and_join(
    request: HtmxRequest, invitation: Invitation, form: InvitedForm
) -> HttpResponse | None:
    data, game = form.cleaned_data, invitation.game
    if isinstance(request.user, User):
        request.guest = request.user  # type: ignore[attr-defined]
    try:
        answer = signing_up.sign_up(
            request,
            name=data["username"],
            email=invitation.email,
            password=make_password(data["password1"]),
            time_zone=form.zone(),
            to=reverse("game", args=[game.code]),
        )
    except (ValidationError, IntegrityError):
        if person_with_address(invitation.email) is None:
            form.add_error("username", names.TAKEN)
        else:
            form.add_error(None, names.ADDRESS_TAKEN)
        return None
    young = request.POST.get("young") == "1"
    request.session.pop(INVITED, None)
    assert isinstance(request.user, User)
    try:
        tables.join(game_id=game.pk, user=request.user, token=invitation.token, young=young)
    except ServiceError as error:
        messages.error(request, words_for(error))
        return redirect("home")
    return answer
