"""Memories, entities and facts as lines of JSON and back: every field by name, nothing left out."""

import json
from collections.abc import Mapping
from datetime import datetime

from simonides.domain.actor import Actor
from simonides.domain.errors import Invalid
from simonides.domain.graph import Entity, Fact, Perspective
from simonides.domain.ids import Mint
from simonides.domain.memory import GENERAL, Memory, Origin, Place
from simonides.domain.time import Stamp, rfc3339
from simonides.domain.validation import check_content
from simonides.engine.exchange.fields import Fields
from simonides.ports.embedder import Identity
from simonides.ports.stores import PalaceInfo

Line = dict[str, object]
FORMAT = 1


def dump(line: Mapping[str, object]) -> str:
    """A line as text, without its line break."""
    return json.dumps(line, ensure_ascii=False, separators=(",", ":"))


def parse(text: str) -> Line:
    """The line in a text. Raises Invalid when it is not one JSON object."""
    try:
        line = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise Invalid("line", f"is not JSON ({error})") from error
    if not isinstance(line, dict):
        raise Invalid("line", "is not a JSON object")
    return line


def header_line(identity: Identity) -> Line:
    """The header: the embedder whose vectors the following lines carry."""
    embedder = {"name": identity.name, "dimensions": identity.dimensions}
    return {"type": "header", "format": FORMAT, "embedder": embedder}


def palace_line(info: PalaceInfo, about: str) -> Line:
    """The description of the palace and its identity text."""
    return {"type": "palace", "description": info.description, "about": about}


def perspective_line(perspective: Perspective) -> Line:
    """A perspective on observations."""
    return {"type": "perspective", "name": perspective.name, "instruction": perspective.instruction}


def memory_line(memory: Memory) -> Line:
    """All fields of a memory."""
    origin = memory.origin
    return {
        "id": memory.id,
        "content": memory.content,
        "wing": memory.place.wing,
        "room": memory.place.room,
        "hall": memory.place.hall,
        "tags": list(memory.tags),
        "importance": memory.importance,
        "kind": memory.kind,
        "user_id": memory.user_id,
        "author": origin.author,
        "role": origin.role,
        "conversation": origin.conversation,
        "position": origin.position,
        "event_time": _written(origin.event_time),
        "source": origin.source,
        "chunk": origin.chunk,
        "added_by": origin.added_by,
        "created_at": _written(memory.created_at),
        "valid_from": _written(memory.valid_from),
        "ended_at": _written(memory.ended_at),
        "end_reason": memory.end_reason,
        "superseded_by": memory.superseded_by,
        "accesses": memory.accesses,
        "accessed_at": _written(memory.accessed_at),
        "metadata": dict(memory.metadata),
    }


def entity_line(entity: Entity) -> Line:
    """All fields of an entity; its own type is `entity_type`, since `type` is the kind of line."""
    return {
        "type": "entity",
        "id": entity.id,
        "name": entity.name,
        "entity_type": entity.type,
        "summary": entity.summary,
        "summary_updated_at": _written(entity.summary_updated_at),
        "tags": list(entity.tags),
        "user_id": entity.user_id,
        "created_at": _written(entity.created_at),
        "updated_at": _written(entity.updated_at),
    }


def fact_line(fact: Fact) -> Line:
    """All fields of a fact."""
    return {
        "type": "fact",
        "id": fact.id,
        "subject": fact.subject,
        "predicate": fact.predicate,
        "object": fact.object,
        "valid_from": stamp_field(fact.valid_from),
        "valid_to": stamp_field(fact.valid_to),
        "confidence": fact.confidence,
        "weight": fact.weight,
        "source": fact.source,
        "created_at": _written(fact.created_at),
    }


def stamp_field(stamp: Stamp | None) -> str | dict[str, object] | None:
    """A stamp as it was written; with its start and end where the text alone does not give them."""
    if stamp is None:
        return None
    try:
        is_plain = Stamp.parse(stamp.text) == stamp
    except (Invalid, OverflowError):
        is_plain = False
    return stamp.text if is_plain else {"text": stamp.text, "start": _written(stamp.start), "end": _written(stamp.end)}


