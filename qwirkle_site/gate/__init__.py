"""What stands before Django in a web process: bounds on what comes in, and on how much at once.

From the outside in: `bodies` refuses what is too long or too slow, `streams` serves open pages,
`places` lets a number of requests in and makes the others wait, or come again later.
"""

from __future__ import annotations

from django.conf import settings

from qwirkle_site.gate.asgi import App
from qwirkle_site.gate.bodies import Bodies
from qwirkle_site.gate.places import Places
from qwirkle_site.gate.streams import Caps, Streams, most_streams


def guarded(app: App) -> App:
    places = Places(
        app,
        inside=settings.REQUESTS_AT_ONCE,
        waiting=settings.REQUESTS_WAITING,
        seconds=settings.REQUESTS_WAIT_SECONDS,
    )
    caps = Caps(
        process=most_streams(settings.STREAMS_AT_ONCE),
        person=settings.STREAMS_PER_PERSON,
        address=settings.STREAMS_PER_ADDRESS,
    )
    return Bodies(Streams(places, caps), limit=settings.BODY_LIMIT, seconds=settings.BODY_SECONDS)
