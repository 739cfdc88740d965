"""The desk's lists by number, newest first: nothing is counted, and no page looks past another."""

from __future__ import annotations

from typing import Any, TypeAlias

from django.contrib import admin
from django.contrib.admin.views.main import PAGE_VAR, ChangeList
from django.contrib.postgres.search import SearchQuery, SearchVector
from django.db.models import Field, Model, Q, QuerySet
from django.db.models.expressions import Combinable
from django.http import Http404, HttpRequest
from django_stubs_ext import StrOrPromise

from accounts.models import User
from games.models import Game
from games.moderation.desk.subjects import LONGEST_NUMBER
from games.pages.paging import just

# Of whatever a list shows.
Rows: TypeAlias = QuerySet[Any]
Lookups: TypeAlias = list[tuple[str, StrOrPromise]]


class KeyedList(ChangeList):
    """A page is what comes after the number that the last one ended with."""

    next = 0

    def get_results(self, request: HttpRequest) -> None:
        """One query."""
        key = request.GET.get(PAGE_VAR, "")
        if key and (not key.isdecimal() or len(key) >= LONGEST_NUMBER):
            raise Http404
        rows = self.queryset.filter(pk__lt=int(key)) if key else self.queryset
        found = list(rows[: self.list_per_page + 1])
        self.result_list = found[: self.list_per_page]
        self.next = self.result_list[-1].pk if len(found) > self.list_per_page else 0
        self.result_count = len(self.result_list)
        # How many there are is said where they are all on this page.
        self.full_result_count = self.result_count if key or self.next else None
        self.show_admin_actions = True
        self.can_show_all = self.multi_page = self.show_all = False

    def get_ordering(self, request: HttpRequest, queryset: Rows) -> list[str | Combinable]:
        """By the index that begins with what is asked for, as `just` has it."""
        asked = (getattr(it, "column", "") for it in self.filter_specs if _value(it))
        return [*[f"-{column}" for column in asked if column][:1], "-pk"]

    @property
    def next_link(self) -> str:
        return str(self.get_query_string({PAGE_VAR: self.next})) if self.next else ""


def person_called(words: str) -> User | None:
    """By the whole name or address, however it is capitalised. One query."""
    return User.objects.filter(Q(username__iexact=words) | Q(email__iexact=words)).first()


def game_coded(words: str) -> Game | None:
    """One query."""
    return Game.objects.only("pk").filter(code=words.lower()).first()


def with_words(rows: Rows, column: str, words: str) -> Rows:
    """Whole words, in any order; each such column has an index that the migration made."""
    vector = SearchVector(column, config="simple")
    found: Rows = rows.annotate(words=vector)
    return found.filter(words=SearchQuery(words, config="simple"))


def staff() -> list[User]:
    """Who has a role here: few, however many people there are. One query."""
    return list(User.objects.filter(is_staff=True).only("username").order_by("username"))


def _value(chosen: object) -> object:
    value = getattr(chosen, "value", None)
    return value() if value else None


class JustFilter(admin.ChoicesFieldListFilter):
    """One value of a column that has an index with the number behind it."""

    @property
    def column(self) -> str:
        return self.field_path

    def value(self) -> str:
        return str(self.lookup_val[-1]) if self.lookup_val else ""

    def queryset(self, request: HttpRequest, queryset: Rows) -> Rows:
        return just(queryset, self.field_path, self.value()) if self.value() else queryset


class StaffFilter(admin.RelatedFieldListFilter):
    """By who of the staff it is: asking each row would be to read them all."""

    include_empty_choice = False

    def field_choices(
        self, field: Field[Any, Any], request: HttpRequest, model_admin: admin.ModelAdmin[Model]
    ) -> Lookups:
        return [(str(person.pk), person.username) for person in staff()]
