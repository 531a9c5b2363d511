"""Search tools of the graph set."""

from typing import Annotated, TypedDict

from simonides.engine.graph.entities import RESULTS_MAX
from simonides.engine.palace import Palace
from simonides.toolkit.content import Remarked
from simonides.toolkit.shapes import Arg
from simonides.toolsets.graph.observations import Mode, gap_remark


class FoundLine(TypedDict):
    """A node that answers, and the observation by which it does."""

    name: str
    entity_type: str
    summary: str | None
    matched_observation: str
    matched_perspective: str | None
    score: float


def search_nodes(
    palace: Palace,
    query: Annotated[str, Arg("What you want to know, as a plain question or as keywords")],
    limit: Annotated[int, Arg("How many nodes at most", minimum=1, maximum=RESULTS_MAX, clamp=True, in_schema=False)] = 10,
    mode: Mode = "embedding",
) -> Remarked[list[FoundLine]]:
    """Search all nodes by what was observed of them, best first, each node once with its best observation; at most 200.

    Embedding mode looks from every perspective and names the one that matched; use text mode for exact terms.
    """
    lines: list[FoundLine] = [
        {
            "name": found.node.entity.name,
            "entity_type": found.node.entity.type,
            "summary": found.node.entity.summary,
            "matched_observation": found.text,
            "matched_perspective": found.perspective,
            "score": round(found.score, 4),
        }
        for found in palace.node_search.search(query, limit, mode)
    ]
    return Remarked(lines, gap_remark(palace, query, mode))
