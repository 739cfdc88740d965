"""Where a request comes from, as it is counted."""

from __future__ import annotations

import ipaddress

from django.conf import settings
from django.http import HttpRequest


def network_of(text: str) -> str:
    """An address; for IPv6 the network, since a home has as many as it likes."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((address, 64), strict=False))


def whence(request: HttpRequest) -> str:
    """What our own proxy adds comes after what it was given, which anybody can write."""
    text = str(request.META.get("REMOTE_ADDR") or "")
    if settings.BEHIND_PROXY:
        forwarded = request.headers.get("X-Forwarded-For", "")
        text = forwarded.rpartition(",")[2].strip() or text
    return network_of(text)
