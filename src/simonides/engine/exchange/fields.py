"""Checked fields of a line: everything that comes from a file is checked here, and an error names its field."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TypeVar

from simonides.domain.code import IndexState
from simonides.domain.errors import Invalid
from simonides.domain.records.record import FieldKind, RecordField
from simonides.domain.time import Stamp
from simonides.domain.validation import check_content, check_metadata, check_name, check_place_name, clean_text

WHOLE_MAX = 2**63 - 1

T = TypeVar("T")


class Fields:
    """The fields of one line, taken out one by one; whatever is left at the end is unknown."""

    def __init__(self, values: Mapping[str, object]) -> None:
        self._left = dict(values)

    def text(self, name: str) -> str | None:
        """A text as written, without characters that no store can hold."""
        value = self._take(name, str, "a text")
        return None if value is None else clean_text(value)

    def text_or(self, name: str, default: str) -> str:
        """A text, or the default when there is none."""
        value = self.text(name)
        return default if value is None else value

    def identifier(self, name: str) -> str | None:
        """An id: any text that is not blank."""
        value = self.text(name)
        if value is not None and not value.strip():
            raise Invalid(name, "must not be empty")
        return value

    def name(self, name: str) -> str:
        """A required name."""
        value = self.text(name)
        if value is None:
            raise Invalid(name, "is missing")
        return check_name(value, name)

    def place(self, name: str) -> str | None:
        """The name of a wing or room."""
        value = self.text(name)
        return None if value is None else check_place_name(value, name)

    def hall(self, name: str) -> str | None:
        """The name of a hall, or an empty text."""
        value = self.text(name)
        return check_place_name(value, name) if value else value

    def content(self, name: str) -> str:
        """A required text to remember."""
        return check_content(self.text_or(name, ""), name)

    def state(self, name: str) -> IndexState | None:
        """A state of indexing."""
        value = self.text(name)
        try:
            return None if value is None else IndexState(value)
        except ValueError as error:
            raise Invalid(name, f"'{str(value)[:40]}' is not one of {', '.join(IndexState)}") from error

    def names(self, name: str) -> tuple[str, ...]:
        """A list of names."""
        return tuple(check_name(value, name) for value in self.texts(name))

    def share(self, name: str) -> float | None:
        """A number from 0 to 1."""
        value = self._take(name, (int, float), "a number")
        if value is None:
            return None
        if not 0 <= value <= 1:
            raise Invalid(name, f"{value} is not between 0 and 1")
        return float(value)

    def whole(self, name: str) -> int | None:
        """A whole number, 0 or more."""
        value = self._take(name, int, "a whole number")
        if value is not None and not 0 <= value <= WHOLE_MAX:
            raise Invalid(name, f"must be from 0 to {WHOLE_MAX}")
        return value

    def flag(self, name: str) -> bool:
        """True or false; false when it is missing."""
        value = self._left.pop(name, None)
        if value not in (None, True, False) or (isinstance(value, int | float) and not isinstance(value, bool)):
            raise Invalid(name, "must be true or false")
        return value is True

    def integer(self, name: str) -> int | None:
        """A whole number that may be negative."""
        value = self._take(name, int, "a whole number")
        if value is not None and abs(value) > WHOLE_MAX:
            raise Invalid(name, f"must be from -{WHOLE_MAX} to {WHOLE_MAX}")
        return value

    def digest(self, name: str) -> bytes:
        """Required bytes, written as hexadecimal digits."""
        try:
            return bytes.fromhex(self.text_or(name, "-"))
        except ValueError as error:
            raise Invalid(name, "must be hexadecimal digits") from error

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts as written."""
        values = self._take(name, list, "a list of texts") or []
        if not all(isinstance(value, str) for value in values):
            raise Invalid(name, "must be a list of texts")
        return tuple(clean_text(value) for value in values)

    def moment(self, name: str) -> datetime | None:
        """An instant; a plain date means its first instant."""
        value = self._take(name, str, "an ISO 8601 date or time")
        return None if value is None else Stamp.parse(value, name).start

    def stamp(self, name: str) -> Stamp | None:
        """A time as it was written; an object where the text alone does not say when it begins and ends."""
        if not isinstance(self._left.get(name), dict):
            value = self._take(name, str, "an ISO 8601 date or time")
            return None if value is None else Stamp.parse(value, name)
        parts = Fields(self.mapping(name))
        text, start, end = parts.text("text"), parts.moment("start"), parts.moment("end")
        parts.finish()
        if text is None or start is None or end is None:
            raise Invalid(name, "needs text, start and end")
        return Stamp(text, start, end)

    def mapping(self, name: str) -> dict[str, object]:
        """An object. Raises Invalid when it is nested too deeply."""
        value = self._take(name, dict, "an object")
        check_metadata(value, name)
        return {} if value is None else {clean_text(key): _cleaned(each) for key, each in value.items()}

    def mappings(self, name: str) -> list[dict[str, object]]:
        """A list of objects."""
        values = self._take(name, list, "a list of objects") or []
        if not all(isinstance(value, dict) for value in values):
            raise Invalid(name, "must be a list of objects")
        return values

    def values(self, expected: "Expected") -> dict[str, object]:
        """The values of the fields of a record by name, without those that are missing. Refuses any others."""
        left, values = self._left, {}
        for name, read, is_needed in expected:
            if is_needed or left.get(name) is not None:
                values[name] = read(self, name)
            elif name in left:
                del left[name]
        self.finish()
        return values

    def key(self, name: str) -> str:
        """A required id, path or word."""
        value = self.identifier(name)
        if value is None:
            raise Invalid(name, "is missing")
        return value

    def finish(self) -> None:
        """Refuse unknown fields. Raises Invalid naming the first."""
        for name in self._left:
            raise Invalid(clean_text(name)[:40], "is not a field of this kind of line; put your own fields into metadata")

    def _take(self, name: str, kind: "type[T] | tuple[type[T], ...]", meant: str) -> T | None:
        value = self._left.pop(name, None)
        if value is None:
            return None
        # In Python True is a number; in the line it is not meant as one.
        if not isinstance(value, kind) or isinstance(value, bool):
            raise Invalid(name, f"must be {meant}")
        return value


