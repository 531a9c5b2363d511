"""Traversal tools of the graph set: neighbours, paths and missing relations."""

from typing import Annotated, NotRequired, TypedDict

from simonides.engine.graph.entities import FACTS_MAX, LISTED_MAX, PAIRS_MAX
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.graph.lines import ChangedLine, NodeLine, RelationLine, changed_line, node_line, relation_lines


class NeighborhoodReply(TypedDict):
    """Nodes near one, and the relations between them."""

    nodes: list[NodeLine]
    relations: list[RelationLine]
    note: NotRequired[str]


class PathReply(TypedDict):
    """A way between two nodes."""

    found: bool
    path: list[str]
    relations: list[RelationLine]


class GapLine(TypedDict):
    """A node that names another without a relation to it."""

    node: str
    referenced_name: str
    reference_count: int


class SimilarLine(TypedDict):
    """Two nodes that are alike."""

    node_a: str
    node_b: str
    similarity: float
    node_a_type: str
    node_b_type: str


def get_neighborhood(
    palace: Palace,
    name: Annotated[str, Arg("The node in the middle; case does not matter")],
    depth: Annotated[int, Arg("How many steps away", minimum=0, clamp=True, in_schema=False)] = 1,
) -> NeighborhoodReply:
    """A node and all nodes within some steps, nearest first, with the relations between them. Arrows are followed both ways."""
    around = palace.paths.neighbourhood(name, depth)
    reply: NeighborhoodReply = {
        "nodes": [node_line(node) for node in around.nodes],
        "relations": relation_lines(around.facts),
    }
    if not around.is_whole:
        reply["note"] = f"There is more: only the nearest {LISTED_MAX:,} nodes and {FACTS_MAX:,} relations are shown."
    return reply


def get_path(
    palace: Palace,
    from_entity: Annotated[str, Arg("Where the way begins")],
    to_entity: Annotated[str, Arg("Where it ends")],
) -> PathReply:
    """Find a shortest way between two nodes, with every relation of each step. Arrows are followed both ways."""
    path = palace.paths.path(from_entity, to_entity)
    return {
        "found": bool(path.nodes),
        "path": [node.entity.name for node in path.nodes],
        "relations": relation_lines(path.facts),
    }


def get_orphans(palace: Palace) -> list[ChangedLine]:
    """List the nodes without any relation, latest change first; of very many the first 5,000."""
    return [changed_line(node) for node in palace.paths.orphans()]


def get_relation_gaps(palace: Palace) -> list[GapLine]:
    """List nodes whose observations name other nodes without a relation to them, most often named first.

    Names are matched as whole words. At most 5,000 are listed. Whether a relation is warranted is for you to judge.
    """
    return [{"node": gap.node, "referenced_name": gap.named, "reference_count": gap.count} for gap in palace.paths.gaps()]


def find_similar_nodes(
    palace: Palace,
    limit: Annotated[int, Arg("How many pairs at most", minimum=1, maximum=PAIRS_MAX, clamp=True, in_schema=False)] = 20,
    min_score: Annotated[float, Arg("From which cosine on", minimum=-1, maximum=1, clamp=True, in_schema=False)] = 0.75,
) -> list[SimilarLine]:
    """Find pairs of nodes whose observations as a whole mean much the same, but which have no relation; the best 200 at most."""
    return [
        {
            "node_a": pair.first.entity.name,
            "node_b": pair.second.entity.name,
            "similarity": round(pair.similarity, 4),
            "node_a_type": pair.first.entity.type,
            "node_b_type": pair.second.entity.type,
        }
        for pair in palace.consolidation.similar(limit, min_score)
    ]
