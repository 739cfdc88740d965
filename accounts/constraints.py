"""Bounds as the database keeps them."""

from __future__ import annotations

from django.db.models import CheckConstraint, Q

from accounts.bounds import EARLIEST, LATEST


def within(name: str, low: object, high: object, *fields: str) -> CheckConstraint:
    """Each of these fields lies between the two, or is not set."""
    condition = Q()
    for field in fields:
        condition &= Q(**{f"{field}__gte": low, f"{field}__lte": high})
    return CheckConstraint(name=name, condition=condition)


def in_our_days(name: str, *fields: str) -> CheckConstraint:
    return within(name, EARLIEST, LATEST, *fields)
