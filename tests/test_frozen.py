"""`@frozen` beside `dataclass(frozen=True, slots=True)`: whoever uses a value sees no difference."""

import copy
import pickle
from dataclasses import FrozenInstanceError, InitVar, asdict, dataclass, field, replace
from typing import Any

import pytest

from simonides.frozen import frozen


@frozen
class Ours:
    name: str
    tags: list[str] = field(default_factory=list)
    weight: float = field(default=1.0, compare=False)
    letters: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "letters", len(self.name))


@dataclass(frozen=True, slots=True)
class Standard:
    name: str
    tags: list[str] = field(default_factory=list)
    weight: float = field(default=1.0, compare=False)
    letters: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "letters", len(self.name))


def of(made: type[Any]) -> list[Any]:
    """What can be seen of a class of values, with the name of the class taken out."""
    value, other = made("anna", ["x"]), made("anna")
    return [
        repr(value).replace(made.__name__, ""),
        asdict(value),
        asdict(replace(value, name="bo", weight=2)),
        [copy.copy(value) == value, copy.deepcopy(value) == value, pickle.loads(pickle.dumps(value)) == value],  # noqa: S301 - our own
        [value == replace(value, weight=9), value == other, value == "anna", other.tags is made("anna").tags],
        hash(replace(value, tags=("x",))) == hash(replace(value, tags=("x",), weight=3)),
        [made.__match_args__, made.__slots__],
    ]


def test_a_frozen_class_is_made_compared_copied_and_shown_as_the_standard_one() -> None:
    assert of(Ours) == of(Standard)


def test_a_frozen_value_takes_no_change_and_no_further_attribute() -> None:
    value: Any = Ours("anna")

    for name in ("name", "other"):
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, "bo")
    with pytest.raises(FrozenInstanceError):
        del value.name
    with pytest.raises(TypeError, match=r"Ours\.__init__\(\) missing 1 required positional argument: 'name'"):
        Ours()  # type: ignore[call-arg]


def test_what_a_frozen_class_does_not_know_is_refused() -> None:
    def shown(self: object) -> str:
        return "hidden"

    refused = [
        {"__repr__": shown, "__annotations__": {"token": str}},
        {"__eq__": object.__eq__, "__annotations__": {"token": str}},
        {"token": field(kw_only=True), "__annotations__": {"token": str}},
        {"token": field(hash=False), "__annotations__": {"token": str}},
        {"token": field(default="x", init=False), "__annotations__": {"token": str}},
        {"__annotations__": {"token": InitVar[str]}},
    ]
    for body in refused:
        with pytest.raises(TypeError):
            frozen(type("Refused", (), body))
