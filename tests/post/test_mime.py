"""What goes over the wire is what Django would have written, only sooner."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.mime.image import MIMEImage
from random import Random

import pytest
from django.core.mail import EmailMultiAlternatives

from games.post.mime import Mail

TEXT = "Zug um Zug: é, ש, 🎲\n.\n.a line with a point\nFrom here\n" + "long " * 300
VALUES = {
    "subject": "Your turn: Qwirkle with Zoë and דוד, and some more words to fold it",
    "body": TEXT,
    "to": ["zoe@example.org"],
    "headers": {"Message-ID": "<notification-1@example.org>", "Date": "today"},
}
SIZES = {
    "none": [],
    "one": [40_000],
    "two, one without a byte": [0, 57],
    "a line's worth": [57, 58],
}


def pictures(sizes: list[int]) -> dict[str, bytes]:
    dice = Random(1)
    return {f"board{number}": dice.randbytes(size) for number, size in enumerate(sizes)}


def as_django_does(sizes: list[int]) -> EmailMultiAlternatives:
    mail = EmailMultiAlternatives(**VALUES)
    mail.attach_alternative(f"<p>{TEXT}</p>", "text/html")
    mail.mixed_subtype = "related"
    for name, content in pictures(sizes).items():
        image = MIMEImage(content, "png")
        image.add_header("Content-ID", f"<{name}>")
        image.add_header("Content-Disposition", "inline", filename=f"{name}.png")
        mail.attach(image)
    return mail


def ours(sizes: list[int]) -> Mail:
    mail = Mail(**VALUES)
    mail.attach_alternative(f"<p>{TEXT}</p>", "text/html")
    for name, content in pictures(sizes).items():
        mail.attach_picture(name, content)
    return mail


def without_boundaries(content: bytes) -> bytes:
    return re.sub(rb"=(=+\d+|=\w+)==", b"boundary", content)


@pytest.mark.parametrize("linesep", ["\n", "\r\n"])
@pytest.mark.parametrize("sizes", SIZES.values(), ids=SIZES)
def test_the_bytes_are_those_that_django_writes(sizes: list[int], linesep: str) -> None:
    wanted = as_django_does(sizes).message().as_bytes(linesep=linesep)
    got = ours(sizes).message().as_bytes(linesep=linesep)

    assert without_boundaries(got) == without_boundaries(wanted)


def test_a_picture_comes_out_as_it_went_in() -> None:
    content = ours([100_001]).message().as_bytes(linesep="\r\n")
    message = message_from_bytes(content, policy=policy.default)

    (image,) = [part for part in message.walk() if part.get_content_maintype() == "image"]
    assert image.get_content() == pictures([100_001])["board0"]
    assert image["Content-ID"] == "<board0>"
    assert max(map(len, content.splitlines())) < 999


def test_no_two_mails_are_cut_at_the_same_words() -> None:
    first, second = (ours([10]).message().as_bytes() for _ in range(2))
    cuts = [re.findall(rb"boundary=\"(.*?)\"", content) for content in (first, second)]

    assert len({*cuts[0], *cuts[1]}) == 4
