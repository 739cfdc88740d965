"""Every address of the site, as the resolver knows them: a new one is covered by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLResolver, get_resolver
from django.utils.regex_helper import normalize


@dataclass(frozen=True, slots=True)
class Address:
    """`g/%(code)s/at/%(ply)s/`, and the names of what has to be filled in."""

    template: str
    names: tuple[str, ...]

    def filled(self, values: dict[str, str]) -> str:
        return "/" + self.template % values


def all_addresses() -> list[Address]:
    return list(_walk(get_resolver()))


def _walk(resolver: Any, before: str = "", names: tuple[str, ...] = ()) -> Iterator[Address]:
    for pattern in resolver.url_patterns:
        template, more = normalize(pattern.pattern.regex.pattern)[0]
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern, before + template, (*names, *more))
        else:
            yield Address(before + template, (*names, *more))
