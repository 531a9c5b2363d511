"""Arguments of a call: which are accepted, and how the others are refused."""

import math
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.toolkit.arguments import read_arguments
from simonides.toolkit.faults import BadArgument
from simonides.toolkit.shapes import Arg
from simonides.toolkit.signature import read_signature


class Receiver:
    pass


class Entity(TypedDict):
    name: str
    tags: NotRequired[list[str]]
    summary: NotRequired[str | None]


@dataclass(frozen=True, slots=True)
class Span:
    from_: int
    to: int = 9


def tool(
    receiver: Receiver,
    *,
    text: str,
    number: float = 0.5,
    count: int = 5,
    flag: bool = False,
    mode: Literal["embedding", "text"] = "text",
    limit: Annotated[int, Arg(minimum=1, maximum=50)] = 10,
    soft: Annotated[int, Arg(minimum=1, maximum=50, clamp=True)] = 10,
    entities: list[Entity] | None = None,
    metadata: dict[str, Any] | None = None,
    span: Span | None = None,
    ids: str | list[str] = "",
    counts: dict[str, int] | None = None,
) -> dict[str, Any]:
    """Take everything."""
    return {}


FIELDS = read_signature(tool, "tool").fields


def read(**arguments: Any) -> dict[str, Any]:
    return read_arguments("tool", FIELDS, {"text": "t", **arguments})


def refusal(**arguments: Any) -> str:
    with pytest.raises(BadArgument) as caught:
        read(**arguments)
    assert caught.value.tool == "tool"
    assert caught.value.argument in caught.value.reason
    return caught.value.reason


def test_what_is_left_out_has_its_default() -> None:
    assert read() == {
        "text": "t",
        "number": 0.5,
        "count": 5,
        "flag": False,
        "mode": "text",
        "limit": 10,
        "soft": 10,
        "entities": None,
        "metadata": None,
        "span": None,
        "ids": "",
        "counts": None,
    }


def test_null_for_an_optional_argument_is_its_absence() -> None:
    assert read(count=None, mode=None, entities=None, limit=None) == read()


def test_the_blanks_around_ids_are_left_out_and_those_of_other_texts_stay() -> None:
    assert read(ids=" a\n", text=" t ")["ids"] == "a"
    assert read(ids=[" a", "b "], text=" t ")["ids"] == ["a", "b"]
    assert read(ids=["a"], text=" t ")["text"] == " t "


def test_a_missing_argument_is_named() -> None:
    with pytest.raises(BadArgument) as caught:
        read_arguments("tool", FIELDS, {})

    assert (caught.value.argument, caught.value.reason) == ("text", "missing 'text'")


def test_an_unknown_argument_is_named_with_the_known_ones() -> None:
    assert refusal(colour="red").startswith("unknown argument 'colour' (known: text, number, count")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"text": None}, "'text' must be a string, not null"),
        ({"text": 5}, "'text' must be a string, not a number"),
        ({"count": "5"}, "'count' must be an integer, not a string"),
        ({"count": True}, "'count' must be an integer, not a boolean"),
        ({"count": 5.5}, "'count' must be an integer, not a number"),
        ({"count": 2**63}, "'count' is out of range"),
        ({"count": 1e300}, "'count' is out of range"),
        ({"count": math.nan}, "'count' must be an integer, and a finite one"),
        ({"number": math.inf}, "'number' must be a number, and a finite one"),
        ({"number": 10**400}, "'number' is out of range"),
        ({"number": "1"}, "'number' must be a number, not a string"),
        ({"flag": 1}, "'flag' must be true or false, not a number"),
        ({"mode": "smell"}, "'mode' must be one of 'embedding', 'text'"),
        ({"mode": ["text"]}, "'mode' must be one of 'embedding', 'text'"),
        ({"limit": 0}, "'limit' must be at least 1"),
        ({"limit": 51}, "'limit' must be at most 50"),
        ({"entities": {}}, "'entities' must be a list, not an object"),
        ({"entities": ["x"]}, "'entities[0]' must be an object, not a string"),
        ({"entities": [{"name": "a"}, {}]}, "missing 'entities[1].name'"),
        ({"entities": [{"name": "a", "tags": [1]}]}, "'entities[0].tags[0]' must be a string, not a number"),
        ({"entities": [{"name": "a", "age": 1}]}, "unknown argument 'entities[0].age' (known: name, tags, summary)"),
        ({"metadata": {"a": [{"b": math.inf}]}}, "'metadata.a[0].b' must be a number, and a finite one"),
        ({"span": {"to": 1}}, "missing 'span.from'"),
        ({"ids": 5}, "'ids' must be a string, not a number; or 'ids' must be a list, not a number"),
        ({"counts": {"a": "b"}}, "'counts.a' must be an integer, not a string"),
    ],
)
def test_what_does_not_fit_is_told_by_name(arguments: dict[str, Any], reason: str) -> None:
    assert refusal(**arguments) == reason


def test_whole_floats_are_integers_and_integers_are_numbers() -> None:
    values = read(count=5.0, number=2)

    assert (values["count"], type(values["count"])) == (5, int)
    assert (values["number"], type(values["number"])) == (2.0, float)


def test_a_soft_limit_clamps() -> None:
    assert [read(soft=given)["soft"] for given in (-3, 1, 50, 7000)] == [1, 1, 50, 50]


def test_records_keep_what_was_said_and_nothing_else() -> None:
    values = read(entities=[{"name": "a", "tags": None, "summary": None}, {"name": "b", "tags": ["x"]}])

    assert values["entities"] == [{"name": "a", "summary": None}, {"name": "b", "tags": ["x"]}]


def test_dataclasses_are_made_and_keywords_lose_their_underscore_on_the_wire() -> None:
    assert read(span={"from": 1})["span"] == Span(from_=1, to=9)


def test_strings_pass_through_untouched() -> None:
    assert read(text="\x00\ud800")["text"] == "\x00\ud800"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([field.wire for field in FIELDS]) | st.text(), JSON))
def test_whatever_a_client_sends_is_read_or_refused(arguments: dict[str, Any]) -> None:
    with suppress(BadArgument):
        assert 1 <= read_arguments("tool", FIELDS, arguments)["limit"] <= 50


def test_what_is_nested_deeper_than_calls_may_be_is_told_by_name() -> None:
    deep: dict[str, Any] = {}
    for _ in range(900):
        deep = {"in": [deep]}

    assert refusal(metadata=deep) == "'metadata' is nested above 100 levels; flatten it"
