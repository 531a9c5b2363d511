"""Graphiti: episodes, entities and edges of an exported graph."""

from collections.abc import Iterator
from pathlib import Path

from simonides.engine.graph.entities import EntityDraft
from simonides.peers.exports.json_exports import Entry, EntryShape, from_documents, listed
from simonides.peers.found import Found, Lost, fact_line, moment, short_name, texts

PEER = "graphiti"
EPISODE = EntryShape(
    PEER, ("content", "body"), happened=("valid_at", "reference_time"), room=("source_description", "source"), wing=("group_id",)
)


def read_graphiti(source: Path) -> Iterator[Found]:
    """Episodes become memories, entities nodes with their summary, edges facts with the time in which they hold."""
    yield from from_documents(source, _read)


def _read(_name: str, document: object) -> Iterator[Found]:
    for number, episode in enumerate(listed(document, "episodes", "episodic_nodes"), 1):
        yield EPISODE.line(episode, number)
    nodes = listed(document, "nodes", "entities", "entity_nodes")
    names = {str(node.get("uuid") or node.get("id")): short_name(str(node.get("name") or "")) for node in nodes}
    for node in nodes:
        yield from _node(node)
    for number, edge in enumerate(listed(document, "edges", "facts", "entity_edges"), 1):
        yield _edge(edge, number, names)


def _node(node: Entry) -> Iterator[Found]:
    name = short_name(str(node.get("name") or ""))
    labels = [label for label in texts(node.get("labels")) if label != "Entity"]
    summary = str(node.get("summary") or "").strip()
    attributes = node.get("attributes")
    known = [f"{key}: {value}" for key, value in attributes.items()] if isinstance(attributes, dict) else []
    if not name:
        yield Lost(f"node {node.get('uuid')}", "has no name")
    else:
        yield EntityDraft(name, labels[0].lower() if labels else "unknown", [*([summary] if summary else []), *known])


def _edge(edge: Entry, number: int, names: dict[str, str]) -> Found:
    ends = [_end(edge, end, names) for end in ("source", "target")]
    if not all(ends):
        return Lost(f"edge {edge.get('uuid') or number}", "names a node that is not in the export")
    stated = edge.get("fact")
    return fact_line(
        str(edge["uuid"]) if edge.get("uuid") else None,
        ends[0],
        str(edge.get("name") or edge.get("relation") or "related_to"),
        ends[1],
        valid_from=moment(edge.get("valid_at")),
        valid_to=moment(edge.get("invalid_at") or edge.get("expired_at")),
        source=str(stated) if stated else None,
        created_at=moment(edge.get("created_at")),
    )


def _end(edge: Entry, end: str, names: dict[str, str]) -> str:
    """The name of the node at one end of an edge: by its id, or as it is written there."""
    written = edge.get(f"{end}_node_uuid") or edge.get(end) or edge.get(f"{end}_id")
    return names.get(str(written)) or short_name(str(edge.get(end) or ""))
