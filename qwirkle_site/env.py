"""Reading settings from the environment, and failing loudly where one is wrong."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

_YES = {"1", "true", "yes", "on"}
_NO = {"", "0", "false", "no", "off"}


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def flag(name: str, default: bool = False) -> bool:
    value = os.environ.get(name, str(default)).strip().lower()
    if value not in _YES | _NO:
        raise ImproperlyConfigured(f"{name} is {value!r}; it must be 1 or 0.")
    return value in _YES


def number(name: str, default: int) -> int:
    value = text(name, str(default))
    if not value.isdecimal():
        raise ImproperlyConfigured(f"{name} is {value!r}; it must be a whole number.")
    return int(value)


def words(name: str) -> list[str]:
    """A list separated by commas."""
    return [word.strip() for word in text(name).split(",") if word.strip()]


def needed(name: str, why: str) -> str:
    value = text(name)
    if not value:
        raise ImproperlyConfigured(f"{name} is not set: {why}")
    return value


def development_key(file: Path) -> str:
    """A key for this machine alone, kept so that a restart does not log everybody out."""
    try:
        if not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.touch(mode=0o600)
            file.write_text(secrets.token_urlsafe(50))
        return file.read_text() or secrets.token_urlsafe(50)
    except OSError:
        return secrets.token_urlsafe(50)
