"""What a person has learned."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Learned(models.Model):
    """How far a person has come in the tutorial of a game: the steps done, by their names."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("person"),
        on_delete=models.CASCADE,
        related_name="learned",
    )
    engine_slug = models.CharField(_("game"), max_length=30)
    steps = models.JSONField(_("steps"), default=list)

    class Meta:
        verbose_name = _("tutorial")
        verbose_name_plural = _("tutorials")
        constraints = (models.UniqueConstraint("user", "engine_slug", name="one_tutorial_a_game"),)

    def __str__(self) -> str:
        return f"{self.user_id}/{self.engine_slug}"
