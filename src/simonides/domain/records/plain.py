"""Records as values of JSON: the form that lines of an export and REST replies share."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from simonides.domain.errors import Invalid
from simonides.domain.records.record import Change, FieldKind, RecordField, RecordTable, writer
from simonides.domain.time import Stamp, rfc3339

T = TypeVar("T")
Shape = TypeVar("Shape")


def plain(*chosen: RecordField) -> Callable[[Any], dict[str, Any]]:
    """What gives those fields of a record as values of JSON, by name."""
    return writer(chosen, [field.name for field in chosen], FORMS)


def shaped(record: RecordTable[T], shape: type[Shape]) -> Callable[[T], Shape]:
    """What gives a record in the shape of a TypedDict: the fields that it names, in its order."""
    write: Callable[[T], Any] = plain(*record.chosen(shape.__annotations__))
    return write


def _stamp(stamp: Stamp) -> str | dict[str, object]:
    """A stamp as it was written; with its start and end where the text alone does not give them."""
    try:
        is_plain = Stamp.parse(stamp.text) == stamp
    except Invalid:
        is_plain = False
    return stamp.text if is_plain else {"text": stamp.text, "start": rfc3339(stamp.start), "end": rfc3339(stamp.end)}


FORMS: Mapping[FieldKind, Change] = {
    FieldKind.MOMENT: rfc3339,
    FieldKind.STAMP: _stamp,
    FieldKind.NAMES: list,
    FieldKind.TEXTS: list,
    FieldKind.OBJECT: dict,
    FieldKind.DIGEST: bytes.hex,
    FieldKind.STATE: str,
}
