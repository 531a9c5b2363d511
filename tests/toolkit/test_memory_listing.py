"""The twenty-one tools of the memory set, declared as plain functions, have exactly the contract's names and schemas."""

import json
from pathlib import Path
from typing import Annotated, Any, Literal

from simonides.toolkit.catalogue import Catalogue
from simonides.toolkit.faults import result_faults
from simonides.toolkit.schema import NullStyle
from simonides.toolkit.scope import ScopeSetting
from simonides.toolkit.shapes import Arg
from simonides.toolkit.tool import Effect, Tool, Toolset

GOLDEN = Path(__file__).with_name("golden") / "memory_tools.json"

Reply = dict[str, Any]


class Palace:
    pass


def store_memory(
    palace: Palace,
    content: Annotated[str, Arg("The content to store as a memory")],
    memory_type: Annotated[
        Literal["episodic", "semantic", "procedural"] | None, Arg("Type of memory: episodic, semantic, or procedural")
    ] = None,
    user_id: Annotated[str | None, Arg("Optional user ID for multi-tenant isolation")] = None,
    metadata: Annotated[Reply | None, Arg("Optional metadata as JSON object")] = None,
) -> Reply:
    """Store a new memory with automatic embedding generation."""
    return {}


def get_memory(palace: Palace, id_: Annotated[str, Arg("The memory ID to retrieve")]) -> Reply:
    """Get a memory by its ID."""
    return {}


def update_memory(
    palace: Palace,
    id_: Annotated[str, Arg("The memory ID to update")],
    content: Annotated[str | None, Arg("New content (optional, re-embeds if changed)")] = None,
    memory_type: Annotated[str | None, Arg("New memory type (optional)")] = None,
    metadata: Annotated[Reply | None, Arg("New metadata (optional)")] = None,
) -> Reply:
    """Update an existing memory. Only provided fields will be updated."""
    return {}


def delete_memory(palace: Palace, id_: Annotated[str, Arg("The memory ID to delete")]) -> Reply:
    """Delete a memory by ID (hard delete)."""
    return {}


def list_memories(
    palace: Palace,
    limit: Annotated[int, Arg("Maximum number to return (default: 20, max: 100)", minimum=1, maximum=100)] = 20,
    offset: Annotated[int, Arg("Offset for pagination (default: 0)", minimum=0)] = 0,
) -> Reply:
    """List memories with pagination, sorted by newest first."""
    return {}


Limit50 = Annotated[int, Arg("Maximum results (default: 10, max: 50)", minimum=1, maximum=50)]
LooseLimit50 = Annotated[int, Arg("Maximum results (default: 10, max: 50)", maximum=50, clamp=True, in_schema=False)]
LooseLimit100 = Annotated[int, Arg("Maximum to return (default: 20, max: 100)", maximum=100, clamp=True, in_schema=False)]
UserFilter = Annotated[str | None, Arg("Optional user ID filter")]


def search(palace: Palace, query: Annotated[str, Arg("The search query text (will be embedded)")], limit: Limit50 = 10) -> Reply:
    """Semantic vector search over memories using HNSW index."""
    return {}


def search_text(
    palace: Palace, query: Annotated[str, Arg("The keyword query for full-text search")], limit: Limit50 = 10
) -> Reply:
    """Full-text keyword search using BM25 algorithm."""
    return {}


def recall(
    palace: Palace,
    *,
    query: Annotated[str, Arg("Search query")],
    limit: LooseLimit50 = 10,
    include_memories: Annotated[bool, Arg("Include memory results (default: true)")] = True,
    include_code: Annotated[bool, Arg("Include code chunk results (default: false)")] = False,
    project_id: Annotated[str | None, Arg("Filter code results by project (optional, requires include_code=true)")] = None,
    language: Annotated[str | None, Arg("Filter code by language: rust, python, javascript, typescript, go (optional)")] = None,
    vector_weight: Annotated[float, Arg("Weight for vector similarity (default: 0.40)")] = 0.40,
    bm25_weight: Annotated[float, Arg("Weight for BM25 (default: 0.15)")] = 0.15,
    ppr_weight: Annotated[float, Arg("Weight for PPR graph ranking (default: 0.45)")] = 0.45,
) -> Reply:
    """Hybrid search combining vector similarity, BM25 keywords, and graph context (PPR).
    Can search memories, code, or both with Z-Score normalization.
    """
    return {}


