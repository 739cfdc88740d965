"""What the machinery remembers: its last runs, and whether the site is paused."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.constraints import in_our_days

LONGEST_ERROR = 300


class TaskRun(models.Model):
    """When each periodic task last ran to its end, and what stopped it since, if anything did.

    Other machinery that can be away, such as the mail server, has a row here too.
    """

    name = models.CharField(max_length=50, primary_key=True)
    ran_at = models.DateTimeField(null=True, blank=True)
    failed_at = models.DateTimeField(_("failed at"), null=True, blank=True)
    error = models.CharField(_("last error"), max_length=LONGEST_ERROR, blank=True)

    class Meta:
        verbose_name = _("run of a task")
        verbose_name_plural = _("runs of tasks")
        constraints = (in_our_days("tasks_run_in_our_days", "ran_at", "failed_at"),)

    def __str__(self) -> str:
        return self.name


class SitePause(models.Model):
    """The whole site stands still: at most one row, while it does."""

    one = models.BooleanField(primary_key=True, default=True)
    began_at = models.DateTimeField()

    class Meta:
        verbose_name = _("pause of the site")
        verbose_name_plural = _("pauses of the site")
        constraints = (
            models.CheckConstraint(name="only_one_pause", condition=Q(one=True)),
            in_our_days("the_site_is_paused_in_our_days", "began_at"),
        )

    def __str__(self) -> str:
        return str(self.began_at)
