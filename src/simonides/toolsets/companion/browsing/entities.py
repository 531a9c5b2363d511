"""Entities and facts to look through: a list by type, one with its facts in time, its neighbourhood, and paths between two."""

from collections.abc import Sequence
from typing import Annotated, TypedDict

from simonides.domain.actor import Actor
from simonides.domain.errors import Invalid, NotFound
from simonides.domain.graph import Entity, Node, Observation
from simonides.domain.time import Stamp, last_instant, rfc3339
from simonides.domain.validation import check_name
from simonides.engine.browsing.entity_lists import entity_page
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.companion.browsing.memories import FacetCount, FactDocument, MemoryRow, fact_of, rows_of
from simonides.toolsets.companion.filters import KnownAt, MaxTokens

LISTED_MAX = 200
FACTS_MAX = 300
OBSERVED_MAX = 100
NAMING_MAX = 20
NODES_MAX = 300


class EntityRow(TypedDict):
    """An entity in a list."""

    name: str
    type: str
    summary: str | None
    updated_at: str


class EntityList(TypedDict):
    """Entities, how many fit, where the next page begins, and how many there are of each type."""

    rows: list[EntityRow]
    total: int
    next: int | None
    types: list[FacetCount]


class ObservedText(TypedDict):
    """One observation."""

    ordinal: int
    content: str
    created_at: str


class EntityDocument(TypedDict):
    """An entity with its facts, ended ones included, its observations and the latest memories that name it.

    `aliases` are the names of those that were merged into it.
    """

    name: str
    aliases: list[str]
    type: str
    summary: str | None
    tags: list[str]
    created_at: str
    updated_at: str
    observations: list[ObservedText]
    facts: list[FactDocument]
    named_in: list[MemoryRow]


class GraphNode(TypedDict):
    """A node of a drawing."""

    name: str
    type: str
    observations: int


class GraphDocument(TypedDict):
    """Entities, nearest first, and the current facts between them; `is_whole` is false when some were left out."""

    nodes: list[GraphNode]
    facts: list[FactDocument]
    is_whole: bool


def list_entities(
    palace: Palace,
    q: Annotated[str, Arg("A part of the name")] = "",
    type: Annotated[str | None, Arg("Only of this type")] = None,  # noqa: A002 - the word on the wire
    limit: Annotated[int, Arg("How many at most", minimum=1, maximum=LISTED_MAX)] = 100,
    offset: Annotated[int, Arg("How many to pass over", minimum=0)] = 0,
    as_of: Annotated[str | None, Arg("Only those that were noted by then (ISO 8601)")] = None,
    known_at: KnownAt = None,
    max_tokens: MaxTokens = 2_000,
) -> EntityList:
    """Entities by name, with the counts of their types."""
    then = palace.past.knowing.if_said(known_at)
    known = then.entities() if then else palace.entities.by_name()
    page = entity_page(known, q, type, limit, offset, last_instant(as_of, "as_of"))
    return {
        "rows": _rows(palace, page.entities, max_tokens),
        "total": page.total,
        "next": offset + limit if offset + limit < page.total else None,
        "types": [{"value": name, "count": count} for name, count in page.types],
    }


def show_entity(
    palace: Palace,
    name: Annotated[str, Arg("Its name; case does not matter")],
    as_of: Annotated[str | None, Arg("Only the facts that held then (ISO 8601), and what had been observed")] = None,
    known_at: KnownAt = None,
    max_tokens: MaxTokens = 2_000,
) -> EntityDocument:
    """One entity: its facts with the time they hold, its latest observations, and the latest memories that name it."""
    then = palace.past.knowing.if_said(known_at)
    moment = Stamp.if_said(as_of, "as_of")
    until = moment.last if moment else None
    try:
        entity, observations = palace.entities.observed(name, until) if then is None else then.node(name, until)
    except NotFound:
        raise NotFound("entity", name) from None
    facts = (then.facts_about if then else palace.facts.about)(entity.name, as_of=moment)
    naming = then.naming(entity, NAMING_MAX) if then else palace.naming(entity.name, NAMING_MAX)
    latest = observations[-OBSERVED_MAX:]
    # Neither has a path of its own, so the whole of a long text comes with the entity.
    told = [("max_tokens=0", text) for text in (entity.summary or "", *(each.content for each in latest))]
    texts = palace.passages("", told, max_tokens)
    return {
        "name": entity.name,
        "aliases": list(entity.aliases),
        "type": entity.type,
        "summary": texts[0] if entity.summary is not None else None,
        "tags": list(entity.tags),
        "created_at": rfc3339(entity.created_at),
        "updated_at": rfc3339(entity.updated_at),
        "observations": _observed(latest, texts[1:]),
        "facts": [fact_of(fact) for fact in facts[:FACTS_MAX]],
        "named_in": rows_of(naming, max_tokens),
    }


