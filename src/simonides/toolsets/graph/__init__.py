"""The graph tool set: 24 tools in the words of a knowledge graph, one workspace per palace."""

from simonides.domain.errors import Invalid, NoPalace, SimonidesError
from simonides.engine.palace import Palace
from simonides.toolkit.faults import TextFault, result_faults
from simonides.toolkit.scope import ScopeHeader
from simonides.toolkit.tool import Effect, Tool, Toolset
from simonides.toolsets.graph.consolidation import get_consolidation_report, get_pending_consolidation, get_stats
from simonides.toolsets.graph.nodes import (
    create_entities,
    delete_entities,
    get_nodes_by_type,
    get_recently_modified,
    open_nodes,
    set_summary,
    set_tags,
)
from simonides.toolsets.graph.observations import (
    add_observations,
    delete_observations,
    query_observations,
    replace_observation,
)
from simonides.toolsets.graph.relations import (
    create_relations,
    delete_relations,
    get_relations_between,
    update_relation_type,
)
from simonides.toolsets.graph.searching import search_nodes
from simonides.toolsets.graph.traversal import (
    find_similar_nodes,
    get_neighborhood,
    get_orphans,
    get_path,
    get_relation_gaps,
)
from simonides.toolsets.introductions import WORKSPACE_HEADER


def _told(error: Invalid) -> str:
    # The only thing called a palace here is the one that the header names, and agents know it as their workspace.
    return f"invalid workspace: {error.reason}" if error.argument == "palace" else str(error)


GRAPH = Toolset(
    name="graph",
    scope=ScopeHeader(WORKSPACE_HEADER, Palace),
    faults=result_faults(
        expected=SimonidesError,
        cases={NoPalace: TextFault("Workspace '{key}' not found"), Invalid: TextFault(_told)},
    ),
    show_defaults=True,
    tools=(
        Tool(create_entities, "Create nodes", Effect.ADD),
        Tool(delete_entities, "Delete nodes", Effect.DELETE),
        Tool(open_nodes, "Open nodes", Effect.READ),
        Tool(get_nodes_by_type, "Nodes of a type", Effect.READ),
        Tool(get_recently_modified, "Recently changed nodes", Effect.READ),
        Tool(set_summary, "Set a summary", Effect.CHANGE),
        Tool(set_tags, "Set tags", Effect.CHANGE),
        Tool(add_observations, "Add observations", Effect.ADD),
        Tool(replace_observation, "Replace an observation", Effect.CHANGE, destructive=True),
        Tool(delete_observations, "Delete observations", Effect.DELETE),
        Tool(query_observations, "Search a node", Effect.READ),
        Tool(create_relations, "Create relations", Effect.ADD, idempotent=True),
        Tool(delete_relations, "Delete relations", Effect.DELETE),
        Tool(update_relation_type, "Rename a relation", Effect.CHANGE),
        Tool(get_relations_between, "Relations between two nodes", Effect.READ),
        Tool(get_neighborhood, "Neighborhood of a node", Effect.READ),
        Tool(get_path, "Path between two nodes", Effect.READ),
        Tool(get_orphans, "Nodes without relations", Effect.READ),
        Tool(get_relation_gaps, "Missing relations", Effect.READ),
        Tool(find_similar_nodes, "Similar nodes", Effect.READ),
        Tool(search_nodes, "Search nodes", Effect.READ),
        Tool(get_consolidation_report, "Consolidation report", Effect.READ),
        Tool(get_pending_consolidation, "Nodes to summarise", Effect.READ),
        Tool(get_stats, "Workspace statistics", Effect.READ),
    ),
)
