"""Memories, entities and facts as lines of JSON and back: every field by name, nothing left out."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from simonides.domain.actor import Actor
from simonides.domain.errors import Invalid
from simonides.domain.graph import Entity, Fact, Perspective
from simonides.domain.ids import Mint
from simonides.domain.memory import Memory
from simonides.domain.past.supersession import CAUSES, KINDS, STATES, Supersession, pair_id
from simonides.domain.records.plain import plain
from simonides.domain.records.tables import ENTITY, FACT, MEMORY, PERSPECTIVE, SUPERSESSION
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


def palace_line(info: PalaceInfo, about: str, perspectives: Sequence[str] = ()) -> Line:
    """The description of the palace, its identity text, and the names of its perspectives where they are not the usual ones."""
    named = {"perspectives": list(perspectives)} if perspectives else {}
    return {"type": "palace", "description": info.description, "about": about, **named}


def perspective_line(perspective: Perspective) -> Line:
    """A perspective on observations."""
    return {"type": "perspective", **_perspective_fields(perspective)}


memory_line: Callable[[Memory], Line] = plain(*MEMORY.lined())
"""All fields of a memory."""
_entity_fields = plain(*ENTITY.lined())
_fact_fields = plain(*FACT.lined())
_perspective_fields = plain(*PERSPECTIVE.lined())
_pair_fields = plain(*SUPERSESSION.lined())
_MEMORY, _ENTITY, _FACT, _PAIR = (expected(record.lined()) for record in (MEMORY, ENTITY, FACT, SUPERSESSION))


def pair_line(pair: Supersession) -> Line:
    """All fields of a pair of an older statement and the newer one that takes its place."""
    return {"type": "supersession", **_pair_fields(pair)}


def read_pair(fields: Fields) -> Supersession:
    """The pair in a line; its id is made of both statements. Raises Invalid."""
    values = fields.values(_PAIR)
    for name, known in (("kind", KINDS), ("cause", CAUSES), ("state", STATES)):
        if values[name] not in known:
            raise Invalid(name, f"'{str(values[name])[:40]}' is not one of {', '.join(known)}")
    if values.get("created_at") is None:
        raise Invalid("created_at", "is missing")
    if values["older"] == values["newer"]:
        raise Invalid("newer", f"{values['older']} cannot take its own place")
    return SUPERSESSION.filled({"key": 0, **values, "id": pair_id(str(values["older"]), str(values["newer"]))})


def entity_line(entity: Entity) -> Line:
    """All fields of an entity; its own type is `entity_type`, since `type` is the kind of line."""
    line = {"type": "entity", **_entity_fields(entity)}
    # Most have no alias, and older programs refuse a field that they do not know.
    return line if entity.aliases else {name: value for name, value in line.items() if name != "aliases"}


def fact_line(fact: Fact) -> Line:
    """All fields of a fact."""
    return {"type": "fact", **_fact_fields(fact)}


def read_header(fields: Fields) -> Identity:
    """The embedder whose vectors the following lines carry. Raises Invalid for a header of a newer format."""
    form, embedder = fields.whole("format"), Fields(fields.mapping("embedder"))
    if form != FORMAT:
        raise Invalid("format", f"is {form}, but this version of simonides reads only {FORMAT}; upgrade simonides")
    return Identity(embedder.name("name"), embedder.whole("dimensions") or 0)


def read_palace(fields: Fields) -> tuple[str, str, tuple[str, ...]]:
    """The description of a palace, its text about whom it serves, and the names of all its perspectives, if it has its own."""
    told = fields.text_or("description", ""), fields.text_or("about", ""), fields.texts("perspectives")
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
