"""A list and a page for each thing; whatever changes it is an act."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Generic, TypeVar

from django.conf import settings
from django.contrib import admin
from django.contrib.admin.options import ShowFacets
from django.contrib.admin.views.main import (
    ALL_VAR,
    ERROR_FLAG,
    ORDER_VAR,
    PAGE_VAR,
    SEARCH_VAR,
    ChangeList,
)
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import URLPattern

from accounts import proof
from games.moderation.desk.forms import AnyTarget
from games.moderation.desk.keyed import KeyedList, Rows
from games.moderation.desk.offered import OfferedAct, What
from games.moderation.desk.subjects import LONGEST_NUMBER, address_of

# What a list takes beside its filters: a search, a page, an order of what it shows.
EVERYWHERE = {SEARCH_VAR, PAGE_VAR, ORDER_VAR, ALL_VAR, ERROR_FLAG}


Shown = TypeVar("Shown", bound=Model)


class ReadOnly(admin.ModelAdmin[Model]):
    """Filtered by what it offers and nothing else.

    The admin would take any field, and so tell, guess by guess, hands, tokens and passwords.
    """

    list_per_page = 50
    show_full_result_count = False
    show_facets = ShowFacets.NEVER
    actions_selection_counter = True
    # The lookups that the links of `list_filter` make.
    offered: frozenset[str] = frozenset()

    def get_urls(self) -> list[URLPattern]:
        return self._only("changelist")

    def _only(self, *pages: str) -> list[URLPattern]:
        names = {f"{self.opts.app_label}_{self.opts.model_name}_{page}" for page in pages}
        return [it for it in super().get_urls() if it.name in names]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        own = (getattr(it, "parameter_name", None) for it in self.list_filter)
        return lookup in self.offered or lookup in own

    def to_field_allowed(self, request: HttpRequest, to_field: str) -> bool:
        return False

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, object] | None = None
    ) -> HttpResponse:
        _check_sane(request)
        if not all(it in EVERYWHERE or self.lookup_allowed(it, "", request) for it in request.GET):
            raise Http404
        title = str(self.opts.verbose_name_plural).capitalize()
        return super().changelist_view(request, {"title": title, **(extra_context or {})})

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


def _check_sane(request: HttpRequest) -> None:
    """What no page of ours links to, the database need not be asked."""
    values = [value for _name, given in request.GET.lists() for value in given]
    chosen = request.POST.getlist("_selected_action")
    if any("\x00" in value for value in values):
        raise Http404
    if not all(pk.isdecimal() and len(pk) < LONGEST_NUMBER for pk in chosen):
        raise Http404


class Paged(ReadOnly, Generic[Shown]):
    """With a page of its own in the place of a form."""

    page_template = ""
    sortable_by = ()

    def get_changelist(self, request: HttpRequest, **kwargs: object) -> type[ChangeList]:
        return KeyedList

    def matching(self, rows: Rows, words: str) -> Rows:
        """What is searched for, found by an index; what that can be, `search_help_text` says."""
        raise NotImplementedError

    def get_search_results(
        self, request: HttpRequest, queryset: Rows, search_term: str
    ) -> tuple[Rows, bool]:
        words = search_term.strip()
        return (self.matching(queryset, words) if words else queryset), False

    def get_urls(self) -> list[URLPattern]:
        return self._only("changelist", "change")

    def find(self, request: HttpRequest, pk: int) -> Shown | None:
        raise NotImplementedError

    def page_context(self, request: HttpRequest, shown: Shown) -> dict[str, object]:
        raise NotImplementedError

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, object] | None = None,
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


View = Callable[..., HttpResponse]


def lately_proved(view: View) -> View:
    """Who acts, or looks at what is hidden, has shown their second factor not long ago."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if settings.STAFF_NEED_TWO_FACTORS and not proof.has_lately_proved(request, proof.FACTOR):
            return proof.prove_factor(request)
        return view(request, *args, **kwargs)

    return guarded


def act_buttons(
    request: HttpRequest, acts: Mapping[What, OfferedAct], target: AnyTarget, **back: str
) -> list[dict[str, object]]:
    """The acts that this person may do here and now, as buttons; `next` is where they lead."""
    return [
        {
            "title": str(offered.title).capitalize(),
            "address": address_of(offered.what, [target.pk], **back),
            "danger": offered.danger,
        }
        for offered in acts.values()
        if offered.allowed(request.user) and offered.makes_sense(target)
    ]
