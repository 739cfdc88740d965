"""The web server's way in."""

import gc
import os
import warnings

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "qwirkle_site.settings")

# Static files are read whole before they are sent. They are small, and a front proxy caches them.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous")

django = get_asgi_application()

# Only now are there settings to read.
from qwirkle_site.gate import guarded  # noqa: E402
from qwirkle_site.pool import share_connections  # noqa: E402

share_connections()
application = guarded(django)

# What is loaded by now stays: the collector need not look at it again and again.
gc.collect()
gc.freeze()
