"""Mails with pictures as bytes, fast: a picture's lines are made once and never looked at again."""

from __future__ import annotations

from binascii import b2a_base64
from email.generator import BytesGenerator
from email.message import Message
from email.mime.nonmultipart import MIMENonMultipart
from functools import lru_cache, partial
from io import BytesIO
from secrets import token_hex
from typing import Any, cast

from django.core.mail import EmailMultiAlternatives

# Characters in a line of base64: RFC 2045, 6.8.
LINE = 76


class Mail(EmailMultiAlternatives):
    """Words as plain text and as HTML, and the pictures that the HTML shows."""

    mixed_subtype = "related"

    def attach_picture(self, name: str, png: bytes) -> None:
        image = MIMENonMultipart("image", "png")
        image.set_payload(_in_base64(png))
        image.add_header("Content-Transfer-Encoding", "base64")
        image.add_header("Content-ID", f"<{name}>")
        image.add_header("Content-Disposition", "inline", filename=f"{name}.png")
        self.attach(image)

    def message(self, **options: Any) -> Any:
        message = super().message(**options)
        message.as_bytes = partial(_as_bytes, message)  # type: ignore[method-assign]
        return message


# When a game is over, everybody is sent the same picture.
@lru_cache(maxsize=16)
def _in_base64(png: bytes) -> str:
    text = b2a_base64(png, newline=False).decode("ascii")
    lines = [text[start : start + LINE] for start in range(0, len(text), LINE)]
    return "\n".join([*lines, ""])


def _as_bytes(message: Message, unixfrom: bool = False, linesep: str = "\n") -> bytes:
    """As Django's own, which takes each line of a picture apart and together again."""
    written = BytesIO()
    _Generator(written, mangle_from_=False).flatten(message, unixfrom=unixfrom, linesep=linesep)
    return written.getvalue()


class _Generator(BytesGenerator):
    _NL: str

    def _handle_image(self, image: Message) -> None:
        self.write(cast("str", image.get_payload()).replace("\n", self._NL))

    @classmethod
    def _make_boundary(cls, text: str | None = None) -> str:  # noqa: ARG003
        """So long that nobody need look whether it is in the text."""
        return f"=={token_hex(24)}=="
