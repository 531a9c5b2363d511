"""Checking wire arguments against the shapes that also made the schema.

Strict, so that a mistake is reported rather than guessed at; but 5.0 is an integer, null leaves out an optional argument, and
the blanks around an id, which no id has, are left out.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from simonides.frozen import frozen
from simonides.toolkit.faults import BadArgument
from simonides.toolkit.shapes import ABSENT, Arg, Choice, Field, ListOf, MapOf, Nullable, OneOf, Record, Scalar, Shape, Slot

# Stores keep integers in 64 bits; a larger one is refused here, where the error can name the argument.
_INTEGER_MAX = 2**63 - 1
_DEPTH_MAX = 100

_ID = re.compile(r"(?:.+_)?ids?")
"""How the arguments are called that hold an id, or several."""

_NAMES = {"string": "a string", "integer": "an integer", "number": "a number", "boolean": "true or false"}


@frozen
class _Place:
    """The position within a call's arguments, for error messages."""

    tool: str
    path: str = ""

    def key(self, name: str) -> "_Place":
        return _Place(self.tool, f"{self.path}.{name}" if self.path else name)

    def item(self, index: int) -> "_Place":
        return _Place(self.tool, f"{self.path}[{index}]")

    def outermost(self) -> "_Place":
        return _Place(self.tool, self.path.partition(".")[0].partition("[")[0])

    def refuse(self, reason: str) -> BadArgument:
        return BadArgument(self.tool, self.path, reason)

    def not_a(self, wanted: str, value: object) -> BadArgument:
        return self.refuse(f"'{self.path}' must be {wanted}, not {_name_of(value)}")


def read_arguments(tool: str, fields: Iterable[Field], wire: Mapping[str, Any]) -> dict[str, Any]:
    """The wire arguments as keyword arguments. Raises BadArgument, which names the argument."""
    return _read_fields(tuple(fields), wire, _Place(tool))


def _read_fields(fields: tuple[Field, ...], wire: Mapping[str, Any], place: _Place) -> dict[str, Any]:
    known = [field.wire for field in fields]
    # What is missing is told first: an unknown argument is often the missing one under another name.
    for field in fields:
        if field.is_required and field.wire not in wire:
            raise place.key(field.wire).refuse(f"missing '{place.key(field.wire).path}'{_not_known(known, wire)}")
    for name in wire:
        if name not in known:
            raise place.key(name).refuse(f"unknown argument '{place.key(name).path}' (known: {', '.join(known) or 'none'})")
    read = ((field.name, _read_field(field, wire, place.key(field.wire))) for field in fields)
    return {name: value for name, value in read if value is not ABSENT}


def _not_known(known: Sequence[str], wire: Mapping[str, Any]) -> str:
    unknown = next((name for name in wire if name not in known), None)
    return "" if unknown is None else f" ('{unknown}' is not an argument)"


def _read_field(field: Field, wire: Mapping[str, Any], place: _Place) -> object:
    value = wire.get(field.wire)
    if value is None and not field.is_required and not _keeps_null(field, wire):
        return field.default
    try:
        read = _read_slot(field.slot, value, place)
        return _without_blanks(read) if _ID.fullmatch(field.wire) else read
    except BadArgument:
        if field.slot.arg.lenient and not field.is_required:
            return field.default
        raise


def _without_blanks(ids: object) -> object:
    if isinstance(ids, list):
        return [_without_blanks(each) for each in ids]
    return ids.strip() if isinstance(ids, str) else ids


def _keeps_null(field: Field, wire: Mapping[str, Any]) -> bool:
    """Whether null is a value in its own right, which only a nullable argument without a real default allows."""
    is_nullable = isinstance(field.slot.shape, Nullable)
    return field.wire in wire and is_nullable and (field.is_required or field.default is ABSENT)


def _read_slot(slot: Slot, value: Any, place: _Place) -> object:
    return _within(_read_shape(slot.shape, value, place), slot.arg, place)


