"""Signing up; and proving by mail who one is, before a moderator sets up a second factor."""

from __future__ import annotations

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import names, proof, selectors, signing_up
from accounts.forms import SignupForm
from accounts.signing_up import Paper

NOT_THE_CODE = gettext_lazy("That's not the code we sent, or it's too old.")
NOT_SENT = gettext_lazy("We couldn't send a code just now. Try again in a minute.")


@never_cache
@sensitive_post_parameters("password1", "code")
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    """One page: first who one is, then the code that came by mail."""
    if request.user.is_authenticated:
        return redirect(_next(request) or "home")
    paper = signing_up.waiting(request)
    if paper is not None and "code" in request.POST:
        return _enter_code(request, paper)
    if paper is not None and "again" in request.POST:
        return _send_again(request, paper)
    if request.method == "POST":
        return _begin(request)
    if paper is not None and "change" not in request.GET:
        return _ask_for_code(request, paper)
    return _ask_who(request, SignupForm(initial=_typed(paper)), paper)


def _begin(request: HttpRequest) -> HttpResponse:
    refused: HttpResponse | None = ratelimit.consume_or_429(request, action="signup")
    if refused is not None:
        return refused
    by_passkey = "passkey" in request.POST
    form = SignupForm(request.POST, by_passkey=by_passkey)
    if not form.is_valid():
        return _ask_who(request, form, None)
    data = form.cleaned_data
    paper = Paper(
        name=data["username"],
        email=data["email"],
        # As much work for an address that is known here as for one that is new.
        password="" if by_passkey else make_password(data["password1"]),
        time_zone=form.zone(),
        next=_next(request),
        known=form.account_already_exists,
    )
    if not signing_up.begin(request, paper):
        form.add_error(None, NOT_SENT)
        return _ask_who(request, form, None, status=429)
    kept = signing_up.waiting(request)
    if kept is not None and kept.proved:
        return _finish(request, kept)
    return redirect("account_signup")


def _enter_code(request: HttpRequest, paper: Paper) -> HttpResponse:
    proved = signing_up.enter(request, request.POST["code"])
    if proved is not None:
        return _finish(request, proved)
    return _ask_for_code(request, paper, refused=NOT_THE_CODE, status=422)


def _send_again(request: HttpRequest, paper: Paper) -> HttpResponse:
    if signing_up.send(request, paper):
        messages.success(request, _("We've sent you another code."))
    else:
        messages.error(request, NOT_SENT)
    return redirect("account_signup")


def _finish(request: HttpRequest, paper: Paper) -> HttpResponse:
    """Somebody may have been quicker; then another name is asked for, and no other code."""
    try:
        return signing_up.finish(request, paper)
    except (ValidationError, IntegrityError):
        # The mailbox is theirs, so that they may know who else has it.
        has_account = selectors.person_with_address(paper.email) is not None
        messages.error(request, names.ADDRESS_TAKEN if has_account else names.TAKEN)
        return _ask_who(request, SignupForm(initial=_typed(paper)), paper, status=409)


def _typed(paper: Paper | None) -> dict[str, str]:
    return {"username": paper.name, "email": paper.email} if paper else {}


def _ask_who(
    request: HttpRequest, form: SignupForm, paper: Paper | None, status: int = 200
) -> HttpResponse:
    context = {
        "form": form,
        "guest": signing_up.guest_of(request),
        "next": paper.next if paper else _next(request),
    }
    return render(request, "account/signup.html", context, status=status)


def _ask_for_code(
    request: HttpRequest, paper: Paper, refused: Promise | str = "", status: int = 200
) -> HttpResponse:
    context = {"email": paper.email, "refused": refused}
    return render(request, "account/signup_code.html", context, status=status)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def code_by_mail(request: HttpRequest) -> HttpResponse:
    """A code is sent when it is asked for; what it opens is the page that somebody came from."""
    status = 200
    if "code" in request.POST:
        if proof.enter_code(request, request.POST["code"]):
            return redirect(_next(request) or "mfa_index")
        messages.error(request, NOT_THE_CODE)
        status = 422
    elif request.method == "POST" and not proof.send_code(request):
        messages.error(request, NOT_SENT)
        status = 429
    context = {"next": _next(request), "waits": proof.waits_for_code(request)}
    return render(request, "account/code_by_mail.html", context, status=status)


def _next(request: HttpRequest) -> str:
    asked = request.POST.get("next", request.GET.get("next", ""))
    here = url_has_allowed_host_and_scheme(asked, allowed_hosts=None)
    return asked if here and asked.startswith("/") else ""
