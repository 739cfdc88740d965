"""What services refuse. The words for people are in `games/refusals.py`."""

from __future__ import annotations


class ServiceError(Exception):
    """Refused: a stable code, the HTTP status that says the same, and what the words may name."""

    def __init__(self, code: str, status: int, **data: object) -> None:
        super().__init__(code)
        self.code = code
        self.status = status
        self.data = data

    def __str__(self) -> str:
        return f"{self.code} {self.data}" if self.data else self.code


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
