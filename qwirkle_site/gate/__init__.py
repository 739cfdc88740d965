"""What stands before Django in a web process: bounds on what comes in, and on how much at once.

From the outside in: `bodies` refuses what is too long or too slow, `streams` serves open pages,
`opening` asks Django for them, and `places` lets a number of requests in and makes the others
wait, or come again later.
"""

from __future__ import annotations

from django.conf import settings

from qwirkle_site.gate.asgi import App
from qwirkle_site.gate.bodies import Bodies
from qwirkle_site.gate.opening import Opening
from qwirkle_site.gate.places import Places
from qwirkle_site.gate.streams import Caps, Streams, most_streams


def guarded(app: App) -> App:
    places = Places(
        app,
        inside=settings.REQUESTS_AT_ONCE,
        waiting=settings.REQUESTS_WAITING,
        seconds=settings.REQUESTS_WAIT_SECONDS,
    )
    opening = Places(
        Opening(threads=settings.STREAMS_OPENING_AT_ONCE),
        inside=settings.STREAMS_OPENING_AT_ONCE,
        waiting=settings.STREAMS_AT_ONCE,
        seconds=settings.STREAMS_OPENING_SECONDS,
    )
    caps = Caps(
        process=most_streams(settings.STREAMS_AT_ONCE),
        person=settings.STREAMS_PER_PERSON,
        address=settings.STREAMS_PER_ADDRESS,
    )
    inner = Streams(places, opening, caps)
    return Bodies(inner, limit=settings.BODY_LIMIT, seconds=settings.BODY_SECONDS)
