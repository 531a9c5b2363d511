"""Nodes and relations in the graph set's replies."""

from collections.abc import Iterable
from typing import TypedDict

from simonides.domain.graph import Fact, Node, Triple
from simonides.domain.time import rfc3339

# `from` is a keyword, so this one cannot be written as a class.
RelationLine = TypedDict("RelationLine", {"from": str, "to": str, "relation_type": str})
"""An arrow from one node to another."""


class NodeLine(TypedDict):
    """A node without its observations."""

    name: str
    entity_type: str
    summary: str | None
    tags: list[str]


class ChangedLine(TypedDict):
    """A node and when it last changed."""

    name: str
    entity_type: str
    summary: str | None
    updated_at: str


class ObservationLine(TypedDict):
    """One observation under its ordinal."""

    ordinal: int
    content: str


def relation_lines(facts: Iterable[Fact | Triple]) -> list[RelationLine]:
    """Facts as relations, in the order given."""
    return [{"from": each.subject, "to": each.object, "relation_type": each.predicate} for each in facts]


def node_line(node: Node) -> NodeLine:
    """A node in short."""
    entity = node.entity
    return {"name": entity.name, "entity_type": entity.type, "summary": entity.summary, "tags": list(entity.tags)}


def changed_line(node: Node) -> ChangedLine:
    """A node with its last change."""
    entity = node.entity
    return {
        "name": entity.name,
        "entity_type": entity.type,
        "summary": entity.summary,
        "updated_at": rfc3339(entity.updated_at),
    }
