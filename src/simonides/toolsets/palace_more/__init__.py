"""The palace-more tool set: four tools that MemPalace 3.11 has beside the nineteen, to read, list and change drawers."""

from simonides.domain.errors import NoPalace, SimonidesError
from simonides.engine.palace import Palace
from simonides.toolkit.faults import RpcFault, rpc_faults
from simonides.toolkit.scope import ScopeSetting
from simonides.toolkit.tool import Effect, Tool, Toolset
from simonides.toolsets import prose
from simonides.toolsets.introductions import WORKSPACE_HEADER
from simonides.toolsets.palace_more.drawers import get_drawer, list_drawers, update_drawer
from simonides.toolsets.palace_more.facts import kg_supersede

PALACE_MORE = Toolset(
    name="palace-more",
    prefix="mempalace_",
    scope=ScopeSetting(Palace, header=WORKSPACE_HEADER),
    makes_receiver=False,
    faults=rpc_faults(
        -32000,
        expected=SimonidesError,
        unknown_tool=RpcFault(-32601, "Unknown tool: {name}"),
        cases={NoPalace: RpcFault(-32000, prose.NOTHING_KEPT)},
    ),
    tools=(
        Tool(get_drawer, "Read a drawer", Effect.READ),
        Tool(list_drawers, "List drawers", Effect.READ),
        Tool(update_drawer, "Change a drawer", Effect.CHANGE),
        Tool(kg_supersede, "Replace a fact", Effect.CHANGE),
    ),
)
