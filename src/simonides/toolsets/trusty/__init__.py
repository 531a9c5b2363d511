"""The trusty tool set: 10 tools over named palaces, to the letter of their contract."""

from simonides.domain.errors import NoPalace, SimonidesError
from simonides.engine.palace import Palace
from simonides.toolkit.faults import RpcFault, rpc_faults
from simonides.toolkit.scope import ScopeArgument
from simonides.toolkit.tool import Effect, Tool, Toolset
from simonides.toolsets.introductions import WORKSPACE_HEADER
from simonides.toolsets.trusty.drawers import memory_forget, memory_list, memory_recall, memory_recall_deep, memory_remember
from simonides.toolsets.trusty.facts import kg_assert, kg_query
from simonides.toolsets.trusty.palaces import palace_create, palace_info, palace_list

CODE = -32603

TRUSTY = Toolset(
    name="trusty",
    scope=ScopeArgument(
        "palace",
        Palace,
        header=WORKSPACE_HEADER,
        descriptions={"memory_remember": "Palace ID (optional if server started with --palace)"},
        missing="missing '{argument}' (no --palace default configured)",
    ),
    faults=rpc_faults(
        CODE,
        expected=SimonidesError,
        unknown_tool=RpcFault(CODE, "unknown tool: {name}"),
        cases={NoPalace: RpcFault(CODE, "{tool}: {error}; palace_create makes one")},
    ),
    show_defaults=True,
    tools=(
        Tool(memory_remember, "Remember", Effect.ADD),
        Tool(memory_recall, "Recall", Effect.READ),
        Tool(memory_recall_deep, "Recall deeply", Effect.READ),
        Tool(palace_create, "Create a palace", Effect.ADD, idempotent=True),
        Tool(palace_list, "List palaces", Effect.READ),
        Tool(kg_assert, "Assert a fact", Effect.CHANGE, idempotent=False),
        Tool(kg_query, "Query facts", Effect.READ),
        Tool(memory_list, "List drawers", Effect.READ),
        Tool(memory_forget, "Forget a drawer", Effect.DELETE),
        Tool(palace_info, "Palace info", Effect.READ),
    ),
)
