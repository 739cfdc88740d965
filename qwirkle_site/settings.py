"""All settings, fed by the environment. `docs/operating.md` lists what can be set."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import dj_database_url
import django_stubs_ext
from csp.constants import NONCE, NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _

from qwirkle_site import env

django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.text("VAR_DIR", str(BASE_DIR / "var")))

DEBUG = env.flag("DEBUG")
SITE_NAME = env.text("SITE_NAME", "Tilepost")
BEHIND_PROXY = env.flag("BEHIND_PROXY")

if DEBUG:
    SECRET_KEY = env.text("SECRET_KEY") or env.development_key(VAR_DIR / "secret-key")
    ALLOWED_HOSTS = env.words("ALLOWED_HOSTS") or ["localhost", "127.0.0.1", "[::1]"]
else:
    SECRET_KEY = env.needed("SECRET_KEY", "sessions and links in mails are signed with it.")
    env.needed("ALLOWED_HOSTS", "name the hosts that this site answers to, with commas.")
    ALLOWED_HOSTS = env.words("ALLOWED_HOSTS")

# For links in mails.
_here = "http://127.0.0.1:8000" if DEBUG else f"https://{ALLOWED_HOSTS[0].lstrip('.')}"
SITE_URL = env.text("SITE_URL", _here).rstrip("/")

INSTALLED_APPS = [
    "accounts",
    "games",
    "qwirkle_site.apps.DeskConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "django.contrib.staticfiles",
    "django.forms",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "csp",
]

MIDDLEWARE = [
    "qwirkle_site.middleware.room_on_the_stack",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "games.pages.compression.compressed",
    "qwirkle_site.middleware.permissions_policy",
    "qwirkle_site.middleware.kept_by_nobody",
    "csp.middleware.CSPMiddleware",
    "accounts.middleware.readable",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.preferences",
    "accounts.middleware.shut_out",
    "accounts.middleware.entrance",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "accounts.middleware.guarded_settings",
    "games.pages.middleware.Refusals",
]

ROOT_URLCONF = "qwirkle_site.urls"
ASGI_APPLICATION = "qwirkle_site.asgi.application"
WSGI_APPLICATION = "qwirkle_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "games.pages.folding.Loader",
                    [
                        "django.template.loaders.filesystem.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                ),
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "csp.context_processors.nonce",
                "qwirkle_site.context_processors.site",
                "games.tables.context_processors.waiting",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "games.pages.bidi",
                "games.pages.lasting",
            ],
            # Each room and each game may have tags of its own: `{% load play %}`.
            "libraries": {
                file.parent.name: f"games.{file.parent.name}.tags"
                for file in (BASE_DIR / "games").glob("*/tags.py")
            },
        },
    },
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# The database: PostgreSQL, always. Unset, a real one from a wheel, with its data in var/.

DATABASE_URL = env.text("DATABASE_URL")
if DATABASE_URL:
    DATABASES = {"default": dj_database_url.parse(DATABASE_URL, conn_health_checks=True)}
    if DATABASES["default"]["ENGINE"] != "django.db.backends.postgresql":
        raise ImproperlyConfigured("DATABASE_URL must name a PostgreSQL: postgres://…")
else:
    DATABASES = {
        "default": {
            "ENGINE": "qwirkle_site.embedded_postgres",
            "NAME": "tilepost",
            "USER": "postgres",
            "OPTIONS": {"data_dir": VAR_DIR / "postgres"},
        }
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# A web process: how many requests are served at once, how many wait for how long, and how many
# pages are open. The others are asked to come again. docs/operating.md does the sums.

REQUESTS_AT_ONCE = env.number("REQUESTS_AT_ONCE", 16)
REQUESTS_WAITING = env.number("REQUESTS_WAITING", 200)
REQUESTS_WAIT_SECONDS = 10
STREAMS_AT_ONCE = env.number("STREAMS_AT_ONCE", 1000)
STREAMS_PER_PERSON = 12
STREAMS_PER_ADDRESS = 60
# Pages that come back after a restart wait for each other, and not in the others' places.
STREAMS_OPENING_AT_ONCE = 4
STREAMS_OPENING_SECONDS = 15
# Requests share as many connections to the database as there can be requests.
DATABASE_POOL = env.flag("DATABASE_POOL", default=True)

# Nothing that people send is long, and no files are taken.

BODY_LIMIT = DATA_UPLOAD_MAX_MEMORY_SIZE = 64_000
BODY_SECONDS = 20
DATA_UPLOAD_MAX_NUMBER_FIELDS = 300
DATA_UPLOAD_MAX_NUMBER_FILES = 0
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]

# Celery: Redis or RabbitMQ. Unset, files in var/.

CELERY_BROKER_URL = env.text("CELERY_BROKER_URL", "filesystem://localhost//")
if CELERY_BROKER_URL.startswith("filesystem:"):
    CELERY_BROKER_TRANSPORT = "qwirkle_site.file_broker:Transport"
    _queue = str(VAR_DIR / "broker" / "queue")
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, object] = {
        "data_folder_in": _queue,
        "data_folder_out": _queue,
        "control_folder": str(VAR_DIR / "broker" / "control"),
    }
elif CELERY_BROKER_URL.startswith("redis"):
    # One that is there but does not answer is given up: a worker connects anew, beat goes on.
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "socket_connect_timeout": 4,
        "socket_timeout": 30,
        "socket_keepalive": True,
    }
CELERY_BROKER_CONNECTION_TIMEOUT = 4
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_PUBLISH_RETRY = False
# No task runs for longer, whatever it waits for: first it is told, then it is ended, in seconds.
# A round of a sweep gives way long before (games/machinery/rounds.py); the post has more time.
CELERY_TASK_SOFT_TIME_LIMIT = 60
CELERY_TASK_TIME_LIMIT = 75
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"

# Shared by all processes, since attempts to log in are counted there.

CACHE_URL = env.text("CACHE_URL")
CACHES: dict[str, dict[str, object]]
if CACHE_URL:
    CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": CACHE_URL}
    }
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.db.DatabaseCache",
            "LOCATION": "cache",
            # Beyond that it throws out what comes first by name, limits that hold still among it.
            "OPTIONS": {"MAX_ENTRIES": 20_000},
        }
    }

# People.

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_REDIRECT_URL = "home"
LOGIN_URL = "account_login"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
# An address is shown to be somebody's by a code from a mail, typed into the page that is open:
# in no other browser it opens anything. A mail may be some time on its way.
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_FORMAT = {"numeric": True, "dashed": False, "length": 6}
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_MAX_ATTEMPTS = 5
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = ACCOUNT_LOGIN_TIMEOUT = 60 * 60
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
ACCOUNT_USERNAME_MIN_LENGTH = 2
ACCOUNT_FORMS = {"signup": "accounts.forms.SignupForm"}
ACCOUNT_CHANGE_EMAIL = True
# A move a day: who comes back tomorrow is still logged in.
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_PREVENT_ENUMERATION = True
# Mails about accounts go through the outbox; who has none gets none, and nobody a hundred.
ACCOUNT_ADAPTER = "games.post.adapter.AccountAdapter"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_RATE_LIMITS = {
    "confirm_email": "1/30s/key,6/d/key",
    "manage_email": "10/m/user,30/d/user",
    "reset_password": "10/m/ip,50/d/ip,2/m/key,6/d/key",
    "signup": "20/m/ip,200/d/ip",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = MFA_PASSKEY_SIGNUP_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = DEBUG
MFA_TOTP_ISSUER = SITE_NAME
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if BEHIND_PROXY else 0
# Who can look into games and act on people proves twice who they are.
STAFF_NEED_TWO_FACTORS = env.flag("STAFF_NEED_TWO_FACTORS", default=not DEBUG)
STAFF_PROVE_AGAIN_AFTER = timedelta(minutes=env.number("STAFF_PROVE_AGAIN_AFTER", 15))
# Changing the mail address asks for the password or the factor again, as factors do.
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
ACCOUNT_EMAIL_SUBJECT_PREFIX = f"[{SITE_NAME}] "

# Language and time. Everything is stored in UTC and shown in the reader's own zone.

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", _("English")),
    ("fr", _("French")),
    ("es", _("Spanish")),
    ("nl", _("Dutch")),
    ("ru", _("Russian")),
    ("he", _("Hebrew")),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "qwirkle_site.formats"
TIME_ZONE = "UTC"
USE_TZ = True

# Files.

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
WHITENOISE_USE_FINDERS = DEBUG
WHITENOISE_AUTOREFRESH = DEBUG
if not DEBUG:
    STORAGES = {
        "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
        "staticfiles": {"BACKEND": "qwirkle_site.storage.StaticFilesStorage"},
    }

# Mail. In development it is written into var/mail, a file each.

DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", f"{SITE_NAME} <post@localhost>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_HOST = env.text("EMAIL_HOST", "localhost")
EMAIL_PORT = env.number("EMAIL_PORT", 25)
EMAIL_HOST_USER = env.text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = env.flag("EMAIL_USE_TLS")
EMAIL_TIMEOUT = env.number("EMAIL_TIMEOUT", 30)
# Who moves within this time gets no mail about their own turn; and how long we wait before a
# mail that was not taken is tried again, doubling each time.
POST_TURN_DELAY = timedelta(seconds=env.number("POST_TURN_DELAY", 120))
POST_FIRST_PAUSE = timedelta(seconds=env.number("POST_FIRST_PAUSE", 60))
# For how long a mail is a worker's alone: longer than the server can take over one. If the worker
# is killed, another sends it after that.
POST_LEASE = timedelta(seconds=env.number("POST_LEASE", 10 * EMAIL_TIMEOUT))
EMAIL_BACKEND = env.text("EMAIL_BACKEND", "django.core.mail.backends.smtp.EmailBackend")
if DEBUG and not env.text("EMAIL_HOST"):
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = VAR_DIR / "mail"

# How many can be here at once without an account: with their games, rows that anybody can make.
MOST_GUESTS = env.number("MOST_GUESTS", 20_000)

# Days of vacation that each player has in a year.
VACATION_DAYS = env.number("VACATION_DAYS", 30)

# Security. Scripts come from here and nowhere else, and none stands inside a page.

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF, NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = not DEBUG
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_AGE = 60 * 60 * 24 * 365
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
SECURE_REFERRER_POLICY = "same-origin"
CSRF_FAILURE_VIEW = "games.pages.error_pages.csrf_failure"
X_FRAME_OPTIONS = "DENY"
if not DEBUG:
    SECURE_SSL_REDIRECT = env.flag("SECURE_SSL_REDIRECT", default=True)
    SECURE_HSTS_SECONDS = env.number("SECURE_HSTS_SECONDS", 60 * 60 * 24 * 365)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    CSRF_TRUSTED_ORIGINS = [f"https://{host.lstrip('.')}" for host in ALLOWED_HOSTS if host != "*"]
    if BEHIND_PROXY:
        SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {"not_again": {"()": "qwirkle_site.logs.NotAgain"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["not_again"],
        }
    },
    "root": {"handlers": ["console"], "level": env.text("LOG_LEVEL", "INFO")},
    "loggers": {
        "django": {"handlers": ["console"], "level": "INFO", "propagate": False},
        # It has a handler of its own.
        "uvicorn.error": {"filters": ["not_again"]},
    },
}