def create_entity(
    palace: Palace,
    name: Annotated[str, Arg("Entity name")],
    entity_type: Annotated[str | None, Arg("Type: person, project, concept, file, etc.")] = None,
    description: Annotated[str | None, Arg("Optional description")] = None,
    user_id: Annotated[str | None, Arg("Optional user ID for isolation")] = None,
) -> Reply:
    """Create a knowledge graph entity."""
    return {}


def create_relation(
    palace: Palace,
    from_entity: Annotated[str, Arg("Source entity ID")],
    to_entity: Annotated[str, Arg("Target entity ID")],
    relation_type: Annotated[str, Arg("Relation type: works_on, knows, uses, etc.")],
    weight: Annotated[float, Arg("Relation weight (0.0-1.0, default: 1.0)", minimum=0, maximum=1)] = 1.0,
) -> Reply:
    """Create a directed relation between two entities."""
    return {}


def get_related(
    palace: Palace,
    entity_id: Annotated[str, Arg("Entity ID to start from")],
    depth: Annotated[int, Arg("Traversal depth (1-3, default: 1)", minimum=1, maximum=3)] = 1,
    direction: Annotated[Literal["outgoing", "incoming", "both"], Arg("Traversal direction")] = "outgoing",
) -> Reply:
    """Get entities related to a given entity via graph traversal."""
    return {}


def get_valid(palace: Palace, user_id: UserFilter = None, limit: LooseLimit100 = 20) -> Reply:
    """Get all currently valid memories."""
    return {}


def get_valid_at(
    palace: Palace,
    timestamp: Annotated[str, Arg("Timestamp in ISO 8601 format", format="date-time")],
    user_id: UserFilter = None,
    limit: LooseLimit100 = 20,
) -> Reply:
    """Get memories valid at a specific point in time."""
    return {}


def invalidate(
    palace: Palace,
    id_: Annotated[str, Arg("Memory ID to invalidate")],
    reason: Annotated[str | None, Arg("Optional reason for invalidation")] = None,
    superseded_by: Annotated[str | None, Arg("Optional ID of memory that supersedes this one")] = None,
) -> Reply:
    """Invalidate (soft-delete) a memory. Sets valid_until to now."""
    return {}


def index_project(
    palace: Palace,
    path: Annotated[str, Arg("Path to project root directory")],
    watch: Annotated[bool, Arg("Enable file watching for auto-reindex (optional, deferred)")] = False,
) -> Reply:
    """Index a codebase for semantic search."""
    return {}


def search_code(
    palace: Palace,
    query: Annotated[str, Arg("Search query text")],
    project_id: Annotated[str | None, Arg("Filter by project (optional)")] = None,
    limit: LooseLimit50 = 10,
) -> Reply:
    """Semantic search over indexed code."""
    return {}


def get_index_status(palace: Palace, project_id: Annotated[str, Arg("Project ID to check")]) -> Reply:
    """Get indexing status for a project."""
    return {}


def list_projects(palace: Palace) -> Reply:
    """List all indexed projects."""
    return {}


def delete_project(palace: Palace, project_id: Annotated[str, Arg("Project ID to delete")]) -> Reply:
    """Delete all indexed code chunks for a project."""
    return {}


def get_status(palace: Palace) -> Reply:
    """Get server status and health information."""
    return {}


def reset_all_memory(
    palace: Palace,
    confirm: Annotated[bool, Arg("Must be true to confirm deletion. Safety check.", required=True, show_default=False)] = False,
) -> Reply:
    """Delete ALL data (memories, entities, relations, code_chunks). Requires explicit confirmation."""
    return {}


FUNCTIONS = (
    *(store_memory, get_memory, update_memory, delete_memory, list_memories, search, search_text, recall),
    *(create_entity, create_relation, get_related, get_valid, get_valid_at, invalidate, index_project, search_code),
    *(get_index_status, list_projects, delete_project, get_status, reset_all_memory),
)

MEMORY = Toolset(
    "memory",
    scope=ScopeSetting(Palace),
    faults=result_faults(expected=LookupError),
    nulls=NullStyle.NULLABLE,
    show_defaults=True,
    tools=tuple(Tool(function, function.__name__, Effect.READ, name=function.__name__) for function in FUNCTIONS),
)


def test_names_descriptions_and_input_schemas_are_the_contracts() -> None:
    listings = Catalogue([MEMORY]).listings(has_default_scope=True)

    assert [{key: tool[key] for key in ("name", "description", "inputSchema")} for tool in listings] == json.loads(
        GOLDEN.read_text()
    )
