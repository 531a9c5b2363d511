"""Records as rows: which columns hold their fields, and their values both ways."""

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from simonides.domain.code import IndexState
from simonides.domain.records.record import Change, FieldKind, RecordField, RecordTable, writer
from simonides.domain.records.tables import (
    CHUNK,
    DREAM,
    ENTITY,
    FACT,
    MEMORY,
    OBSERVATION,
    PROGRESS,
    PROJECT,
    SOURCE_FILE,
    SUPERSESSION,
)
from simonides.domain.time import Stamp
from simonides.domain.validation import DEPTH_MAX, is_too_deep
from simonides.ports.ledger import MINED
from simonides.stores.sql.records.rows import Row, dump, micros, moment

T = TypeVar("T")

NESTED = "nested_json"
"""The key under which metadata that is nested too deeply comes back, as text."""


class RowForm(Generic[T]):
    """One kind of record as rows. Columns of other tables are read, and never written; `derived` are written, and never read."""

    def __init__(self, record: RecordTable[T], *derived: str) -> None:
        own = [field for field in record.fields if field.is_own and field.kind is not FieldKind.ROW]
        self.selected = ", ".join(column for field in record.built for column in _columns(field))
        """What a statement selects for `read`; further columns may follow."""
        self.written = (*(_bare(column) for field in own for column in _columns(field)), *derived)
        """The columns that are written."""
        self._record = record
        single = [field for field in own if field.kind is not FieldKind.STAMP]
        self._write = writer(single, [_bare(field.column) for field in single], _WRITTEN)
        self._dated = [field.path for field in own if field.kind is FieldKind.STAMP]

    def values(self, record: T) -> dict[str, Any]:
        """The fields of a record by column; lists of names are left as they are, since databases differ in them."""
        values = self._write(record)
        for name in self._dated:
            values |= _stamp_values(name, getattr(record, name))
        return values

    def columns(self, record: T) -> dict[str, Any]:
        """All fields of a record by column, also those that stand in other tables."""
        values = self._write_all(record)
        for field in self._record.fields:
            if field.kind is FieldKind.STAMP:
                values |= _stamp_values(field.column, getattr(record, field.path))
        return values

    @cached_property
    def _write_all(self) -> Callable[[T], dict[str, Any]]:
        single = [field for field in self._record.fields if field.kind is not FieldKind.STAMP]
        return writer(single, [field.column for field in single], _WRITTEN)

    @cached_property
    def read(self) -> Callable[[Row], T]:
        """What makes the record of a row."""
        told, start = [], 0
        for field in self._record.built:
            columns = [f"row[{start + part}]" for part in range(len(_columns(field)))]
            told.append(_told(field.kind, columns))
            start += len(columns)
        return self._record.maker(told, {kind.name: change for kind, change in _READ.items()})


def _columns(field: RecordField) -> list[str]:
    return [f"{field.column}_{part}" for part in ("text", "start", "end")] if field.kind is FieldKind.STAMP else [field.column]


def _bare(column: str) -> str:
    return column.rpartition(".")[2]


def _told(kind: FieldKind, columns: Sequence[str]) -> str:
    """The value of a field as an expression over its columns; None stays, and a kind that needs no change."""
    if kind not in _READ:
        return columns[0]
    first, *rest = columns
    return f"None if (first := {first}) is None else {kind.name}({', '.join(['first', *rest])})"


def _stamp_values(name: str, stamp: Stamp | None) -> dict[str, object]:
    text, start, end = (None, None, None) if stamp is None else (stamp.text, micros(stamp.start), micros(stamp.end))
    return {f"{name}_text": text, f"{name}_start": start, f"{name}_end": end}


def _stamp(text: str, start: int, end: int) -> Stamp:
    return Stamp(text, moment(start), moment(end))


def _names(value: str | list[str]) -> tuple[str, ...]:
    # SQLite keeps them as JSON, PostgreSQL as an array.
    if isinstance(value, list):
        return tuple(value)
    return () if value == "[]" else tuple(json.loads(value))


def _texts(value: str) -> tuple[str, ...]:
    return tuple(json.loads(value))


def _written_object(value: Mapping[str, object]) -> str:
    return dump(dict(value)) if value else "{}"


def _object(text: str) -> Mapping[str, object]:
    # Most metadata has fewer brackets than levels are allowed, so nobody needs to count those.
    if text.count("{") + text.count("[") <= DEPTH_MAX:
        metadata: dict[str, object] = {} if text == "{}" else json.loads(text)
        return metadata
    return _deep_object(text)


def _deep_object(text: str) -> Mapping[str, object]:
    """Metadata with many brackets; what was filed before its depth was limited comes back as text, whole and readable."""
    try:
        metadata: dict[str, object] = json.loads(text)
    except RecursionError:
        return {NESTED: text}
    return {NESTED: text} if is_too_deep(metadata) else metadata


_WRITTEN: Mapping[FieldKind, Change] = {
    FieldKind.MOMENT: micros,
    FieldKind.OBJECT: _written_object,
    FieldKind.TEXTS: dump,
    FieldKind.STATE: str,
}
_READ: Mapping[FieldKind, Callable[..., object]] = {
    FieldKind.MOMENT: moment,
    FieldKind.STAMP: _stamp,
    FieldKind.NAMES: _names,
    FieldKind.OBJECT: _object,
    FieldKind.TEXTS: _texts,
    FieldKind.STATE: IndexState,
}

MEMORY_ROW = RowForm(MEMORY, "place_id", "words", "traits", "speaker", "content_hash")
ENTITY_ROW = RowForm(ENTITY, "folded")
FACT_ROW = RowForm(FACT, "subject", "object", "predicate_folded")
OBSERVATION_ROW = RowForm(OBSERVATION, "entity", "words")
SUPERSESSION_ROW = RowForm(SUPERSESSION)
PROJECT_ROW = RowForm(PROJECT)
PROGRESS_ROW = RowForm(PROGRESS)
FILE_ROW = RowForm(SOURCE_FILE, "project")
CHUNK_ROW = RowForm(CHUNK, "file", "project", "words", "heading")
DREAM_ROW = RowForm(DREAM)
MINED_ROW = RowForm(MINED)
