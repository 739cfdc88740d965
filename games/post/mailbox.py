"""The mails that a developer's machine would have sent. Not there in production."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

from csp.constants import SELF
from csp.decorators import csp_exempt, csp_update
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

BETWEEN = b"-" * 79
MOST = 100


@dataclass(frozen=True, slots=True)
class Mail:
    number: int
    message: EmailMessage

    @property
    def text(self) -> str:
        part = self.message.get_body(("plain",))
        return str(part.get_content()) if part else ""

    @property
    def html(self) -> str:
        """With its pictures inside."""
        part = self.message.get_body(("html",))
        html = str(part.get_content()) if part else ""
        for picture in self.message.walk():
            name = (picture.get("Content-ID") or "").strip("<>")
            content = picture.get_payload(decode=True)
            if name and isinstance(content, bytes):
                data = base64.b64encode(content).decode()
                html = html.replace(f"cid:{name}", f"data:image/png;base64,{data}")
        return html

    @property
    def link(self) -> str:
        """The first address of this site in the mail: for most, the thing to click."""
        found = re.search(r"https?://[^/\s]+(/\S*)", self.text)
        return found[1] if found else ""


def _mails() -> list[Mail]:
    """Newest first."""
    if not settings.DEBUG or not getattr(settings, "EMAIL_FILE_PATH", None):
        raise Http404
    files = sorted(
        Path(settings.EMAIL_FILE_PATH).glob("*.log"), key=lambda file: file.stat().st_mtime
    )
    texts = [text for file in files for text in file.read_bytes().split(BETWEEN) if text.strip()]
    parsed = (message_from_bytes(text.lstrip(), policy=policy.default) for text in texts)
    return [Mail(number, message) for number, message in enumerate(parsed)][::-1][:MOST]


def _mail(number: int) -> Mail:
    mail = next((mail for mail in _mails() if mail.number == number), None)
    if mail is None:
        raise Http404
    return mail


@require_safe
def mailbox(request: HttpRequest) -> HttpResponse:
    return render(request, "games/post/mailbox.html", {"mails": _mails()})


@csp_update({"frame-src": [SELF]})  # type: ignore[untyped-decorator]
@require_safe
def mail(request: HttpRequest, number: int) -> HttpResponse:
    return render(request, "games/post/mail.html", {"mail": _mail(number)})


@csp_exempt()  # type: ignore[untyped-decorator]
@xframe_options_sameorigin
@require_safe
def mail_html(request: HttpRequest, number: int) -> HttpResponse:
    """As a mail program shows it: no script of it runs, as the frame is a sandbox."""
    return HttpResponse(_mail(number).html)
