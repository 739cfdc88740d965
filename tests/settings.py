"""The site's own settings, with a database and a `var/` apart from the developer's."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
os.environ.setdefault("DEBUG", "1")
os.environ.setdefault("VAR_DIR", str(ROOT / "var" / "test"))
# Wake-ups of tests that start no worker of their own go nowhere.
os.environ.setdefault("CELERY_BROKER_URL", "memory://")

from qwirkle_site.settings import *  # noqa: E402, F403

# Hashing a password well takes a fifth of a second, and tests make many people.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
# Tests end their database while its connections are open, and share theirs with the site.
DATABASE_POOL = False
# Nobody changes a file while tests run: browsers keep what they have, and ask for it once.
WHITENOISE_MAX_AGE = 3600
