"""The past tool set: five tools to see who did what, take it back, ask what was known when, and decide what replaces what."""

from simonides.domain.errors import NoPalace, SimonidesError
from simonides.engine.palace import Palace
from simonides.toolkit.faults import RpcFault, rpc_faults
from simonides.toolkit.scope import ScopeSetting
from simonides.toolkit.tool import Effect, Tool, Toolset
from simonides.toolsets import prose
from simonides.toolsets.companion.past import changes, diff, known, undo
from simonides.toolsets.introductions import WORKSPACE_HEADER
from simonides.toolsets.past.review import look_up_pairs, review

PAST = Toolset(
    name="past",
    prefix="past_",
    scope=ScopeSetting(Palace, header=WORKSPACE_HEADER),
    makes_receiver=False,
    faults=rpc_faults(
        -32000,
        expected=SimonidesError,
        unknown_tool=RpcFault(-32601, "Unknown tool: {name}"),
        cases={NoPalace: RpcFault(-32000, prose.NOTHING_KEPT)},
    ),
    tools=(
        Tool(changes, "List changes", Effect.READ),
        Tool(undo, "Undo changes", Effect.CHANGE),
        Tool(known, "Ask what was known", Effect.READ),
        Tool(diff, "Compare two times", Effect.READ),
        Tool(review, "Review what replaces what", Effect.CHANGE, reading=look_up_pairs),
    ),
)
