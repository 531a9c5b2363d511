"""The ten trusty tools, declared as plain functions, list exactly as their contract says."""

import json
from pathlib import Path
from typing import Annotated, Any

from simonides.toolkit.catalogue import Catalogue
from simonides.toolkit.faults import RpcFault, rpc_faults
from simonides.toolkit.scope import ScopeArgument
from simonides.toolkit.shapes import Arg
from simonides.toolkit.tool import Effect, Tool, Toolset

GOLDEN = Path(__file__).with_name("golden") / "trusty_tools.json"
CONTRACT_KEYS = ("name", "description", "inputSchema")


class Palace:
    pass


class Engine:
    pass


def memory_remember(
    palace: Palace,
    text: Annotated[str, Arg("Memory content")],
    room: Annotated[str | None, Arg("Room type (optional)")] = None,
    tags: list[str] | None = None,
) -> dict[str, Any]:
    """Store a memory (drawer) in a palace room."""
    return {}


def memory_recall(palace: Palace, query: str, top_k: int = 10) -> dict[str, Any]:
    """Recall memories using L0+L1+L2 progressive retrieval."""
    return {}


def memory_recall_deep(palace: Palace, query: str, top_k: int = 10) -> dict[str, Any]:
    """Deep recall using L3 full HNSW search."""
    return {}


def palace_create(engine: Engine, name: str, description: str | None = None) -> dict[str, Any]:
    """Create a new memory palace."""
    return {}


def palace_list(engine: Engine) -> dict[str, Any]:
    """List all palaces on this machine."""
    return {}


def kg_assert(
    palace: Palace, *, subject: str, predicate: str, object_: str, confidence: float = 1.0, provenance: str | None = None
) -> dict[str, Any]:
    """Assert a fact in the temporal knowledge graph."""
    return {}


def kg_query(palace: Palace, subject: str) -> dict[str, Any]:
    """Query active knowledge-graph triples for a subject."""
    return {}


def memory_list(
    palace: Palace,
    room: Annotated[
        str | None,
        Arg(
            "Filter by room type (Frontend, Backend, Testing, Planning, Documentation, Research, Configuration, Meetings, "
            "General, or custom)"
        ),
    ] = None,
    tag: Annotated[str | None, Arg("Filter by tag")] = None,
    limit: Annotated[int, Arg("Max results (default 50)", show_default=False)] = 50,
) -> dict[str, Any]:
    """List drawers in a palace, optionally filtered by room type or tag."""
    return {}


def memory_forget(palace: Palace, drawer_id: Annotated[str, Arg("UUID of the drawer to delete")]) -> dict[str, Any]:
    """Delete a drawer from a palace by its UUID."""
    return {}


def palace_info(palace: Palace) -> dict[str, Any]:
    """Get metadata and stats for a single palace."""
    return {}


TRUSTY = Toolset(
    "trusty",
    scope=ScopeArgument(
        "palace",
        Palace,
        descriptions={"memory_remember": "Palace ID (optional if server started with --palace)"},
        missing="missing '{argument}' (no --palace default configured)",
    ),
    faults=rpc_faults(-32603, expected=LookupError, unknown_tool=RpcFault(-32603, "unknown tool: {name}")),
    show_defaults=True,
    tools=(
        Tool(memory_remember, "Remember", Effect.ADD),
        Tool(memory_recall, "Recall", Effect.READ),
        Tool(memory_recall_deep, "Recall deeply", Effect.READ),
        Tool(palace_create, "Create a palace", Effect.ADD, idempotent=True),
        Tool(palace_list, "List palaces", Effect.READ),
        Tool(kg_assert, "Assert a fact", Effect.CHANGE),
        Tool(kg_query, "Query facts", Effect.READ),
        Tool(memory_list, "List drawers", Effect.READ),
        Tool(memory_forget, "Forget a drawer", Effect.DELETE),
        Tool(palace_info, "Palace info", Effect.READ),
    ),
)


def listed(*, has_default_scope: bool) -> list[dict[str, Any]]:
    listings = Catalogue([TRUSTY]).listings(has_default_scope=has_default_scope)
    return [{key: listing[key] for key in CONTRACT_KEYS} for listing in listings]


def golden() -> list[dict[str, Any]]:
    tools: list[dict[str, Any]] = json.loads(GOLDEN.read_text())
    return tools


def test_without_a_default_palace_the_listing_is_the_contracts() -> None:
    assert listed(has_default_scope=False) == golden()


def test_arguments_stand_in_the_contracts_order() -> None:
    orders = [list(tool["inputSchema"]["properties"]) for tool in listed(has_default_scope=False)]

    assert orders == [list(tool["inputSchema"]["properties"]) for tool in golden()]


def test_with_a_default_palace_only_required_loses_the_palace() -> None:
    expected = golden()
    for tool in expected:
        schema = tool["inputSchema"]
        schema["required"] = [name for name in schema.get("required", []) if name != "palace"]
        if not schema["required"]:
            del schema["required"]

    assert listed(has_default_scope=True) == expected
