"""Email addresses that can be written to. One check, wherever an address is typed."""

from __future__ import annotations

import unicodedata

from django.core.exceptions import ValidationError
from django.core.mail.message import sanitize_address
from django.core.validators import validate_email
from django.utils.translation import gettext_lazy as _

# RFC 5321, 4.5.3.1. Labels have their limit too, which the encoding to IDNA checks.
LONGEST, LONGEST_LOCAL_PART, LONGEST_DOMAIN = 254, 64, 253


def deliverable(address: str) -> None:
    """Refuse what a mail server could not be given: it would come back to us at each attempt.

    We do not speak SMTPUTF8, so what stands before the @ is ASCII. A domain has to survive the
    way to ASCII and back, or we would write to another one than was typed.
    """
    if not _is_deliverable(address):
        raise ValidationError(
            _("We can't send email to this address. Please check it."), code="undeliverable"
        )


def _is_deliverable(address: str) -> bool:
    local_part, _at, domain = address.rpartition("@")
    if len(address) > LONGEST or len(local_part) > LONGEST_LOCAL_PART:
        return False
    if not local_part.isascii() or any(_is_unseen(sign) for sign in address):
        return False
    try:
        validate_email(address)
        there = domain.encode("idna")
        return (
            len(there) <= LONGEST_DOMAIN
            and (domain.isascii() or there.decode("idna") == domain.lower())
            and sanitize_address(address, "utf-8") == f"{local_part}@{there.decode('ascii')}"
        )
    except (ValidationError, ValueError):
        # ValueError is UnicodeError too.
        return False


def _is_unseen(sign: str) -> bool:
    """Control signs, joiners, spaces, signs without a meaning: nobody types them on purpose."""
    return unicodedata.category(sign)[0] in "CZ"
