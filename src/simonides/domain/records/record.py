"""Fields of a record as a table, and records built from it and read through it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields
from enum import Enum, auto
from typing import Any, Generic, TypeVar

from simonides.frozen import frozen

T = TypeVar("T")

Change = Callable[[Any], object]


class FieldKind(Enum):
    """What a field holds. Each form of a record says once how it writes and reads each kind."""

    ROW = auto()
    """The number of its row, which the database gives; it is in no line."""
    ID = auto()
    """An id; a line may leave it out, and gets one."""
    KEY = auto()
    """An id, path or word that no line may leave out."""
    NAME = auto()
    """A name that no line may leave out."""
    PLACE = auto()
    """The name of a wing or room."""
    HALL = auto()
    """The name of a hall, or nothing."""
    CONTENT = auto()
    """A text that is remembered."""
    TEXT = auto()
    """A text, which may be empty."""
    NOTE = auto()
    """A text, or None."""
    WHOLE = auto()
    """A number from 0 on."""
    COUNT = auto()
    """A number from 0 on, or None."""
    INTEGER = auto()
    """A number that may be negative."""
    SHARE = auto()
    """A number from 0 to 1."""
    MOMENT = auto()
    """An instant, or None."""
    STAMP = auto()
    """A time as somebody wrote it, or None."""
    NAMES = auto()
    """A list of names."""
    TEXTS = auto()
    """A list of texts."""
    OBJECT = auto()
    """A JSON object."""
    DIGEST = auto()
    """Bytes."""
    STATE = auto()
    """A state of indexing."""


@frozen
class RecordField:
    """One field of a record."""

    name: str
    """Its name in lines and replies."""
    kind: FieldKind
    path: str
    """The attribute that holds it, as `origin.author`."""
    column: str
    """The column that holds it, as `m.author`."""
    is_own: bool
    """Whether the column is in the record's own table."""


class RecordTable(Generic[T]):
    """A kind of record: its fields in the order of a line, and how one is built.

    `made` is the dataclass, `table` the short name of its own table in statements, `listed` its fields, one in each row, and
    `parts` are the dataclasses inside of it, by attribute.
    """

    def __init__(
        self, made: Callable[..., T], table: str, listed: str, parts: Mapping[str, Callable[..., object]] | None = None
    ) -> None:
        self.fields = tuple(_field(row.split(), table) for row in listed.strip().splitlines())
        self.built: tuple[RecordField, ...] = ()
        """The fields in the order in which the record is built from them."""
        self._made = made
        self._named = {field.name: field for field in self.fields}
        self._held = {field.path: field for field in self.fields}
        self._defaults: dict[str, object] = {}
        self._parts: list[tuple[int, int, Callable[..., object]]] = []
        for name, default in _attributes(made):
            part = (parts or {}).get(name)
            if part is None:
                self._add(name, default)
            else:
                self._add_part(name, part)

    def _add(self, path: str, default: object) -> None:
        field = self._held.get(path)
        if field is None:
            # What no table lists keeps its default, and stands last.
            return
        self.built += (field,)
        self._defaults[field.name] = _EMPTY.get(field.kind) if default is MISSING else default

    def _add_part(self, name: str, part: Callable[..., object]) -> None:
        start = len(self.built)
        for inner, default in _attributes(part):
            self._add(f"{name}.{inner}", default)
        # The last part comes first, so that building it moves no other.
        self._parts.insert(0, (start, len(self.built), part))

    def lined(self, *left_out: str) -> tuple[RecordField, ...]:
        """Its fields in the order of a line, without some."""
        return tuple(field for field in self.fields if field.kind is not FieldKind.ROW and field.name not in left_out)

    def chosen(self, names: Iterable[str]) -> tuple[RecordField, ...]:
        """The fields with these names, in that order."""
        return tuple(self._named[name] for name in names)

    def build(self, values: list[Any]) -> T:
        """The record with these values, in the order of `built`; the list is used up."""
        for start, stop, part in self._parts:
            values[start:stop] = [part(*values[start:stop])]
        return self._made(*values)

    def maker(self, told: Sequence[str], known: Mapping[str, object]) -> Callable[[Any], T]:
        """What makes a record of a `row`: an expression for each field, in the order of `built`, over what is known by name."""
        values = list(told)
        for start, stop, _ in self._parts:
            values[start:stop] = [f"part_{start}({', '.join(values[start:stop])})"]
        names = {**known, "made": self._made, **{f"part_{start}": part for start, _, part in self._parts}}
        # Compiled, as in `writer`.
        make: Callable[[Any], T] = eval(f"lambda row: made({', '.join(values)})", names)  # noqa: S307 - made of tables of ours
        return make

    def filled(self, values: Mapping[str, object]) -> T:
        """The record with these values by name; its own defaults stand for what is missing."""
        # The defaults are in the order in which the record is built, and keep it.
        return self.build(list({**self._defaults, **values}.values()))


_EMPTY: Mapping[FieldKind, object] = {FieldKind.TEXT: "", FieldKind.WHOLE: 0, FieldKind.INTEGER: 0}
"""What stands for a value that is missing, where the record has no default."""


def writer(
    chosen: Sequence[RecordField], names: Sequence[str], forms: Mapping[FieldKind, Change]
) -> Callable[[Any], dict[str, Any]]:
    """What reads those fields of a record into a dictionary under these names; None stays, and a kind without a form."""
    # One compiled expression is as fast as one written by hand, which a loop over fields is not; dataclasses do the same.
    told = ", ".join(
        f"{name!r}: {_told(field, f'forms[{index}]' if field.kind in forms else '')}"
        for index, (name, field) in enumerate(zip(names, chosen, strict=True))
    )
    write: Callable[[Any], dict[str, Any]] = eval(  # noqa: S307 - made of tables of ours
        f"lambda record: {{{told}}}", {"forms": [forms.get(field.kind) for field in chosen]}
    )
    return write


def _told(field: RecordField, form: str) -> str:
    value = f"record.{field.path}"
    return f"None if (value := {value}) is None else {form}(value)" if form else value


def _field(row: list[str], table: str) -> RecordField:
    name, kind, *more = row
    path, column, *_ = [*more, "", ""]
    own = f"{table}." if table else ""
    return RecordField(name, FieldKind[kind], path or name, column or f"{own}{name}", not column or column.startswith(own))


def _attributes(made: Any) -> list[tuple[str, object]]:
    return [(each.name, each.default_factory() if each.default_factory is not MISSING else each.default) for each in fields(made)]
