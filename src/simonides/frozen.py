"""`@frozen`: a class whose fields are set once. What `dataclass(frozen=True, slots=True)` gives, in a fifth of the time.

It is for values, and for services that hold their collaborators and nothing else. What it does not know is refused where the
class is made: own methods in place of those made here, fields that are given by name alone, hashed apart, or given and not kept,
and variables of the class.

The standard decorator compiles six functions for each class, whether or not a value of it is ever made, and a command loads some
two hundred such classes before it begins. Here only `__init__` is compiled, and the rest is shared. The fields are those of a
dataclass: `fields`, `replace`, `asdict` and type checkers see one.
"""

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from sys import intern
from typing import Any, NoReturn, TypeVar, dataclass_transform

Value = TypeVar("Value")

_NOT_GIVEN = object()
_MADE = {"__init__", "__repr__", "__reduce__", "__eq__", "__hash__", "__setattr__", "__delattr__"}


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[Value]) -> type[Value]:
    """Make a class of values: set once, without other attributes, equal and hashed by their fields."""
    if own := _MADE & cls.__dict__.keys():
        raise TypeError(f"{cls.__name__}: {', '.join(sorted(own))} would be replaced; use the standard dataclass")
    # Where there is no docstring, the standard decorator works one out from the signature, which takes long.
    cls.__doc__ = cls.__doc__ or cls.__name__
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    made.__init__ = _init_of(made)
    made.__repr__ = _repr
    made.__reduce__ = _reduce
    made.__eq__, made.__hash__ = _comparison_of(made)
    made.__setattr__ = made.__delattr__ = _refuse
    return made  # type: ignore[no-any-return]


def _init_of(made: Any) -> Callable[..., None]:
    if len(made.__dataclass_fields__) > len(fields(made)):
        raise TypeError(f"{made.__name__}: InitVar and ClassVar are not known here; use the standard dataclass")
    known: dict[str, Any] = {"_not_given": _NOT_GIVEN}
    # Apart from what the function needs later on.
    defaults: dict[str, Any] = {}
    taken, lines = ["self"], list[str]()
    for part in fields(made):
        name, value = part.name, part.name
        if part.kw_only or part.hash is not None:
            raise TypeError(f"{made.__name__}.{name}: kw_only and hash are not known here; use the standard dataclass")
        if part.default_factory is not MISSING:
            known[f"_{name}_made"], defaults[f"_{name}_default"] = part.default_factory, _NOT_GIVEN
            value = f"_{name}_made() if {name} is _not_given else {name}"
        elif part.default is not MISSING:
            defaults[f"_{name}_default"] = part.default
        if part.init:
            taken.append(f"{name}=_{name}_default" if f"_{name}_default" in defaults else name)
            # The slot itself, which takes two thirds of what `object.__setattr__` takes to find it by its name.
            put = intern(f"_{len(lines)}")
            known[put] = getattr(made, name).__set__
            lines.append(f"{put}(self, {value})")
        elif f"_{name}_default" in defaults:
            raise TypeError(f"{made.__name__}.{name}: a field that is not given gets its value in __post_init__")
    if hasattr(made, "__post_init__"):
        lines.append("self.__post_init__()")
    # The names in it are those of the fields, which are identifiers.
    exec(f"def __init__({', '.join(taken)}):\n " + "\n ".join(lines or ["pass"]), known, defaults)  # noqa: S102
    init: Callable[..., None] = defaults["__init__"]
    init.__qualname__ = f"{made.__qualname__}.__init__"
    return init


def _comparison_of(made: type[Any]) -> tuple[Callable[[Any, object], bool], Callable[[Any], int]]:
    names = [part.name for part in fields(made) if part.compare]
    compared: Callable[[Any], object] = attrgetter(*names) if names else lambda _: ()

    def equal(self: Any, other: object) -> bool:
        if self is other:
            return True
        return compared(self) == compared(other) if other.__class__ is self.__class__ else NotImplemented

    return equal, lambda self: hash(compared(self))


def _repr(self: Any) -> str:
    shown = (f"{part.name}={getattr(self, part.name)!r}" for part in fields(self) if part.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _reduce(self: Any) -> tuple[type[Any], tuple[Any, ...]]:
    return type(self), tuple(getattr(self, part.name) for part in fields(self) if part.init)


def _refuse(_: object, name: str, *__: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot change field {name!r}")
