"""JSON Schema from annotations, for arguments and for replies."""

from dataclasses import dataclass
from typing import Annotated, Any, Literal, NotRequired, TypedDict

import pytest

from simonides.toolkit.schema import NullStyle, SchemaStyle, object_schema, reply_schema
from simonides.toolkit.shapes import Arg, Unsupported, read_shape, read_slot
from simonides.toolkit.signature import read_signature

PLAIN = SchemaStyle(NullStyle.PLAIN, show_defaults=False)


class Receiver:
    pass


class Entity(TypedDict):
    name: str
    observations: NotRequired[list[str]]
    summary: NotRequired[str | None]


Edge = TypedDict("Edge", {"from": str, "to": str})


@dataclass(frozen=True, slots=True)
class Hit:
    from_: str
    score: float
    note: str | None = None


def create(
    receiver: Receiver,
    *,
    entities: list[Entity],
    mode: Literal["embedding", "text"] = "embedding",
    edges: list[Edge] | None = None,
    anything: Any = None,
    owner: str | None,
    score: Annotated[float, Arg(minimum=0, maximum=1, in_schema=False)] = 0.5,
    ids: str | list[str] = "",
) -> dict[str, Any]:
    """Create things."""
    return {}


def schema_of(annotation: object, look: SchemaStyle = PLAIN) -> Any:
    signature = read_signature(create, "create")
    field = signature.fields[0]
    replaced = type(field)("x", "x", read_slot(annotation))
    return object_schema([replaced], look)["properties"]["x"]


def reply_of(annotation: object, *others: object) -> Any:
    return reply_schema(read_shape(annotation), [read_shape(other) for other in others])


def test_nested_records_are_inlined_and_only_what_must_be_there_is_required() -> None:
    schema = object_schema(read_signature(create, "create").fields, PLAIN)

    assert schema == {
        "type": "object",
        "properties": {
            "entities": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "name": {"type": "string"},
                        "observations": {"type": "array", "items": {"type": "string"}},
                        "summary": {"type": "string"},
                    },
                    "required": ["name"],
                },
            },
            "mode": {"type": "string", "enum": ["embedding", "text"]},
            "edges": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {"from": {"type": "string"}, "to": {"type": "string"}},
                    "required": ["from", "to"],
                },
            },
            "anything": {},
            "owner": {"type": ["string", "null"]},
            "score": {"type": "number"},
            "ids": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
        },
        "required": ["entities", "owner"],
    }


def test_defaults_show_where_the_set_or_the_argument_says_so() -> None:
    fields = read_signature(create, "create").fields

    shown = object_schema(fields, SchemaStyle(NullStyle.PLAIN, show_defaults=True))["properties"]

    assert (shown["mode"]["default"], shown["score"]["default"]) == ("embedding", 0.5)
    assert "default" not in shown["edges"]


def test_null_styles() -> None:
    assert schema_of(str | None, SchemaStyle(NullStyle.NULLABLE, show_defaults=False)) == {"type": "string", "nullable": True}
    assert schema_of(str | None, SchemaStyle(NullStyle.UNION, show_defaults=False)) == {"type": ["string", "null"]}
    assert schema_of(Literal["a"] | None) == {"type": ["string", "null"], "enum": ["a", None]}
    assert schema_of(str | int | None) == {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]}


def test_a_reply_says_null_aloud_and_keeps_wire_names() -> None:
    assert reply_of(Hit) == {
        "type": "object",
        "properties": {"from": {"type": "string"}, "score": {"type": "number"}, "note": {"type": ["string", "null"]}},
        "required": ["from", "score"],
    }


def test_several_possible_replies_are_all_named() -> None:
    schema = reply_of(Hit | Edge, Entity)

    assert schema["type"] == "object"
    assert [next(iter(option["properties"])) for option in schema["anyOf"]] == ["from", "from", "name"]


@pytest.mark.parametrize("reply", [list[str], str, dict[str, int], Hit | list[str], Hit | None])
def test_a_reply_that_is_not_always_a_record_has_no_schema(reply: object) -> None:
    assert reply_of(reply) is None


@pytest.mark.parametrize("annotation", [bytes, set[str], complex, tuple[int, str], Annotated[int, Arg()] | None])
def test_a_type_without_a_json_form_is_refused(annotation: object) -> None:
    with pytest.raises(Unsupported):
        read_slot(annotation)


def test_limits_belong_to_numbers() -> None:
    with pytest.raises(Unsupported):
        read_slot(Annotated[str, Arg(minimum=1)])


@pytest.mark.requirement("mcp-headers")
def test_an_argument_that_travels_in_a_header_says_in_which() -> None:
    def keep(receiver: Receiver, region: Annotated[str, Arg("Where", header="Region")]) -> None:
        """Keep."""

    schema = object_schema(read_signature(keep, "keep").fields, PLAIN)

    assert schema["properties"]["region"] == {"description": "Where", "type": "string", "x-mcp-header": "Region"}


@pytest.mark.requirement("mcp-headers")
@pytest.mark.parametrize(
    "annotation",
    [
        Annotated[str, Arg(header="")],
        Annotated[str, Arg(header="two words")],
        Annotated[str, Arg(header="Région")],
        Annotated[float, Arg(header="Number")],
        Annotated[str | None, Arg(header="Maybe")],
        Annotated[list[str], Arg(header="Many")],
        list[Annotated[str, Arg(header="Part")]],
        dict[str, Annotated[str, Arg(header="Part")]],
    ],
)
def test_only_a_whole_plain_argument_travels_in_a_header_of_a_proper_name(annotation: object) -> None:
    with pytest.raises(Unsupported, match="header"):
        read_slot(annotation)