def _read_shape(shape: Shape, value: Any, place: _Place) -> object:
    match shape:
        case Scalar(kind):
            return _SCALARS[kind](value, place)
        case Choice(values):
            return _read_choice(values, value, place)
        case ListOf(item):
            return [_read_slot(item, one, place.item(at)) for at, one in enumerate(_must_be(list, "a list", value, place))]
        case MapOf(slot):
            members = _must_be(dict, "an object", value, place).items()
            return {key: _read_slot(slot, one, place.key(key)) for key, one in members}
        case Record(fields, make):
            return make(**_read_fields(fields, _must_be(dict, "an object", value, place), place))
        case Nullable(inner):
            return None if value is None else _read_shape(inner, value, place)
        case OneOf(options):
            return _read_one_of(options, value, place)


def _must_be(kind: type, wanted: str, value: Any, place: _Place) -> Any:
    if not isinstance(value, kind):
        raise place.not_a(wanted, value)
    return value


def _read_string(value: Any, place: _Place) -> str:
    text: str = _must_be(str, _NAMES["string"], value, place)
    return text


def _read_boolean(value: Any, place: _Place) -> bool:
    flag: bool = _must_be(bool, _NAMES["boolean"], value, place)
    return flag


def _read_integer(value: Any, place: _Place) -> int:
    whole = _read_finite(_NAMES["integer"], value, place)
    if whole != int(whole):
        raise place.not_a(_NAMES["integer"], value)
    if abs(whole) > _INTEGER_MAX:
        raise place.refuse(f"'{place.path}' is out of range")
    return int(whole)


def _read_number(value: Any, place: _Place) -> float:
    number = _read_finite(_NAMES["number"], value, place)
    try:
        return float(number)
    except OverflowError:
        raise place.refuse(f"'{place.path}' is out of range") from None


def _read_finite(wanted: str, value: Any, place: _Place) -> int | float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise place.not_a(wanted, value)
    if isinstance(value, float) and not math.isfinite(value):
        raise place.refuse(f"'{place.path}' must be {wanted}, and a finite one")
    return value


def _read_any(value: Any, place: _Place, depth: int = 0) -> object:
    """Accept anything except numbers that JSON cannot represent, and depths that nobody could write down again."""
    if depth > _DEPTH_MAX:
        raise place.outermost().refuse(f"'{place.outermost().path}' is nested above {_DEPTH_MAX} levels; flatten it")
    if isinstance(value, dict):
        return {key: _read_any(one, place.key(key), depth + 1) for key, one in value.items()}
    if isinstance(value, list):
        return [_read_any(one, place.item(at), depth + 1) for at, one in enumerate(value)]
    return _read_finite("a number", value, place) if isinstance(value, float) else value


_SCALARS = {
    "string": _read_string,
    "integer": _read_integer,
    "number": _read_number,
    "boolean": _read_boolean,
    "any": _read_any,
}


def _read_choice(values: tuple[Any, ...], value: Any, place: _Place) -> object:
    # 1 == True in Python, but not on the wire.
    for one in values:
        if one == value and isinstance(one, bool) == isinstance(value, bool):
            return one
    raise place.refuse(f"'{place.path}' must be one of {', '.join(map(repr, values))}")


def _read_one_of(options: tuple[Shape, ...], value: Any, place: _Place) -> object:
    refusals = []
    for option in options:
        try:
            return _read_shape(option, value, place)
        except BadArgument as refusal:
            refusals.append(refusal.reason)
    raise place.refuse("; or ".join(refusals))


def _within(value: Any, arg: Arg, place: _Place) -> object:
    if value is None or (arg.minimum is None and arg.maximum is None):
        return value
    low = value if arg.minimum is None else max(value, arg.minimum)
    clamped = low if arg.maximum is None else min(low, arg.maximum)
    if clamped == value or arg.clamp:
        return type(value)(clamped)
    limit = f"at least {arg.minimum}" if clamped > value else f"at most {arg.maximum}"
    raise place.refuse(f"'{place.path}' must be {limit}")


def _name_of(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    names = {bool: "a boolean", str: "a string", int: "a number", float: "a number"}
    return names.get(type(value), type(value).__name__)
