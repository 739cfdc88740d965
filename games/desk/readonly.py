"""A list and a page for each thing; whatever changes it is an act."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from games.desk.deeds import Deed, What
from games.desk.doing import address_of


class ReadOnly(admin.ModelAdmin[Any]):
    list_per_page = 50
    show_full_result_count = False
    actions_selection_counter = True

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        title = str(self.opts.verbose_name_plural).capitalize()
        return super().changelist_view(request, {"title": title, **(extra_context or {})})

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class Paged(ReadOnly):
    """With a page of its own in the place of a form."""

    page_template = ""

    def find(self, pk: int) -> Any:
        raise NotImplementedError

    def page_context(self, request: HttpRequest, shown: Any) -> dict[str, Any]:
        raise NotImplementedError

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        if not self.has_view_permission(request):
            return TemplateResponse(request, "403.html", status=403)
        shown = self.find(int(object_id)) if object_id.isdecimal() and len(object_id) < 15 else None
        if shown is None:
            raise Http404
        context = {**self.admin_site.each_context(request), **self.page_context(request, shown)}
        return TemplateResponse(request, self.page_template, context)


def offers(request: HttpRequest, deeds: dict[What, Deed] | Any, target: Any) -> list[Any]:
    """The acts that this person may do here and now, as buttons."""
    return [
        {
            "title": str(deed.title).capitalize(),
            "address": address_of(deed.what, [target.pk]),
            "danger": deed.danger,
        }
        for deed in deeds.values()
        if deed.allowed(request.user) and deed.offered(target)
    ]
