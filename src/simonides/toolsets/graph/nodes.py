"""Node tools of the graph set."""

from collections.abc import Sequence
from typing import Annotated, TypedDict

from simonides.domain.graph import Node, Observation
from simonides.domain.time import rfc3339
from simonides.engine.graph.entities import LISTED_MAX, EntityDraft
from simonides.engine.palace import Palace
from simonides.frozen import frozen
from simonides.toolkit.shapes import Arg
from simonides.toolsets.graph.lines import ChangedLine, ObservationLine, RelationLine, changed_line, relation_lines

Name = Annotated[str, Arg("The node's name; case does not matter")]


@frozen
class NewEntity:
    """A node to be made."""

    name: Annotated[str, Arg("Unique in the workspace, at most 128 characters")]
    entity_type: Annotated[str, Arg("What it is, as person, project or service")]
    observations: Annotated[Sequence[str], Arg("What is known of it, one fact each, kept in this order")] = ()
    summary: Annotated[str | None, Arg("What it is, in a sentence or two")] = None
    tags: Annotated[Sequence[str], Arg("At most 100, each at most 128 characters")] = ()


class CreatedLine(TypedDict):
    """A node that was made, or was there already."""

    name: str
    entity_type: str
    created_at: str


class DeletedReply(TypedDict):
    """What came of a deletion."""

    deleted: list[str]
    not_found: list[str]


class OpenedLine(TypedDict):
    """A node with everything in it."""

    name: str
    entity_type: str
    summary: str | None
    tags: list[str]
    observations: list[ObservationLine]
    created_at: str
    updated_at: str


class OpenedReply(TypedDict):
    """Nodes, the relations that touch them, and the names of no node."""

    entities: list[OpenedLine]
    relations: list[RelationLine]
    not_found: list[str]


class TypedLine(TypedDict):
    """A node of a type."""

    name: str
    entity_type: str
    summary: str | None
    tags: list[str]
    updated_at: str


class SummaryReply(TypedDict):
    """A summary that was set."""

    name: str
    summary: str
    updated_at: str


class TagsReply(TypedDict):
    """Tags that were set."""

    name: str
    tags: list[str]


def create_entities(palace: Palace, entities: Annotated[Sequence[NewEntity], Arg("The nodes to create")]) -> list[CreatedLine]:
    """Create one or more nodes, each with its first observations.

    A node that exists stays as it is: the observations are appended to it, nothing else changes. All are kept, or none.
    """
    drafts = [EntityDraft(each.name, each.entity_type, each.observations, each.summary, each.tags) for each in entities]
    return [
        {"name": entity.name, "entity_type": entity.type, "created_at": rfc3339(entity.created_at)}
        for entity in palace.entities.create(drafts)
    ]


def delete_entities(palace: Palace, entity_names: Annotated[Sequence[str], Arg("The names of the nodes")]) -> DeletedReply:
    """Delete nodes by name, with all their observations, relations, embeddings and events. For a while undo brings them back."""
    deleted, not_found = palace.entities.delete(entity_names)
    return {"deleted": deleted, "not_found": not_found}


def open_nodes(palace: Palace, names: Annotated[Sequence[str], Arg("The names of the nodes")]) -> OpenedReply:
    """Read nodes by name in full: observations in order, summary, tags, and every relation that touches one of them."""
    opened = palace.entities.open(names)
    return {
        "entities": [_opened_line(node, observations) for node, observations in opened.nodes],
        "relations": relation_lines(opened.facts),
        "not_found": list(opened.not_found),
    }


def get_nodes_by_type(palace: Palace, entity_type: Annotated[str, Arg("The type, as person")]) -> list[TypedLine]:
    """List the nodes of a type, by name; of very many the first 5,000."""
    return [_typed_line(node) for node in palace.entities.of_type(entity_type)]


def get_recently_modified(
    palace: Palace,
    days: Annotated[int, Arg("How many days back", minimum=0, clamp=True, in_schema=False)] = 7,
    limit: Annotated[int, Arg("How many nodes at most", minimum=1, maximum=LISTED_MAX, clamp=True, in_schema=False)] = 20,
) -> list[ChangedLine]:
    """List the nodes that changed in the last days, latest first, at most 5,000. Writing an observation changes its node."""
    return [changed_line(node) for node in palace.entities.recent(days, limit)]


def set_summary(palace: Palace, name: Name, summary: Annotated[str, Arg("What is known of the node, in short")]) -> SummaryReply:
    """Set or replace the summary of a node. The observations stay as they are."""
    entity = palace.entities.set_summary(name, summary)
    return {"name": entity.name, "summary": entity.summary or "", "updated_at": rfc3339(entity.updated_at)}


def set_tags(
    palace: Palace, name: Name, tags: Annotated[Sequence[str], Arg("All tags the node shall have, at most 100")]
) -> TagsReply:
    """Replace all tags of a node."""
    entity = palace.entities.set_tags(name, tags)
    return {"name": entity.name, "tags": list(entity.tags)}


def _opened_line(node: Node, observations: Sequence[Observation]) -> OpenedLine:
    entity = node.entity
    return {
        "name": entity.name,
        "entity_type": entity.type,
        "summary": entity.summary,
        "tags": list(entity.tags),
        "observations": [{"ordinal": each.ordinal, "content": each.content} for each in observations],
        "created_at": rfc3339(entity.created_at),
        "updated_at": rfc3339(entity.updated_at),
    }


def _typed_line(node: Node) -> TypedLine:
    line = changed_line(node)
    return {
        "name": line["name"],
        "entity_type": line["entity_type"],
        "summary": line["summary"],
        "tags": list(node.entity.tags),
        "updated_at": line["updated_at"],
    }
