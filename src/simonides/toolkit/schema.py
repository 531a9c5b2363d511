"""Shapes as JSON Schema. Everything is inlined, because some clients ignore $ref."""

from collections.abc import Iterable
from enum import Enum
from typing import Any, TypeAlias

from simonides.frozen import frozen
from simonides.toolkit.shapes import ABSENT, MISSING, Choice, Field, ListOf, MapOf, Nullable, OneOf, Record, Scalar, Shape, Slot

Schema: TypeAlias = dict[str, Any]


class NullStyle(Enum):
    """How `T | None` shows: not at all (the argument is just not required), as "nullable", or as a union with null."""

    PLAIN = "plain"
    NULLABLE = "nullable"
    UNION = "union"


@frozen
class SchemaStyle:
    """The choices a tool set makes about its schemas."""

    nulls: NullStyle
    show_defaults: bool


# Clients validate replies against the output schema, so null must be written there as validators expect it.
_REPLY = SchemaStyle(NullStyle.UNION, show_defaults=False)

_JSON_NAMES = {str: "string", bool: "boolean", int: "integer", float: "number"}


def object_schema(fields: Iterable[Field], look: SchemaStyle) -> Schema:
    """The schema of an object with these fields, in this order."""
    known = tuple(fields)
    schema: Schema = {"type": "object", "properties": {field.wire: _property(field, look) for field in known}}
    required = [field.wire for field in known if _shows_required(field)]
    if required:
        schema["required"] = required
    return schema


def reply_schema(reply: Shape | None, others: Iterable[Shape]) -> Schema | None:
    """The schema of a reply, or of the `others` that faults may send in its place; None unless all of them are records."""
    options = _options_of(reply)
    if not options:
        return None
    options += [option for other in others for option in _options_of(other)]
    return _shape(options[0] if len(options) == 1 else OneOf(tuple(options)), _REPLY)


def _options_of(shape: Shape | None) -> list[Shape]:
    options = shape.options if isinstance(shape, OneOf) else (shape,)
    records: list[Shape] = [option for option in options if isinstance(option, Record)]
    return records if len(records) == len(options) else []


def _shows_required(field: Field) -> bool:
    return field.is_required if field.slot.arg.required is None else field.slot.arg.required


def _property(field: Field, look: SchemaStyle) -> Schema:
    schema = _slot(field.slot, look)
    if look.nulls is NullStyle.PLAIN and field.is_required and isinstance(field.slot.shape, Nullable):
        # Omitting an optional argument means null; a required one has to allow null explicitly.
        schema = _nullable(schema, NullStyle.UNION)
    if _shows_default(field, look):
        schema["default"] = field.default
    return schema


def _shows_default(field: Field, look: SchemaStyle) -> bool:
    wanted = look.show_defaults if field.slot.arg.show_default is None else field.slot.arg.show_default
    return wanted and field.default is not MISSING and field.default is not ABSENT and field.default is not None


def _slot(slot: Slot, look: SchemaStyle) -> Schema:
    arg = slot.arg
    schema: Schema = {"description": arg.description} if arg.description else {}
    schema |= _shape(slot.shape, look)
    if arg.format:
        schema["format"] = arg.format
    if arg.header:
        schema["x-mcp-header"] = arg.header
    for key, limit in (("minimum", arg.minimum), ("maximum", arg.maximum)):
        if limit is not None and arg.in_schema:
            schema[key] = limit
    return schema


def _shape(shape: Shape, look: SchemaStyle) -> Schema:
    match shape:
        case Scalar(kind):
            return {} if kind == "any" else {"type": kind}
        case Choice(values):
            return _choice(values)
        case ListOf(item):
            return {"type": "array", "items": _slot(item, look)}
        case MapOf():
            return {"type": "object"}
        case Record(fields):
            return object_schema(fields, look)
        case OneOf(options):
            return _one_of(options, look)
        case Nullable(inner):
            return _nullable(_shape(inner, look), look.nulls)


def _choice(values: tuple[Any, ...]) -> Schema:
    names = {_JSON_NAMES.get(type(value)) for value in values}
    kind = {"type": names.pop()} if len(names) == 1 else {}
    return {**kind, "enum": list(values)}


def _one_of(options: tuple[Shape, ...], look: SchemaStyle) -> Schema:
    schema: Schema = {"anyOf": [_shape(option, look) for option in options]}
    # MCP requires an object at the root, and validators are faster when the type comes first.
    return {"type": "object", **schema} if all(isinstance(option, Record) for option in options) else schema


def _nullable(schema: Schema, nulls: NullStyle) -> Schema:
    if nulls is NullStyle.PLAIN:
        return schema
    if nulls is NullStyle.NULLABLE:
        return {**schema, "nullable": True}
    if "anyOf" in schema:
        return {"anyOf": [*schema["anyOf"], {"type": "null"}]}
    union = {**schema, "type": [schema["type"], "null"]} if "type" in schema else dict(schema)
    return {**union, "enum": [*union["enum"], None]} if "enum" in union else union
