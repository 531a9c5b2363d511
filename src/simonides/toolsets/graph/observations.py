"""Observation tools of the graph set."""

from collections.abc import Sequence
from typing import Annotated, Literal, TypedDict

from simonides.engine.palace import Palace
from simonides.frozen import frozen
from simonides.toolkit.content import Remarked
from simonides.toolkit.shapes import Arg
from simonides.toolsets.graph.lines import ObservationLine

EntityName = Annotated[str, Arg("The node's name; case does not matter")]
Mode = Annotated[
    Literal["embedding", "text"], Arg("embedding: by meaning, from every perspective; text: by the words themselves")
]


@frozen
class Addition:
    """Observations for one node."""

    entity_name: EntityName
    contents: Annotated[Sequence[str], Arg("What is to be noted, one fact each, appended in this order")]


@frozen
class Deletion:
    """Observations of one node to be deleted."""

    entity_name: EntityName
    ordinals: Annotated[Sequence[int], Arg("Their ordinals, as open_nodes shows them")]


class AddedLine(TypedDict):
    """What was added to a node."""

    entity_name: str
    added: list[ObservationLine]
    not_found: bool


class ReplacedReply(TypedDict):
    """An observation before and after."""

    entity_name: str
    ordinal: int
    old_content: str
    new_content: str


class ForgottenLine(TypedDict):
    """What was deleted from a node."""

    entity_name: str
    deleted_ordinals: list[int]
    not_found_ordinals: list[int]


class ScoredLine(TypedDict):
    """An observation that answers."""

    ordinal: int
    content: str
    score: float


def add_observations(
    palace: Palace, observations: Annotated[Sequence[Addition], Arg("What to add to which nodes")]
) -> list[AddedLine]:
    """Append observations to nodes that exist; each gets the next ordinal of its node. All are kept, or none."""
    added = palace.entities.observe([(each.entity_name, each.contents) for each in observations])
    return [
        {
            "entity_name": name,
            "added": [{"ordinal": each.ordinal, "content": each.content} for each in fresh or ()],
            "not_found": fresh is None,
        }
        for name, fresh in added
    ]


def replace_observation(
    palace: Palace,
    entity_name: EntityName,
    ordinal: Annotated[int, Arg("Which observation, as open_nodes shows it")],
    new_content: Annotated[str, Arg("The words to put in its place")],
) -> ReplacedReply:
    """Replace one observation in place; it keeps its ordinal."""
    name, before, content = palace.entities.replace_observation(entity_name, ordinal, new_content)
    return {"entity_name": name, "ordinal": ordinal, "old_content": before.content, "new_content": content}


def delete_observations(
    palace: Palace, deletions: Annotated[Sequence[Deletion], Arg("Which observations of which nodes")]
) -> list[ForgottenLine]:
    """Delete observations by ordinal. The others keep theirs, and a deleted ordinal is never given out again."""
    done = palace.entities.forget_observations([(each.entity_name, each.ordinals) for each in deletions])
    return [{"entity_name": name, "deleted_ordinals": deleted, "not_found_ordinals": missing} for name, deleted, missing in done]


def query_observations(
    palace: Palace,
    entity_name: EntityName,
    query: Annotated[str, Arg("What you want to know of the node")],
    mode: Mode = "embedding",
) -> Remarked[list[ScoredLine]]:
    """Search within one node's observations, 200 at most. Text mode finds exact terms; embedding mode ranks by meaning."""
    found = palace.node_search.within(entity_name, query, mode)
    lines: list[ScoredLine] = [
        {"ordinal": each.ordinal, "content": each.content, "score": round(score, 4)} for each, score in found.best
    ]
    more = f"{found.more:,} more are left out: ask for less, or read all with open_nodes." if found.more else ""
    return Remarked(lines, " ".join(filter(None, (gap_remark(palace, query, mode), more))))


def gap_remark(palace: Palace, query: str, mode: str) -> str:
    """What a search by meaning had to do without, in a sentence; empty when nothing was missing, or words were asked for."""
    return palace.vectors.gap(query).told() if mode == "embedding" else ""
