"""The memory tool set: 21 tools for memories in time, hybrid recall, a knowledge graph and code."""

from simonides.domain.errors import Damaged, EmbedderMismatch, NewerStore, NotFound, NotReady, SimonidesError, StoreFailure
from simonides.engine.palace import Palace
from simonides.toolkit.faults import TextFault, result_faults
from simonides.toolkit.schema import NullStyle
from simonides.toolkit.scope import ScopeSetting
from simonides.toolkit.tool import Effect, Tool, Toolset
from simonides.toolsets.introductions import WORKSPACE_HEADER
from simonides.toolsets.memory.code import (
    InvalidPath,
    delete_project,
    get_index_status,
    index_project,
    list_projects,
    search_code,
)
from simonides.toolsets.memory.knowledge import create_entity, create_relation, get_related
from simonides.toolsets.memory.memories import delete_memory, get_memory, list_memories, store_memory, update_memory
from simonides.toolsets.memory.searching import recall, search, search_text
from simonides.toolsets.memory.system import get_status, reset_all_memory
from simonides.toolsets.memory.temporal import get_valid, get_valid_at, invalidate

NOT_READY = "Embedding service not ready. Please try again."
DATABASE_ERROR = "Database error. Please try again."


def _not_found(missing: NotFound) -> str:
    return f"{missing.kind.capitalize()} not found: {missing.key}"


MEMORY = Toolset(
    name="memory",
    scope=ScopeSetting(Palace, header=WORKSPACE_HEADER),
    makes_receiver=True,
    is_always_there=True,
    faults=result_faults(
        expected=SimonidesError,
        cases={
            NotReady: TextFault(NOT_READY),
            NotFound: TextFault(_not_found),
            InvalidPath: TextFault("Invalid path: {path}"),
            StoreFailure: TextFault(DATABASE_ERROR),
            # Trying again would not help with these; their own sentences say what does.
            EmbedderMismatch: TextFault(),
            NewerStore: TextFault(),
            Damaged: TextFault(),
        },
    ),
    nulls=NullStyle.NULLABLE,
    show_defaults=True,
    tools=(
        Tool(store_memory, "Store a memory", Effect.ADD),
        Tool(get_memory, "Get a memory", Effect.READ),
        Tool(update_memory, "Update a memory", Effect.CHANGE),
        Tool(delete_memory, "Delete a memory", Effect.DELETE),
        Tool(list_memories, "List memories", Effect.READ),
        Tool(search, "Search by meaning", Effect.READ),
        Tool(search_text, "Search by keyword", Effect.READ),
        Tool(recall, "Recall", Effect.READ),
        Tool(create_entity, "Create an entity", Effect.ADD, idempotent=True),
        Tool(create_relation, "Create a relation", Effect.ADD, idempotent=True),
        Tool(get_related, "Related entities", Effect.READ),
        Tool(get_valid, "Valid memories", Effect.READ),
        Tool(get_valid_at, "Memories valid at a time", Effect.READ),
        Tool(invalidate, "Invalidate a memory", Effect.CHANGE),
        Tool(index_project, "Index a project", Effect.ADD, idempotent=True, reads_files=True, takes_long=True),
        Tool(search_code, "Search code", Effect.READ),
        Tool(get_index_status, "Indexing status", Effect.READ),
        Tool(list_projects, "List projects", Effect.READ),
        Tool(delete_project, "Delete a project", Effect.DELETE),
        Tool(get_status, "Server status", Effect.READ),
        Tool(reset_all_memory, "Delete everything", Effect.DELETE),
    ),
)
