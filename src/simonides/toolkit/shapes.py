"""Shapes of annotations: read once, then used by both schemas and validation.

A shape is plain data. Schema and validation never disagree, because both read the same value.
"""

import dataclasses
import re
import types
from collections.abc import Callable, Mapping, Sequence
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from simonides.frozen import frozen
from simonides.toolkit.replies import wire_name


class Unsupported(Exception):
    """An annotation has no wire form."""


class Missing:
    """The type of MISSING: an argument without a default."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING = Missing()


@frozen
class Arg:
    """What an annotation cannot say about an argument: `Annotated[int, Arg("Max results", minimum=1, maximum=50)]`.

    With `clamp` a number beyond a limit becomes the limit; without it the call fails. `in_schema=False` enforces limits
    that a contract states in prose only. `required` overrides what the schema says, never what the call needs. With `header`,
    over HTTP and from MCP 2026-07-28 on, the value is also sent in the header `Mcp-Param-<header>`, so that proxies can
    route by it; a call whose header and body disagree is refused. With `lenient` a value that does not fit counts as left out.
    """

    description: str = ""
    minimum: float | None = None
    maximum: float | None = None
    clamp: bool = False
    in_schema: bool = True
    format: str | None = None
    show_default: bool | None = None
    required: bool | None = None
    header: str | None = None
    lenient: bool = False


PLAIN_ARG = Arg()

Kind: TypeAlias = Literal["string", "integer", "number", "boolean", "any"]


@frozen
class Scalar:
    """One JSON value of a simple kind; "any" allows everything."""

    kind: Kind


@frozen
class Choice:
    """One of a few values."""

    values: tuple[Any, ...]


@frozen
class ListOf:
    """An array whose items all have one shape."""

    item: "Slot"


@frozen
class MapOf:
    """An object with any keys."""

    value: "Slot"


@frozen
class Record:
    """An object with known keys; `make` turns the values into what the function expects."""

    fields: "tuple[Field, ...]"
    make: Callable[..., Any]


@frozen
class Nullable:
    """The shape, or null."""

    shape: "Shape"


@frozen
class OneOf:
    """Any of several shapes."""

    options: "tuple[Shape, ...]"


Shape: TypeAlias = Scalar | Choice | ListOf | MapOf | Record | Nullable | OneOf


@frozen
class Slot:
    """A place for a value: its shape, and its author's notes."""

    shape: Shape
    arg: Arg = PLAIN_ARG


@frozen
class Field:
    """A named slot: `name` in Python, `wire` in JSON (`from_` travels as `from`)."""

    name: str
    wire: str
    slot: Slot
    default: object = MISSING

    @property
    def is_required(self) -> bool:
        """Whether every call must give it."""
        return self.default is MISSING


ABSENT = object()
"""The default of an optional TypedDict key: when absent it stays absent."""

_SCALARS: dict[object, Kind] = {str: "string", int: "integer", float: "number", bool: "boolean", Any: "any", object: "any"}
_HEADER_SHAPES = (Scalar("string"), Scalar("integer"), Scalar("boolean"))
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_LISTS = (list, Sequence)
_MAPS = (dict, Mapping)


def read_slot(annotation: object) -> Slot:
    """Read an annotation, with or without an `Arg` around it."""
    if get_origin(annotation) is not Annotated:
        return Slot(read_shape(annotation))
    inner, *notes = get_args(annotation)
    slot = Slot(read_shape(inner), next((note for note in notes if isinstance(note, Arg)), PLAIN_ARG))
    if not _is_number(slot.shape) and (slot.arg.minimum is not None or slot.arg.maximum is not None):
        raise Unsupported("only numbers can have a minimum or a maximum")
    if slot.arg.header is not None:
        _check_header(slot.arg.header, slot.shape)
    return slot


def read_shape(annotation: object) -> Shape:
    """Read a bare annotation. Raises Unsupported for types without a JSON form."""
    if annotation in _SCALARS:
        return Scalar(_SCALARS[annotation])
    if is_typeddict(annotation):
        return Record(_typed_dict_fields(annotation), dict)
    if isinstance(annotation, type) and dataclasses.is_dataclass(annotation):
        return Record(_dataclass_fields(annotation), annotation)
    return _read_generic(annotation, get_origin(annotation) or annotation, get_args(annotation))


def _check_header(name: str, shape: Shape) -> None:
    # Clients silently skip a schema that breaks these rules, so the mistake would go unnoticed.
    if not _HEADER_NAME.fullmatch(name):
        raise Unsupported(f"{name!r} is not a valid header name")
    if shape not in _HEADER_SHAPES:
        raise Unsupported("only a string, an integer or a boolean can have a header")


def _read_part(annotation: object) -> Slot:
    """Read the annotation of a part of an argument."""
    slot = read_slot(annotation)
    if slot.arg.header is not None:
        raise Unsupported("only a whole argument can have a header, not a part of one")
    return slot


def _is_number(shape: Shape) -> bool:
    bare = shape.shape if isinstance(shape, Nullable) else shape
    return isinstance(bare, Scalar) and bare.kind in {"integer", "number"}


def _read_generic(annotation: object, origin: object, args: tuple[Any, ...]) -> Shape:
    if origin is Literal:
        return Choice(args)
    if origin is Union or origin is types.UnionType:
        return _read_union(args)
    if origin in _LISTS:
        return ListOf(_read_part(args[0] if args else Any))
    if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
        return ListOf(_read_part(args[0]))
    if origin in _MAPS:
        return MapOf(_read_part(args[1] if args else Any))
    raise Unsupported(f"the type {annotation!r} has no JSON form")


def _read_union(args: tuple[Any, ...]) -> Shape:
    if any(get_origin(arg) is Annotated for arg in args):
        raise Unsupported("Arg belongs around the whole type: Annotated[int | None, Arg(...)]")
    shapes = tuple(read_shape(arg) for arg in args if arg is not type(None))
    shape = shapes[0] if len(shapes) == 1 else OneOf(shapes)
    return shape if type(None) not in args else Nullable(shape)


def _typed_dict_fields(record: Any) -> tuple[Field, ...]:
    hints = get_type_hints(record, include_extras=True)
    return tuple(_typed_dict_field(record, key, hint) for key, hint in hints.items())


def _typed_dict_field(record: Any, key: str, hint: object) -> Field:
    # Under postponed annotations __required_keys__ misses NotRequired, so the resolved hint takes precedence.
    is_required = key in record.__required_keys__
    while (origin := get_origin(hint)) in {Required, NotRequired}:
        is_required = origin is Required
        (hint,) = get_args(hint)
    return Field(key, key, _read_part(hint), MISSING if is_required else ABSENT)


def _dataclass_fields(record: Any) -> tuple[Field, ...]:
    hints = get_type_hints(record, include_extras=True)
    return tuple(
        Field(field.name, wire_name(field.name), _read_part(hints[field.name]), _dataclass_default(field))
        for field in dataclasses.fields(record)
        if field.init
    )


def _dataclass_default(field: "dataclasses.Field[Any]") -> object:
    has_default = field.default is not dataclasses.MISSING or field.default_factory is not dataclasses.MISSING
    return ABSENT if has_default else MISSING
