"""What services refuse. The words for people are in `games/words.py`."""

from __future__ import annotations


class ServiceError(Exception):
    """Refused: a stable code, and the HTTP status that says the same."""

    def __init__(self, code: str, status: int) -> None:
        super().__init__(code)
        self.code = code
        self.status = status


def not_your_seat() -> ServiceError:
    return ServiceError("not-your-seat", 403)


def moved_on() -> ServiceError:
    """Somebody, or the same person in another window, has moved since the page was made."""
    return ServiceError("moved-on", 409)


def not_found() -> ServiceError:
    return ServiceError("not-found", 404)


def busy() -> ServiceError:
    """Too many wanted the same at the same instant, several times in a row."""
    return ServiceError("busy", 503)
