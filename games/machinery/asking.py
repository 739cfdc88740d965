"""Questions that pages ask the database again and again, put into SQL once.

Django writes the SQL of a query anew for each page, which takes longer than the answer: half of
what a query costs the web process. A `Question` is a queryset of which only values vary; it is
written when it is first asked, and gives what the queryset would give.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection, connections, models
from django.db.models import QuerySet
from django.db.models.query import (
    FlatValuesListIterable,
    ModelIterable,
    get_related_populators,
)

Answer = TypeVar("Answer")
Row = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A value in the SQL: always the same, or the one with this name."""

    constant: Any
    name: str = ""


@dataclass(frozen=True, slots=True)
class Written:
    sql: str
    parameters: Sequence[Parameter]
    # What makes of a column's value what the model's field has, by the column's number.
    converters: Sequence[tuple[int, Sequence[Callable[..., Any]], object]]
    read: Callable[[Row], Any]


class Question(Generic[Answer]):
    """`ask` makes the queryset; `samples` are values of the right types that occur nowhere else."""

    def __init__(self, ask: Callable[..., QuerySet[Any, Answer]], **samples: int | str) -> None:
        self._ask = ask
        self._samples = samples
        self._written: Written | None = None

    def __call__(self, **values: int | str) -> list[Answer]:
        """The answers, for these values. One query."""
        written = self._written = self._written or self._write()
        with connection.cursor() as cursor:
            cursor.execute(
                written.sql,
                [values[each.name] if each.name else each.constant for each in written.parameters],
            )
            rows = cursor.fetchall()
        return [written.read(row) for row in _converted(rows, written)]

    def _write(self) -> Written:
        queryset = self._ask(**self._samples)
        compiler = queryset.query.get_compiler(connection=connection)
        sql, parameters = compiler.as_sql()
        slots = [self._slot(value) for value in parameters]
        if {slot.name for slot in slots} - {""} != set(self._samples):
            raise ValueError("a value that varies is not in the SQL")
        columns = [column for column, _sql, _alias in compiler.select]
        converters = compiler.get_converters(columns).items()
        return Written(
            sql=sql,
            parameters=slots,
            converters=[(place, how, column) for place, (how, column) in converters],
            read=_reader(queryset, compiler),
        )

    def _slot(self, value: object) -> Parameter:
        same = [name for name, sample in self._samples.items() if sample == value]
        return Parameter(value, *same)


def _converted(rows: Iterable[Row], written: Written) -> Iterable[Row]:
    ours = connections[DEFAULT_DB_ALIAS]
    for row in map(list, rows):
        for place, converters, column in written.converters:
            for convert in converters:
                row[place] = convert(row[place], column, ours)
        yield row


def _reader(queryset: QuerySet[Any, Any], compiler: Any) -> Callable[[Row], Any]:
    """How a row becomes an answer: one value, or an object with those that belong to it."""
    made = queryset._iterable_class  # noqa: SLF001
    if made is FlatValuesListIterable:
        return lambda row: row[0]
    if made is not ModelIterable:
        raise TypeError("only objects and single values are read")
    model: type[models.Model] = compiler.klass_info["model"]
    places = compiler.klass_info["select_fields"]
    names = [compiler.select[place][0].target.attname for place in places]
    first, last = places[0], places[-1] + 1
    alias = connection.alias
    related = get_related_populators(  # type: ignore[call-arg]  # the stubs are of a later Django
        compiler.klass_info, compiler.select, alias
    )
    annotations = list((compiler.annotation_col_map or {}).items())

    def read(row: Row) -> models.Model:
        answer = model.from_db(alias, names, row[first:last])
        for populator in related:
            populator.populate(row, answer)
        for name, place in annotations:
            setattr(answer, name, row[place])
        return answer

    return read


def keep_loaded(owner: models.Model, name: str, answers: Sequence[models.Model]) -> None:
    """As `prefetch_related` does it: `owner.name.all()` gives these, and asks no more."""
    manager = getattr(owner, name)
    loaded = manager.all()
    loaded._result_cache = list(answers)  # noqa: SLF001
    loaded._prefetch_done = True  # noqa: SLF001
    kept = owner.__dict__.setdefault("_prefetched_objects_cache", {})
    kept[name] = loaded
    for answer in answers:
        manager.field.set_cached_value(answer, owner)
