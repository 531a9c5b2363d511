"""Values as rows: times, JSON and the records of memories, entities and facts, both ways."""

import hashlib
import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, overload

from simonides.domain.graph import Entity, Fact
from simonides.domain.memory import Memory, Origin, Place
from simonides.domain.ranking.traits import flags_of, speaker_of
from simonides.domain.time import Stamp
from simonides.domain.validation import DEPTH_MAX, fold_name, is_too_deep

Row = tuple[Any, ...]

NESTED = "nested_json"
"""The key under which metadata that is nested too deeply comes back, as text."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

MEMORY_COLUMNS = (
    "m.id, m.content, p.wing, p.room, p.hall, m.created_at, m.author, m.role, m.conversation, m.position, m.event_time, "
    "m.source, m.chunk, m.added_by, m.tags, m.importance, m.kind, m.user_id, m.metadata, m.valid_from, m.ended_at, "
    "m.end_reason, m.superseded_by, m.accesses, m.accessed_at"
)
ENTITY_COLUMNS = "e.id, e.name, e.created_at, e.updated_at, e.type, e.summary, e.summary_updated_at, e.tags, e.user_id"
FACT_COLUMNS = (
    "f.id, s.name, f.predicate, o.name, f.created_at, f.valid_from_text, f.valid_from_start, f.valid_from_end, "
    "f.valid_to_text, f.valid_to_start, f.valid_to_end, f.confidence, f.weight, f.source"
)


@overload
def micros(moment: datetime) -> int: ...
@overload
def micros(moment: None) -> None: ...
@overload
def micros(moment: datetime | None) -> int | None: ...
def micros(moment: datetime | None) -> int | None:
    """A moment in microseconds since 1970, exactly."""
    return None if moment is None else (moment - _EPOCH) // _MICROSECOND


@overload
def moment(number: int) -> datetime: ...
@overload
def moment(number: int | None) -> datetime | None: ...
def moment(number: int | None) -> datetime | None:
    """The moment that many microseconds after 1970."""
    return None if number is None else _EPOCH + timedelta(microseconds=number)


def dump(value: object) -> str:
    """A value as JSON text; half a surrogate pair is written as an escape, since stores take only UTF-8."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":"))
    return text


def content_hash(content: str) -> bytes:
    """The digest by which equal texts are looked up; the texts themselves are compared afterwards."""
    return hashlib.blake2b(content.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def memory_values(memory: Memory, place_id: int, words: int, tags: object) -> dict[str, object]:
    """The columns of a memory; the tags in the form that the database takes."""
    origin = memory.origin
    return {
        "id": memory.id,
        "content": memory.content,
        "place_id": place_id,
        "words": words,
        "traits": flags_of(memory.content, origin.author, origin.role),
        "speaker": speaker_of(memory.content, origin.author),
        "content_hash": content_hash(memory.content),
        "created_at": micros(memory.created_at),
        "author": origin.author,
        "role": origin.role,
        "conversation": origin.conversation,
        "position": origin.position,
        "event_time": micros(origin.event_time),
        "source": origin.source,
        "chunk": origin.chunk,
        "added_by": origin.added_by,
        "tags": tags,
        "importance": memory.importance,
        "kind": memory.kind,
        "user_id": memory.user_id,
        "metadata": dump(dict(memory.metadata)) if memory.metadata else "{}",
        "valid_from": micros(memory.valid_from),
        "ended_at": micros(memory.ended_at),
        "end_reason": memory.end_reason,
        "superseded_by": memory.superseded_by,
        "accesses": memory.accesses,
        "accessed_at": micros(memory.accessed_at),
    }


def read_memory(row: Row) -> Memory:
    """The memory in a row of MEMORY_COLUMNS."""
    return Memory(
        id=row[0],
        content=row[1],
        place=Place(*row[2:5]),
        created_at=moment(row[5]),
        origin=Origin(row[6], row[7], row[8], row[9], moment(row[10]), row[11], row[12], row[13]),
        tags=_tags(row[14]),
        importance=row[15],
        kind=row[16],
        user_id=row[17],
        metadata=_metadata(row[18]),
        valid_from=moment(row[19]),
        ended_at=moment(row[20]),
        end_reason=row[21],
        superseded_by=row[22],
        accesses=row[23],
        accessed_at=moment(row[24]),
    )


def entity_values(entity: Entity, tags: object) -> dict[str, object]:
    """Every column of an entity; the tags in the form that the database takes."""
    return {
        "id": entity.id,
        "folded": entity.key,
        "name": entity.name,
        "type": entity.type,
        "summary": entity.summary,
        "summary_updated_at": micros(entity.summary_updated_at),
        "tags": tags,
        "user_id": entity.user_id,
        "created_at": micros(entity.created_at),
        "updated_at": micros(entity.updated_at),
    }


def read_entity(row: Row) -> Entity:
    """The entity in a row of ENTITY_COLUMNS."""
    return Entity(
        id=row[0],
        name=row[1],
        created_at=moment(row[2]),
        updated_at=moment(row[3]),
        type=row[4],
        summary=row[5],
        summary_updated_at=moment(row[6]),
        tags=_tags(row[7]),
        user_id=row[8],
    )


def fact_values(fact: Fact, subject: int, obj: int) -> dict[str, object]:
    """Every column of a fact between the entities in those rows."""
    since, until = _stamp_values(fact.valid_from), _stamp_values(fact.valid_to)
    return {
        "id": fact.id,
        "subject": subject,
        "predicate": fact.predicate,
        "predicate_folded": fold_name(fact.predicate),
        "object": obj,
        "valid_from_text": since[0],
        "valid_from_start": since[1],
        "valid_from_end": since[2],
        "valid_to_text": until[0],
        "valid_to_start": until[1],
        "valid_to_end": until[2],
        "confidence": fact.confidence,
        "weight": fact.weight,
        "source": fact.source,
        "created_at": micros(fact.created_at),
    }


def read_fact(row: Row) -> Fact:
    """The fact in a row of FACT_COLUMNS."""
    return Fact(
        id=row[0],
        subject=row[1],
        predicate=row[2],
        object=row[3],
        created_at=moment(row[4]),
        valid_from=_stamp(row[5:8]),
        valid_to=_stamp(row[8:11]),
        confidence=row[11],
        weight=row[12],
        source=row[13],
    )


def _stamp_values(stamp: Stamp | None) -> tuple[str | None, int | None, int | None]:
    return (None, None, None) if stamp is None else (stamp.text, micros(stamp.start), micros(stamp.end))


def _stamp(values: Row) -> Stamp | None:
    return None if values[0] is None else Stamp(values[0], moment(values[1]), moment(values[2]))


def _tags(value: str | list[str]) -> tuple[str, ...]:
    # SQLite keeps them as JSON, PostgreSQL as an array.
    if isinstance(value, list):
        return tuple(value)
    return () if value == "[]" else tuple(json.loads(value))


def _metadata(text: str) -> Mapping[str, object]:
    # Most metadata has fewer brackets than levels are allowed, so nobody needs to count those.
    if text.count("{") + text.count("[") <= DEPTH_MAX:
        metadata: dict[str, object] = {} if text == "{}" else json.loads(text)
        return metadata
    return _deep_metadata(text)


def _deep_metadata(text: str) -> Mapping[str, object]:
    """Metadata with many brackets; what was filed before its depth was limited comes back as text, whole and readable."""
    try:
        metadata: dict[str, object] = json.loads(text)
    except RecursionError:
        return {NESTED: text}
    return {NESTED: text} if is_too_deep(metadata) else metadata
