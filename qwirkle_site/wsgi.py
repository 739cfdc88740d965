"""For servers without ASGI. Pages then change by polling, not by themselves."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "qwirkle_site.settings")

application = get_wsgi_application()
