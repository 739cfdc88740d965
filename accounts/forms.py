"""Signing up, and what a person can choose."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.hashers import make_password
from django.core.validators import MaxLengthValidator, MinLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from accounts import names, services
from accounts.models import User
from accounts.zones import known_zones, offered_zones


class SignupForm(AllauthSignupForm):  # type: ignore[misc]
    """The browser says which time zone it is in; a person can change it later."""

    time_zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["username"]
        field.help_text = names.RULE
        # allauth has the browser cut what is too long, without a word; `clean_username` tells.
        lengths = (MinLengthValidator, MaxLengthValidator)
        field.validators = [each for each in field.validators if not isinstance(each, lengths)]
        field.widget.attrs.pop("maxlength", None)

    def clean_username(self) -> str:
        """As it will be stored. allauth's own checks of names would say less."""
        name = names.normalised(self.cleaned_data["username"])
        User.objects.check_name(name)
        return name

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """Of two who want one name in the same instant, the second asks again and is told."""
        if self.account_already_exists:
            # As much work for an address that is known here as for one that is new.
            make_password(self.cleaned_data["password1"])
        try:
            with transaction.atomic():
                saved: tuple[User | None, HttpResponse | None] = super().try_save(request)
                return saved
        except IntegrityError:
            messages.error(request, _("That didn't work. Please try again."))
            return None, redirect("account_signup")

    def custom_signup(self, request: HttpRequest, user: User) -> None:
        zone = self.cleaned_data["time_zone"]
        known = zone if zone in known_zones() else user.time_zone
        language = translation.get_language() or ""
        services.update_settings(user=user, time_zone=known, language=language)


class SettingsForm(forms.ModelForm[User]):
    class Meta:
        model = User
        fields = (
            *("language", "time_zone", "birth_date", "theme", "tile_letters", "hints"),
            *("after_turn", "confirm_turn", "sounds"),
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["birth_date"].widget = forms.DateInput({"type": "date"}, format="%Y-%m-%d")
        now = self.instance.zone.key
        self.initial["time_zone"] = now
        self.fields["time_zone"].widget = forms.Select(
            choices=[(zone, zone.replace("_", " ")) for zone in sorted({*offered_zones(), now})]
        )
        self.fields["language"].choices = [  # type: ignore[attr-defined]
            ("", _("Same as browser")),
            *settings.LANGUAGES,
        ]


class DeleteForm(forms.Form):
    """To delete an account, its password has to be known."""

    password = forms.CharField(
        label=_("Your password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError(_("Wrong password."))
        return password
