"""The palace tool set: 19 tools in the words of a memory palace."""

from typing import TypedDict

from simonides.domain.errors import NoPalace, SimonidesError
from simonides.engine.palace import Palace
from simonides.toolkit.faults import ReplyFault, RpcFault, rpc_faults
from simonides.toolkit.scope import ScopeSetting
from simonides.toolkit.tool import Effect, Tool, Toolset
from simonides.toolsets import prose
from simonides.toolsets.introductions import WORKSPACE_HEADER
from simonides.toolsets.palace.diary import diary_read, diary_write
from simonides.toolsets.palace.knowledge import kg_add, kg_invalidate, kg_query, kg_stats, kg_timeline
from simonides.toolsets.palace.navigation import find_tunnels, graph_stats, traverse
from simonides.toolsets.palace.reading import (
    check_duplicate,
    get_aaak_spec,
    get_taxonomy,
    list_rooms,
    list_wings,
    search,
    status,
)
from simonides.toolsets.palace.writing import add_drawer, delete_drawer


class NoPalaceReply(TypedDict):
    """There is no palace yet, where it would be, and how to get one."""

    error: str
    palace_path: str
    hint: str


def _no_palace(missing: NoPalace) -> NoPalaceReply:
    return {"error": prose.NO_PALACE, "palace_path": missing.path, "hint": prose.NO_PALACE_HINT}


PALACE = Toolset(
    name="palace",
    prefix="mempalace_",
    scope=ScopeSetting(Palace, header=WORKSPACE_HEADER),
    makes_receiver=True,
    faults=rpc_faults(
        -32000,
        expected=SimonidesError,
        unknown_tool=RpcFault(-32601, "Unknown tool: {name}"),
        cases={NoPalace: ReplyFault(_no_palace)},
    ),
    tools=(
        Tool(status, "Palace status", Effect.READ),
        Tool(list_wings, "List wings", Effect.READ),
        Tool(list_rooms, "List rooms", Effect.READ),
        Tool(get_taxonomy, "Palace map", Effect.READ),
        Tool(search, "Search memories", Effect.READ),
        Tool(check_duplicate, "Check for a duplicate", Effect.READ),
        Tool(get_aaak_spec, "AAAK specification", Effect.READ),
        Tool(add_drawer, "File a memory", Effect.ADD, idempotent=True),
        Tool(delete_drawer, "Delete a memory", Effect.DELETE),
        Tool(kg_query, "Query facts", Effect.READ),
        Tool(kg_add, "Add a fact", Effect.ADD, idempotent=True),
        Tool(kg_invalidate, "End a fact", Effect.CHANGE),
        Tool(kg_timeline, "Timeline of facts", Effect.READ),
        Tool(kg_stats, "Fact statistics", Effect.READ),
        Tool(traverse, "Walk the palace", Effect.READ),
        Tool(find_tunnels, "Find tunnels", Effect.READ),
        Tool(graph_stats, "Palace shape", Effect.READ),
        Tool(diary_write, "Write in the diary", Effect.ADD),
        Tool(diary_read, "Read the diary", Effect.READ),
    ),
)
