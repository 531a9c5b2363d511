"""Tool sets: what they refuse when they are built, and what they say about their tools."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

import pytest

from simonides.toolkit.calling import LOOKING, Purpose, Surroundings, call
from simonides.toolkit.catalogue import Catalogue
from simonides.toolkit.faults import BadTool, ReplyFault, RpcFault, TextFault, result_faults, rpc_faults
from simonides.toolkit.replies import to_json
from simonides.toolkit.scope import ScopeArgument, ScopeSetting
from simonides.toolkit.shapes import Arg
from simonides.toolkit.tool import Effect, Tool, Toolset

Reply = dict[str, Any]


class Box:
    pass


class Shop:
    pass


def good(box: Box, text: str = "") -> Reply:
    """Do a thing that takes
    two lines to say.

    - And has a list.
    - Of two.
    """
    return {"text": text}


def shopping(shop: Shop) -> Reply:
    """Go shopping."""
    return {}


def mute(box: Box) -> Reply:
    return {}


def untyped(box: Box, text) -> Reply:  # type: ignore[no-untyped-def]
    """Take something."""
    return {}


def odd(box: Box, data: bytes) -> Reply:
    """Take bytes."""
    return {}


def alone() -> Reply:
    """Work on nothing."""
    return {}


def careless(box: Box):  # type: ignore[no-untyped-def]
    """Promise nothing."""


def starry(box: Box, *texts: str) -> Reply:
    """Take many."""
    return {}


def clashing(box: Box, scope: str) -> Reply:
    """Take what the scope takes."""
    return {}


def set_of(*tools: Tool, **options: Any) -> Toolset:
    return Toolset("toy", tools, result_faults(expected=LookupError), options.pop("scope", ScopeSetting(Box)), **options)


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        (mute, "has no docstring"),
        (untyped, "'text' has no annotation"),
        (odd, "'data'"),
        (alone, "has no receiver"),
        (careless, "has no return annotation"),
        (starry, "'texts' must be an ordinary one"),
    ],
)
def test_a_function_that_cannot_be_a_tool_is_refused_when_the_set_is_built(function: Callable[..., Any], reason: str) -> None:
    with pytest.raises(BadTool, match=reason) as caught:
        set_of(Tool(function, "Title", Effect.READ), prefix="toy_")

    assert caught.value.tool == f"toy_{function.__name__}"


def test_a_tool_needs_a_title() -> None:
    with pytest.raises(BadTool, match="has no title"):
        set_of(Tool(good, " ", Effect.READ))


def test_a_name_is_given_once_in_a_set_and_across_sets() -> None:
    with pytest.raises(BadTool, match="listed twice"):
        set_of(Tool(good, "Good", Effect.READ), Tool(shopping, "Shop", Effect.READ, name="good"))
    with pytest.raises(BadTool, match="in two tool sets"):
        Catalogue([set_of(Tool(good, "Good", Effect.READ)), set_of(Tool(good, "Good", Effect.READ))])


def test_the_scopes_argument_may_not_clash() -> None:
    with pytest.raises(BadTool, match="the same wire name"):
        set_of(Tool(clashing, "Clash", Effect.READ), scope=ScopeArgument("scope", Box))


def test_a_fault_that_is_a_reply_must_say_what_it_replies() -> None:
    faults = rpc_faults(-1, expected=LookupError, unknown_tool=RpcFault(-2), cases={KeyError: ReplyFault(lambda _error: {})})

    with pytest.raises(BadTool, match="return annotation"):
        Toolset("toy", (), faults, ScopeSetting(Box))


def test_a_description_runs_on_where_the_source_wraps() -> None:
    (listing,) = Catalogue([set_of(Tool(good, "Good", Effect.READ), prefix="toy_")]).listings(has_default_scope=True)

    assert listing["name"] == "toy_good"
    assert listing["description"] == "Do a thing that takes two lines to say.\n\n- And has a list.\n- Of two."


@pytest.mark.parametrize(
    ("tool", "hints"),
    [
        (Tool(good, "T", Effect.READ), (True, False, True)),
        (Tool(good, "T", Effect.ADD), (False, False, False)),
        (Tool(good, "T", Effect.CHANGE), (False, False, True)),
        (Tool(good, "T", Effect.DELETE), (False, True, True)),
        (Tool(good, "T", Effect.ADD, idempotent=True), (False, False, True)),
        (Tool(good, "T", Effect.CHANGE, destructive=True), (False, True, True)),
    ],
)
def test_effects_become_hints(tool: Tool, hints: tuple[bool, bool, bool]) -> None:
    keys = ("readOnlyHint", "destructiveHint", "idempotentHint")

    assert tuple(tool.annotations()[key] for key in keys) == hints
    assert tool.annotations()["openWorldHint"] is False


def test_the_receiver_is_opened_by_its_type_and_only_the_scoped_one_by_name() -> None:
    opened: list[tuple[type, str | None, Purpose]] = []
    toolset = set_of(
        Tool(good, "Good", Effect.READ),
        Tool(good, "Add", Effect.ADD, name="add"),
        Tool(shopping, "Shop", Effect.READ),
        scope=ScopeArgument("scope", Box),
        makes_receiver=True,
    )
    around = Surroundings(lambda kind, name, purpose: opened.append((kind, name, purpose)), default_scope="home")
    entries = Catalogue([toolset]).entries

    replies = [
        call(entries["good"], {"scope": "here", "text": "a"}, around),
        call(entries["add"], None, around),
        call(entries["shopping"], {}, around),
    ]

    assert replies == [{"text": "a"}, {"text": ""}, {}]
    assert opened == [(Box, "here", LOOKING), (Box, "home", Purpose(writes=True, makes=True, adds=True)), (Shop, None, LOOKING)]


def test_the_nearest_class_decides_the_fault() -> None:
    faults = result_faults(expected=LookupError, cases={LookupError: TextFault("lost"), KeyError: TextFault("no key")})

    assert faults.fault_of(KeyError()) == TextFault("no key")
    assert faults.fault_of(IndexError()) == TextFault("lost")
    assert faults.fault_of(ZeroDivisionError()) == faults.unexpected


@dataclass(frozen=True, slots=True)
class Edge:
    from_: str
    hits: tuple[int, ...]


def test_replies_become_compact_json() -> None:
    assert to_json({"edges": [Edge("ä", (1, 2))]}) == '{"edges":[{"from":"ä","hits":[1,2]}]}'


@pytest.mark.parametrize("reply", [float("nan"), {"x": object()}, {1, 2}])
def test_a_reply_without_a_wire_form_is_an_error(reply: object) -> None:
    with pytest.raises((TypeError, ValueError)):
        to_json(reply)


@pytest.mark.requirement("mcp-headers")
def test_two_arguments_may_not_share_a_header() -> None:
    def both(box: Box, one: Annotated[str, Arg(header="Same")], two: Annotated[str, Arg(header="same")]) -> Reply:
        """Take both."""
        return {}

    with pytest.raises(BadTool, match="two arguments with the same header"):
        set_of(Tool(both, "Both", Effect.READ))


@pytest.mark.requirement("mcp-rules")
def test_rules_of_a_tool_stand_in_its_schema_as_they_are() -> None:
    rules = {"$defs": {"a": {"$anchor": "a"}}, "anyOf": [{"required": ["text"]}], "additionalProperties": False}

    (listing,) = Catalogue([set_of(Tool(good, "Good", Effect.READ, rules=rules))]).listings(has_default_scope=True)

    assert listing["inputSchema"] == {"type": "object", "properties": {"text": {"type": "string"}}, **rules}


@pytest.mark.requirement("mcp-rules")
@pytest.mark.parametrize("keyword", ["type", "properties", "required"])
def test_rules_may_not_say_what_the_signature_says(keyword: str) -> None:
    with pytest.raises(BadTool, match=f"its rules set '{keyword}'"):
        set_of(Tool(good, "Good", Effect.READ, rules={keyword: {}}))
