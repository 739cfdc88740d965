"""Signing up, and what a person can choose."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.conf import settings
from django.contrib.auth.password_validation import MinimumLengthValidator
from django.core.validators import MaxLengthValidator, MinLengthValidator
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.models import User
from accounts.zone_select import ZoneSelect
from accounts.zones import known_zones


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
        for each in self.fields.values():
            each.widget.attrs.pop("placeholder", None)
        if "password1" in self.fields:
            # What else is asked of a password is told to who breaks it.
            self.fields["password1"].help_text = MinimumLengthValidator().get_help_text()

    def clean_username(self) -> str:
        """As it will be stored. allauth's own checks of names would say less."""
        name = names.normalised(self.cleaned_data["username"])
        User.objects.check_name(name)
        return name

    def zone(self) -> str:
        """What the browser said, or UTC where it talked nonsense."""
        said: str = self.cleaned_data["time_zone"]
        return said if said in known_zones() else "UTC"


class InvitedForm(SignupForm):
    """For who came by a mail to their address, so that they need not type it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["email"]


class SettingsForm(forms.ModelForm[User]):
    class Meta:
        model = User
        fields = (
            *("language", "time_zone", "birth_date", "theme", "palette", "tile_letters"),
            *("hints", "tips", "after_turn", "confirm_turn", "sounds"),
        )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["birth_date"].widget = forms.DateInput({"type": "date"}, format="%Y-%m-%d")
        now = self.instance.zone.key
        self.initial["time_zone"] = now
        self.fields["time_zone"].widget = ZoneSelect()
        if self.instance.is_guest:
            # Nobody else sits at their tables.
            del self.fields["birth_date"]
        self.fields["language"].choices = [  # type: ignore[attr-defined]
            ("", _("Same as browser")),
            *settings.LANGUAGES,
        ]


class DeleteForm(forms.Form):
    """To delete an account, its password has to be known; who has none has shown a passkey."""

    password = forms.CharField(
        label=_("Your password"),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if not user.has_usable_password():
            del self.fields["password"]

    def clean_password(self) -> str:
        password: str = self.cleaned_data["password"]
        if not self.user.check_password(password):
            raise forms.ValidationError(_("Wrong password."))
        return password