def read_header(fields: Fields) -> Identity:
    """The embedder whose vectors the following lines carry. Raises Invalid for a header of a newer format."""
    form, embedder = fields.whole("format"), Fields(fields.mapping("embedder"))
    if form != FORMAT:
        raise Invalid("format", f"is {form}, but this version of simonides reads only {FORMAT}; upgrade simonides")
    return Identity(embedder.name("name"), embedder.whole("dimensions") or 0)


def read_palace(fields: Fields) -> tuple[str, str]:
    """The description of a palace, and its text about whom it serves."""
    told = fields.text_or("description", ""), fields.text_or("about", "")
    fields.finish()
    return told


def read_perspective(fields: Fields) -> tuple[str, str]:
    """The name and the instruction of a perspective."""
    told = fields.name("name"), fields.text_or("instruction", "")
    fields.finish()
    return told


def read_memory(fields: Fields, mint: Mint, now: datetime) -> Memory:
    """The memory in a line; fields that the line lacks are filled as for a new memory."""
    content = check_content(fields.text_or("content", ""))
    place = Place.named(fields.text_or("wing", GENERAL), fields.text_or("room", GENERAL), fields.text_or("hall", ""))
    memory = Memory(
        id=fields.identifier("id") or mint.drawer(place.wing, place.room, content),
        content=content,
        place=place,
        created_at=fields.moment("created_at") or now,
        origin=_read_origin(fields),
        tags=fields.names("tags"),
        importance=fields.share("importance", 0.5),
        kind=fields.text_or("kind", "semantic"),
        user_id=fields.text("user_id"),
        metadata=fields.mapping("metadata"),
        valid_from=fields.moment("valid_from"),
        ended_at=fields.moment("ended_at"),
        end_reason=fields.text("end_reason"),
        superseded_by=fields.text("superseded_by"),
        accesses=fields.whole("accesses") or 0,
        accessed_at=fields.moment("accessed_at"),
    )
    fields.finish()
    return memory


def read_entity(fields: Fields, mint: Mint, now: datetime) -> Entity:
    """The entity in a line; only its name is required."""
    created_at = fields.moment("created_at") or now
    entity = Entity(
        id=fields.identifier("id") or mint.alphanumeric(),
        name=fields.name("name"),
        created_at=created_at,
        updated_at=fields.moment("updated_at") or created_at,
        type=fields.text_or("entity_type", "unknown"),
        summary=fields.text("summary"),
        summary_updated_at=fields.moment("summary_updated_at"),
        tags=fields.names("tags"),
        user_id=fields.text("user_id"),
    )
    fields.finish()
    return entity


def read_fact(fields: Fields, mint: Mint, now: datetime) -> Fact:
    """The fact in a line; only subject, predicate and object are required."""
    subject, predicate, obj = fields.name("subject"), fields.name("predicate"), fields.name("object")
    fact = Fact(
        id=fields.identifier("id") or mint.fact(subject, predicate, obj),
        subject=subject,
        predicate=predicate,
        object=obj,
        created_at=fields.moment("created_at") or now,
        valid_from=fields.stamp("valid_from"),
        valid_to=fields.stamp("valid_to"),
        confidence=fields.share("confidence", 1.0),
        weight=fields.share("weight", 1.0),
        source=fields.text("source"),
    )
    fields.finish()
    return fact


def _read_origin(fields: Fields) -> Origin:
    return Origin(
        author=fields.text("author"),
        role=fields.text("role"),
        conversation=fields.text("conversation"),
        position=fields.whole("position"),
        event_time=fields.moment("event_time"),
        source=fields.text("source"),
        chunk=fields.whole("chunk") or 0,
        added_by=fields.text_or("added_by", Actor.IMPORTER),
    )


def _written(moment: datetime | None) -> str | None:
    return None if moment is None else rfc3339(moment)


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not a number")