def _cleaned(value: object) -> object:
    if isinstance(value, str):
        return clean_text(value)
    if isinstance(value, list):
        return [_cleaned(each) for each in value]
    if isinstance(value, dict):
        return {clean_text(str(key)): _cleaned(each) for key, each in value.items()}
    return value


_READ: Mapping[FieldKind, Callable[[Fields, str], object]] = {
    FieldKind.ID: Fields.identifier,
    FieldKind.KEY: Fields.key,
    FieldKind.NAME: Fields.name,
    FieldKind.PLACE: Fields.place,
    FieldKind.HALL: Fields.hall,
    FieldKind.CONTENT: Fields.content,
    FieldKind.TEXT: Fields.text,
    FieldKind.NOTE: Fields.text,
    FieldKind.WHOLE: Fields.whole,
    FieldKind.COUNT: Fields.whole,
    FieldKind.INTEGER: Fields.integer,
    FieldKind.SHARE: Fields.share,
    FieldKind.MOMENT: Fields.moment,
    FieldKind.STAMP: Fields.stamp,
    FieldKind.NAMES: Fields.names,
    FieldKind.TEXTS: Fields.texts,
    FieldKind.OBJECT: Fields.mapping,
    FieldKind.DIGEST: Fields.digest,
    FieldKind.STATE: Fields.state,
}
_NEEDED = {FieldKind.KEY, FieldKind.NAME, FieldKind.CONTENT, FieldKind.OBJECT, FieldKind.DIGEST}
"""The kinds that are read where the field is missing as well: to refuse the line, or for an object of its own."""
Expected = Sequence[tuple[str, Callable[[Fields, str], object], bool]]


def expected(fields: Iterable[RecordField]) -> Expected:
    """How the fields of a record are read."""
    return [(field.name, _READ[field.kind], field.kind in _NEEDED) for field in fields]