def _observed(observations: Sequence[Observation], texts: Sequence[str]) -> list[ObservedText]:
    return [
        {"ordinal": each.ordinal, "content": text, "created_at": rfc3339(each.created_at)}
        for each, text in zip(observations, texts, strict=True)
    ]


def show_neighbourhood(
    palace: Palace,
    name: Annotated[str, Arg("Its name; case does not matter")],
    depth: Annotated[int, Arg("How many steps", minimum=1, maximum=2)] = 1,
) -> GraphDocument:
    """The entities near one and the current facts between them, 300 at most, nearest first."""
    found = palace.paths.neighbourhood(name, depth)
    if not found.nodes:
        raise NotFound("entity", name)
    kept = found.nodes[:NODES_MAX]
    names = {node.entity.name for node in kept}
    facts = [fact for fact in found.facts if {fact.subject, fact.object} <= names]
    is_whole = found.is_whole and len(kept) == len(found.nodes) and len(facts) <= 2 * FACTS_MAX
    return {
        "nodes": [node_of(node) for node in kept],
        "facts": [fact_of(fact) for fact in facts[: 2 * FACTS_MAX]],
        "is_whole": is_whole,
    }


def find_path(
    palace: Palace,
    start: Annotated[str, Arg("From this entity")],
    goal: Annotated[str, Arg("To this entity")],
) -> GraphDocument:
    """A shortest path between two entities with the facts of each step; empty when there is none."""
    found = palace.paths.path(check_name(start, "start"), check_name(goal, "goal"))
    return {"nodes": [node_of(node) for node in found.nodes], "facts": [fact_of(fact) for fact in found.facts], "is_whole": True}


def list_timeline(
    palace: Palace,
    entity: Annotated[str | None, Arg("Only about this one")] = None,
    as_of: Annotated[str | None, Arg("Only the facts that held then (ISO 8601)")] = None,
    known_at: KnownAt = None,
    limit: Annotated[int, Arg("How many at most", minimum=1, maximum=FACTS_MAX)] = 100,
) -> list[FactDocument]:
    """Facts by the time they begin, undated ones last."""
    known = palace.past.knowing.if_said(known_at) or palace.facts
    moment = Stamp.if_said(as_of, "as_of")
    return [fact_of(fact) for fact in known.timeline(entity, limit, moment)[:limit]]


def add_fact(
    palace: Palace,
    subject: Annotated[str, Arg("Whom or what it is about")],
    predicate: Annotated[str, Arg("The relation, as works_on")],
    object: Annotated[str, Arg("Whom or what it relates to")],  # noqa: A002 - the word on the wire
    valid_from: Annotated[str | None, Arg("Since when it holds (ISO 8601)")] = None,
    replaces: Annotated[bool, Arg("Whether it ends what was said of the same subject and predicate")] = False,  # noqa: FBT002
    source: Annotated[str | None, Arg("Where it is written: a memory's id, or words")] = None,
) -> FactDocument:
    """Note a fact beside the others, or in place of those with the same subject and predicate."""
    if replaces:
        if valid_from is not None:
            raise Invalid("valid_from", "does not go with `replaces`: a fact replaces others from now on")
        return fact_of(palace.facts.supersede(subject, predicate, object, source=source, actor=Actor.SERVICE))
    began = Stamp.if_said(valid_from, "valid_from")
    return fact_of(palace.facts.add(subject, predicate, object, valid_from=began, source=source, actor=Actor.SERVICE))


def end_fact(
    palace: Palace,
    subject: Annotated[str, Arg("Whom or what it is about")],
    predicate: Annotated[str, Arg("The relation")],
    object: Annotated[str, Arg("Whom or what it relates to")],  # noqa: A002 - the word on the wire
    ended: Annotated[str | None, Arg("The last day on which it holds (ISO 8601); today where none is given")] = None,
) -> list[FactDocument]:
    """End a fact; it stays as what held until then."""
    found = palace.facts.end(subject, predicate, object, Stamp.if_said(ended, "ended"))
    if not found:
        raise NotFound("fact", f"{subject} → {predicate} → {object}")
    return [fact_of(fact) for fact in found]


def node_of(node: Node) -> GraphNode:
    """A node as a drawing shows it."""
    return {"name": node.entity.name, "type": node.entity.type, "observations": node.observation_count}


def _rows(palace: Palace, entities: Sequence[Entity], max_tokens: int) -> list[EntityRow]:
    texts = palace.passages("", [(each.name, each.summary or "") for each in entities], max_tokens)
    return [
        {
            "name": each.name,
            "type": each.type,
            "summary": text if each.summary else each.summary,
            "updated_at": rfc3339(each.updated_at),
        }
        for each, text in zip(entities, texts, strict=True)
    ]
