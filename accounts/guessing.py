"""How often a secret that is typed has been guessed.

A session cannot count that: two requests at once both read what stood there before, and each
writes over what the other wrote.
"""

from __future__ import annotations

from hashlib import sha256

from django.core.cache import cache
from django.db import connection, transaction


def guesses_at(secret: str, *, seconds: int) -> int:
    """This one too; by all sessions and processes, one after the other. Kept for so long."""
    key = f"guesses-{sha256(secret.encode()).hexdigest()}"
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [key])
        guesses = int(cache.get(key, 0)) + 1
        cache.set(key, guesses, seconds)
    return guesses
