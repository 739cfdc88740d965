"""Signing up, and what a person can choose."""

from __future__ import annotations

import zoneinfo
from datetime import date
from typing import Any

from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.models import User

OLDEST = 120


class SignupForm(AllauthSignupForm):  # type: ignore[misc]
    """The browser says which time zone it is in; a person can change it later."""

    time_zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def try_save(self, request: HttpRequest) -> Any:
        """As much work for an address that is known here as for one that is new."""
        if self.account_already_exists:
            make_password(self.cleaned_data["password1"])
        return super().try_save(request)

    def custom_signup(self, request: HttpRequest, user: User) -> None:
        zone = self.cleaned_data["time_zone"]
        known = zone if zone in zoneinfo.available_timezones() else user.time_zone
        language = translation.get_language() or ""
        services.update_settings(user=user, time_zone=known, language=language)


class SettingsForm(forms.ModelForm[User]):
    class Meta:
        model = User
        fields = ("language", "time_zone", "birth_date", "theme", "tile_letters", "hints")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["birth_date"].widget = forms.DateInput({"type": "date"}, format="%Y-%m-%d")
        zones = sorted(zone for zone in zoneinfo.available_timezones() if _common(zone))
        now = self.instance.time_zone
        self.fields["time_zone"].widget = forms.Select(
            choices=[(zone, zone.replace("_", " ")) for zone in sorted({*zones, now})]
        )
        self.fields["language"].choices = [  # type: ignore[attr-defined]
            ("", _("as my browser")),
            *settings.LANGUAGES,
        ]

    def clean_birth_date(self) -> date | None:
        born: date | None = self.cleaned_data["birth_date"]
        today = timezone.localdate()
        if (born and not today.year - OLDEST <= born.year) or (born and born > today):
            raise forms.ValidationError(_("This cannot be a date of birth."))
        return born


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
            raise forms.ValidationError(_("This is not your password."))
        return password


def _common(zone: str) -> bool:
    """Places, not the abbreviations and oddities that the list also has."""
    return zone == "UTC" or ("/" in zone and not zone.startswith(("Etc/", "SystemV/", "US/")))
