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

# In slots of 8 bytes: just more than half of the 128 kB that Python then takes in one piece.
ROOM = 8_200


def room_on_the_stack(get_response: GetResponse) -> GetResponse:
    """Python takes its stack in pieces of 16 kB, and gives one back as soon as it is empty: a loop
    that calls across the end of one, as templates do, asks the system for memory at each turn.
    That took up to half of a page's time, by chance of how deep it was drawn. From a frame that
    needs a large piece, all that is called has room in it. (gh-142183; newer Pythons keep one.)
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    middleware.__code__ = middleware.__code__.replace(co_stacksize=ROOM)
    return middleware


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
