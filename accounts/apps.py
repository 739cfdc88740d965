from django.apps import AppConfig
from django.db.backends.signals import connection_created
from django.utils.translation import gettext_lazy as _

from accounts.loading import read_within_bounds


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        from accounts import receivers  # noqa: F401, PLC0415

        connection_created.connect(read_within_bounds)
