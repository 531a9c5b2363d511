"""Memories, entities and facts as lines of JSON and back: every field by name, nothing left out."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

from simonides.domain.actor import Actor
from simonides.domain.errors import Invalid
from simonides.domain.graph import Entity, Fact, Perspective
from simonides.domain.ids import Mint
from simonides.domain.memory import Memory
from simonides.domain.records.plain import plain
from simonides.domain.records.tables import ENTITY, FACT, MEMORY
from simonides.engine.exchange.fields import Fields, expected
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


memory_line: Callable[[Memory], Line] = plain(*MEMORY.lined())
"""All fields of a memory."""
_entity_fields = plain(*ENTITY.lined())
_fact_fields = plain(*FACT.lined())
_MEMORY, _ENTITY, _FACT = (expected(record.fields) for record in (MEMORY, ENTITY, FACT))


def entity_line(entity: Entity) -> Line:
    """All fields of an entity; its own type is `entity_type`, since `type` is the kind of line."""
    return {"type": "entity", **_entity_fields(entity)}


def fact_line(fact: Fact) -> Line:
    """All fields of a fact."""
    return {"type": "fact", **_fact_fields(fact)}


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
    memory = MEMORY.filled({"created_at": now, "added_by": Actor.IMPORTER, **fields.values(_MEMORY)})
    return memory if memory.id else replace(memory, id=mint.drawer(memory.place.wing, memory.place.room, memory.content))


def read_entity(fields: Fields, mint: Mint, now: datetime) -> Entity:
    """The entity in a line; only its name is required."""
    values = {"created_at": now, **fields.values(_ENTITY)}
    return ENTITY.filled({"id": values.get("id") or mint.alphanumeric(), "updated_at": values["created_at"], **values})


def read_fact(fields: Fields, mint: Mint, now: datetime) -> Fact:
    """The fact in a line; only subject, predicate and object are required."""
    fact = FACT.filled({"created_at": now, **fields.values(_FACT)})
    return fact if fact.id else replace(fact, id=mint.fact(fact.subject, fact.predicate, fact.object))


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is not a number")
