"""What mails about somebody's account say, in our words: one entry for each template of allauth."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Notification
from games.post.letters import Letter

Values = dict[str, str]


def account_letter(notification: Notification) -> Letter:
    """In the language that is active. What we have no words for comes as allauth wrote it."""
    data = notification.data
    values: Values = {
        "site": settings.SITE_NAME,
        "email": notification.email,
        "name": notification.user.username if notification.user else "",
        **data.get("facts", {}),
        **data.get("secrets", {}),
    }
    template = data.get("template", "")
    if template in CHANGES:
        return _change(str(CHANGES[template]), values)
    return WRITERS.get(template, _unknown)(values)


def _confirm(values: Values) -> Letter:
    """Without the name, which a stranger may have chosen to make us carry their words."""
    return _key(
        _("Confirm your email address for %(site)s"),
        [
            _("Someone, probably you, gave this email address on %(site)s."),
            _("If it wasn't you, you don't need to do anything."),
        ],
        _("Confirm my address"),
        values,
    )


def _reset(values: Values) -> Letter:
    return _key(
        _("Choose a new password for %(site)s"),
        [
            _("Someone, probably you, asked for a new password for your account %(name)s."),
            _("If it wasn't you, you don't need to do anything: your password stays as it is."),
        ],
        _("Choose a new password"),
        values,
    )


def _log_in_code(values: Values) -> Letter:
    return _key(
        _("Your code to log in to %(site)s"),
        [_("If you didn't ask for it, you don't need to do anything. Don't share it.")],
        _("Log in"),
        values,
    )


def _key(subject: str, sentences: Sequence[str], button: str, values: Values) -> Letter:
    """What opens something: a link to press, or a code to type."""
    said = [sentence % values for sentence in sentences]
    if code := values.get("code"):
        typed = _("Enter this code on the page you have open:")
        return Letter(subject % values, [*said, typed], "", table=False, code=code)
    return Letter(subject % values, said, button, table=False, page=values["page"])


def _exists(values: Values) -> Letter:
    return Letter(
        _("You already have an account on %(site)s") % values,
        [
            _("Someone, probably you, tried to sign up with this email address."),
            _("You already have an account here: log in with it, or choose a new password."),
            _("If it wasn't you, you don't need to do anything."),
        ],
        _("Choose a new password"),
        table=False,
        page=reverse("account_reset_password"),
    )


def _no_account(values: Values) -> Letter:
    return Letter(
        _("There's no account for this address on %(site)s") % values,
        [
            _("Someone, probably you, asked for a new password for %(email)s.") % values,
            _("There's no account with this address. You may have signed up with another one."),
        ],
        _("Sign up"),
        table=False,
        page=reverse("account_signup"),
    )


def _address_changed(values: Values) -> Letter:
    return _change(_("Your email address was changed from %(from_email)s to %(to_email)s."), values)


def _address_removed(values: Values) -> Letter:
    return _change(_("The address %(deleted_email)s was removed from your account."), values)


def _change(what: str, values: Values) -> Letter:
    """Something was done to the account: who did not do it reads what to do now."""
    return Letter(
        _("Your account on %(site)s was changed") % values,
        [
            what % values,
            _("If it was you, all is well. If not, choose a new password straight away."),
        ],
        _("Choose a new password"),
        table=False,
        page=reverse("account_reset_password"),
        facts=_origin(values),
    )


def _origin(values: Values) -> list[tuple[str, str]]:
    when = parse_datetime(values.get("timestamp", ""))
    facts = [
        (_("When"), _moment(when) if when else ""),
        (_("From"), values.get("ip", "")),
        (_("With"), values.get("user_agent", "")),
    ]
    return [(label, value) for label, value in facts if value]


def _moment(when: datetime) -> str:
    return date_format(timezone.localtime(when), "DATETIME_FORMAT")


def _unknown(values: Values) -> Letter:
    paragraphs = values.get("text", "").split("\n\n")
    return Letter(
        values.get("subject") or settings.SITE_NAME, paragraphs, _("Go to the site"), table=False
    )


CHANGES: Mapping[str, Promise] = {
    "account/email/email_confirm": gettext_lazy("Your email address was confirmed."),
    "account/email/password_changed": gettext_lazy("Your password was changed."),
    "account/email/password_reset": gettext_lazy("Your password was reset."),
    "account/email/password_set": gettext_lazy("A password was set for your account."),
    "mfa/email/recovery_codes_generated": gettext_lazy(
        "New recovery codes were made. The old ones no longer work."
    ),
    "mfa/email/totp_activated": gettext_lazy(
        "An authenticator app was added. You now need it to log in."
    ),
    "mfa/email/totp_deactivated": gettext_lazy("The authenticator app was removed."),
    "mfa/email/webauthn_added": gettext_lazy("A passkey or security key was added."),
    "mfa/email/webauthn_removed": gettext_lazy("A passkey or security key was removed."),
    "socialaccount/email/account_connected": gettext_lazy(
        "An account on another site was connected. You can use it to log in."
    ),
    "socialaccount/email/account_disconnected": gettext_lazy(
        "An account on another site was disconnected."
    ),
}

WRITERS: Mapping[str, Callable[[Values], Letter]] = {
    "account/email/account_already_exists": _exists,
    "account/email/email_changed": _address_changed,
    "account/email/email_confirmation": _confirm,
    "account/email/email_confirmation_signup": _confirm,
    "account/email/email_deleted": _address_removed,
    "account/email/login_code": _log_in_code,
    "account/email/password_reset_code": _reset,
    "account/email/password_reset_key": _reset,
    "account/email/unknown_account": _no_account,
}
