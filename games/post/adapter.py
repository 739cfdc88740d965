"""allauth's way out: its mails are written into the outbox, and come as letters of ours.

It lives here and not with the accounts, since these know nothing of an outbox.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from urllib.parse import urlsplit

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as current
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest
from django.utils import timezone, translation

from accounts import signing_up
from accounts.addresses import deliverable
from accounts.models import User
from accounts.selectors import person_with_address
from games.machinery.wake import wake_post
from games.post.account_letters import CHANGES, WRITERS
from games.post.services import telling

# Where allauth puts what opens something, by template.
LINKS = ("activate_url", "password_reset_url")
LONGEST_AGENT = 200


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    def clean_email(self, email: str) -> str:
        """At sign-up, at a change of address, and where a password is to be reset."""
        deliverable(email)
        return email

    def login(self, request: HttpRequest, user: User) -> None:
        """Who played as a guest before, and has an account, is asked about these games."""
        guest = signing_up.guest_of(request)
        if guest is not None:
            # Else Django would empty the session, and forget how they have just proved it.
            for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY):
                request.session.pop(key, None)
        super().login(request, user)
        request.session.set_expiry(None)
        if guest is not None and guest.pk != user.pk:
            request.session[signing_up.GUEST_BEFORE] = guest.pk

    def send_mail(self, template_prefix: str, email: str, context: dict[str, object]) -> None:
        """Nothing is sent here: the server may be slow or away, and the page must not be."""
        named = context.get("user")
        user = named if isinstance(named, User) else person_with_address(email)
        secrets = {key: str(context[key]) for key in ("code",) if context.get(key)}
        link = next((str(context[key]) for key in LINKS if context.get(key)), "")
        if link:
            secrets["page"] = _on_this_site(link)
        if template_prefix not in CHANGES and template_prefix not in WRITERS:
            secrets |= self._as_allauth_says_it(template_prefix, email, context, user)
        about = telling.about_account(
            email=email,
            user=user,
            template=template_prefix,
            facts=_facts(context),
            secrets=secrets,
            lasts=_lasts(template_prefix, secrets),
        )
        telling.write([about])
        wake_post()

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, object] | None = None,
        email: str | None = None,
    ) -> None:
        """Of a change to the account; from where, if it was made on a page."""
        facts: dict[str, object] = {"user": user, "timestamp": timezone.now().isoformat()}
        request: HttpRequest | None = current.request
        if request is not None:
            agent = self.get_http_user_agent(request)
            facts |= {"ip": self.get_client_ip(request), "user_agent": agent[:LONGEST_AGENT]}
        self.send_mail(template_prefix, email or user.email, facts | (context or {}))

    def _as_allauth_says_it(
        self, template_prefix: str, email: str, context: dict[str, object], user: User | None
    ) -> dict[str, str]:
        """A newer version may have mails that we have no words for yet."""
        site = {"name": settings.SITE_NAME, "domain": urlsplit(settings.SITE_URL).netloc}
        values = {"request": current.request, "email": email, "current_site": site, **context}
        language = (user and user.language) or translation.get_language() or ""
        with translation.override(language):
            mail = self.render_mail(template_prefix, email, values)
        return {"subject": str(mail.subject), "text": str(mail.body)}


def _facts(context: Mapping[str, object]) -> dict[str, str]:
    """What a letter may name: only words, since it is made later and elsewhere."""
    known = ("timestamp", "ip", "user_agent", "from_email", "to_email", "deleted_email")
    facts = {key: str(context[key]).replace("\x00", "") for key in known if context.get(key)}
    return {key: value.encode(errors="replace").decode() for key, value in facts.items()}


def _on_this_site(link: str) -> str:
    """Without the host: links in mails lead to where the site is, whatever a browser called it."""
    parts = urlsplit(link)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


def _lasts(template_prefix: str, secrets: Mapping[str, str]) -> timedelta | None:
    """How long what it carries can be used; after that it is not sent any more."""
    name = template_prefix.rpartition("/")[2]
    if "code" in secrets:
        seconds = {
            "login_code": app_settings.LOGIN_BY_CODE_TIMEOUT,
            "password_reset_code": app_settings.PASSWORD_RESET_BY_CODE_TIMEOUT,
        }
        return timedelta(seconds=seconds.get(name, app_settings.EMAIL_VERIFICATION_BY_CODE_TIMEOUT))
    if name == "password_reset_key":
        return timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)
    if name.startswith("email_confirmation"):
        return timedelta(days=app_settings.EMAIL_CONFIRMATION_EXPIRE_DAYS)
    return None
