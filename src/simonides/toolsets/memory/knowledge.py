"""Knowledge graph tools of the memory set: entities and their relations."""

from typing import Annotated, Literal, NotRequired, TypedDict

from simonides.domain.graph import Direction, Entity, Fact
from simonides.domain.time import rfc3339
from simonides.domain.validation import fold_name
from simonides.engine.graph.paths import RELATED_FACTS_MAX, RELATED_MAX, Related
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.memory.memories import StoredMemory


class EntityLine(TypedDict):
    """An entity."""

    id: str
    name: str
    entity_type: str
    description: str | None
    created_at: str


class RelationLine(TypedDict):
    """A directed relation between two entities, by their ids."""

    id: str
    from_entity: str
    to_entity: str
    relation_type: str
    weight: float
    valid_from: str | None
    valid_until: str | None


class RelatedReply(TypedDict):
    """What a walk has met."""

    entities: list[EntityLine]
    relations: list[RelationLine]
    entity_count: int
    relation_count: int
    note: NotRequired[str]
    """That there is more; only where something was left out."""


def create_entity(
    palace: Palace,
    name: Annotated[str, Arg("Entity name")],
    entity_type: Annotated[str | None, Arg("Type: person, project, concept, file, etc.")] = None,
    description: Annotated[str | None, Arg("Optional description")] = None,
    user_id: Annotated[str | None, Arg("Optional user ID for isolation")] = None,
) -> StoredMemory:
    """Create a knowledge graph entity."""
    return {"id": palace.entities.describe(name, kind=entity_type, summary=description, user_id=user_id).id}


def create_relation(
    palace: Palace,
    from_entity: Annotated[str, Arg("Source entity ID")],
    to_entity: Annotated[str, Arg("Target entity ID")],
    relation_type: Annotated[str, Arg("Relation type: works_on, knows, uses, etc.")],
    weight: Annotated[float, Arg("Relation weight (0.0-1.0, default: 1.0)", minimum=0, maximum=1)] = 1.0,
) -> StoredMemory:
    """Create a directed relation between two entities."""
    return {"id": palace.facts.weigh(from_entity, relation_type, to_entity, weight).id}


def get_related(
    palace: Palace,
    entity_id: Annotated[str, Arg("Entity ID to start from")],
    depth: Annotated[int, Arg("Traversal depth (1-3, default: 1)", minimum=1, maximum=3)] = 1,
    direction: Annotated[Literal["outgoing", "incoming", "both"], Arg("Traversal direction")] = "outgoing",
) -> RelatedReply:
    """Get entities related to a given entity via graph traversal."""
    related = palace.paths.related(entity_id, depth, Direction(direction))
    entities = [_entity_line(entity) for entity in related.entities]
    relations = _relation_lines(related)
    reply: RelatedReply = {
        "entities": entities,
        "relations": relations,
        "entity_count": len(entities),
        "relation_count": len(relations),
    }
    if not related.is_whole:
        reply["note"] = f"There is more: only the nearest {RELATED_MAX} entities and {RELATED_FACTS_MAX:,} relations are shown."
    return reply


def _entity_line(entity: Entity) -> EntityLine:
    return {
        "id": entity.id,
        "name": entity.name,
        "entity_type": entity.type,
        "description": entity.summary,
        "created_at": rfc3339(entity.created_at),
    }


def _relation_lines(related: Related) -> list[RelationLine]:
    ids = {entity.key: entity.id for entity in (related.start, *related.entities)}
    return [_relation_line(fact, ids) for fact in related.facts]


def _relation_line(fact: Fact, ids: dict[str, str]) -> RelationLine:
    return {
        "id": fact.id,
        "from_entity": ids[fold_name(fact.subject)],
        "to_entity": ids[fold_name(fact.object)],
        "relation_type": fact.predicate,
        "weight": fact.weight,
        "valid_from": fact.valid_from.text if fact.valid_from else None,
        "valid_until": fact.valid_to.text if fact.valid_to else None,
    }
