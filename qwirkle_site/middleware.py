"""What every page says about itself in its headers."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

GetResponse = Callable[[HttpRequest], HttpResponse]

# What a browser can do and our pages never ask for. Passkeys they do ask for.
POLICY = ", ".join(
    [
        *(
            f"{feature}=()"
            for feature in (
                "accelerometer",
                "autoplay",
                "browsing-topics",
                "camera",
                "display-capture",
                "encrypted-media",
                "geolocation",
                "gyroscope",
                "magnetometer",
                "microphone",
                "midi",
                "payment",
                "picture-in-picture",
                "usb",
                "xr-spatial-tracking",
            )
        ),
        "publickey-credentials-create=(self)",
        "publickey-credentials-get=(self)",
    ]
)


def permissions_policy(get_response: GetResponse) -> GetResponse:
    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", POLICY)
        return response

    return middleware


def kept_by_nobody(get_response: GetResponse) -> GetResponse:
    """A page is made for who asked and for now: going back shows the table as it is, and after
    logging out nothing. Whatever may be kept says so itself; what may be kept for everybody is the
    same for everybody, whatever was looked at to see who asks.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        if response.headers["Cache-Control"].startswith("public"):
            del response.headers["Vary"]
        return response

    return middleware
