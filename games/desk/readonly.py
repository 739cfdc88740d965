"""A list and a page for each thing; whatever changes it is an act."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from games.desk.doing import LONGEST_NUMBER, address_of


class ReadOnly(admin.ModelAdmin[Any]):
    list_per_page = 50
    show_full_result_count = False
    actions_selection_counter = True

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        _check_sane(request)
        title = str(self.opts.verbose_name_plural).capitalize()
        return super().changelist_view(request, {"title": title, **(extra_context or {})})

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Only by what the list itself offers; anything else could ask what is hidden."""
        offered = [name for name in self.list_filter if isinstance(name, str)]
        return lookup in {form for name in offered for form in (name, f"{name}__exact")}

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def _check_sane(request: HttpRequest) -> None:
    """What no page of ours links to, the database need not be asked."""
    values = [value for _name, given in request.GET.lists() for value in given]
    chosen = request.POST.getlist("_selected_action")
    if any("\x00" in value for value in values):
        raise Http404
    if not all(pk.isdecimal() and len(pk) < LONGEST_NUMBER for pk in chosen):
        raise Http404


class Paged(ReadOnly):
    """With a page of its own in the place of a form."""

    page_template = ""

    def find(self, request: HttpRequest, pk: int) -> Any:
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
        if not object_id.isdecimal() or len(object_id) >= LONGEST_NUMBER:
            raise Http404
        shown = self.find(request, int(object_id))
        if shown is None:
            raise Http404
        context = {**self.admin_site.each_context(request), **self.page_context(request, shown)}
        return TemplateResponse(request, self.page_template, context)


def offers(request: HttpRequest, deeds: Any, target: Any, **back: str) -> list[Any]:
    """The acts that this person may do here and now, as buttons; `next` is where they lead."""
    return [
        {
            "title": str(deed.title).capitalize(),
            "address": address_of(deed.what, [target.pk], **back),
            "danger": deed.danger,
        }
        for deed in deeds.values()
        if deed.allowed(request.user) and deed.offered(target)
    ]
