"""The core tool set: six tools for every day, with few tokens in their list and in their replies."""

from simonides.domain.errors import NoPalace, SimonidesError
from simonides.domain.text.quotation import plain_name
from simonides.engine.palace import Palace
from simonides.toolkit.faults import ReplyFault, result_faults
from simonides.toolkit.scope import ScopeSetting
from simonides.toolkit.tool import Effect, Tool, Toolset
from simonides.toolsets.core.facts import look_up_facts, memory_facts
from simonides.toolsets.core.overview import memory_overview
from simonides.toolsets.core.reading import read_memory
from simonides.toolsets.core.recalling import recall_memory
from simonides.toolsets.core.remembering import remember
from simonides.toolsets.core.revising import revise_memory
from simonides.toolsets.introductions import WORKSPACE_HEADER


def _no_palace(missing: NoPalace) -> str:
    return f"Nothing is remembered yet in the palace '{plain_name(missing.key)}'. `remember` keeps the first memory."


CORE = Toolset(
    name="core",
    scope=ScopeSetting(Palace, header=WORKSPACE_HEADER),
    makes_receiver=True,
    faults=result_faults(expected=SimonidesError, cases={NoPalace: ReplyFault(_no_palace)}),
    shows_replies=False,
    fits_readers=True,
    spares_hints=True,
    tools=(
        Tool(recall_memory, "Recall", Effect.READ),
        Tool(read_memory, "Read", Effect.READ),
        Tool(memory_overview, "Overview", Effect.READ),
        Tool(remember, "Remember", Effect.ADD, idempotent=True),
        Tool(memory_facts, "Facts", Effect.ADD, idempotent=True, reading=look_up_facts),
        Tool(revise_memory, "Revise", Effect.DELETE, idempotent=False),
    ),
)
