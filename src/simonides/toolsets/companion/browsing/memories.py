"""Memories to look through: rows with every filter and the counts of each facet, one whole memory, ending and reopening."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal, TypedDict

from simonides.domain.errors import Invalid
from simonides.domain.graph import Fact
from simonides.domain.memory import Facet, Memory, Order, Scope, by_provenance, in_time
from simonides.domain.text.passages import shares
from simonides.domain.text.token_estimate import cut_to_tokens, estimate_tokens
from simonides.domain.time import rfc3339
from simonides.domain.validation import check_name, check_place_name
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.companion.drawers import DrawerRecord, drawer_of, found, opened
from simonides.toolsets.companion.filters import (
    AsOf,
    ByAuthor,
    BySource,
    ByTrust,
    InRoom,
    InWing,
    KnownAt,
    MaxTokens,
    RowTokens,
    Since,
    Until,
    WithTag,
)

ROWS_MAX = 100
EXCERPT_MAX = 400
FACETS = (Facet.WING, Facet.ROOM, Facet.TAG, Facet.AUTHOR, Facet.ADDED_BY, Facet.ROLE, Facet.KIND, Facet.MONTH)


class MemoryRow(TypedDict):
    """A memory as a row: the beginning of its text, and how long the whole is."""

    id: str
    excerpt: str
    length: int
    wing: str
    room: str
    tags: list[str]
    author: str | None
    added_by: str
    role: str | None
    kind: str
    importance: float
    created_at: str
    happened_at: str
    ended_at: str | None
    end_reason: str | None
    superseded_by: str | None
    source_kind: str
    trust: str


class FacetCount(TypedDict):
    """A value, and how many memories have it."""

    value: str
    count: int


class MemoryList(TypedDict):
    """Rows, how many there are in all, where the next page begins, and the counts, if they were asked for."""

    rows: list[MemoryRow]
    total: int
    next: int | None
    facets: dict[str, list[FacetCount]]


class LifeDocument(TypedDict):
    """The rest that is known of a memory: its kind, since when it holds, why it ended, and how often it was recalled."""

    kind: str
    hall: str
    valid_from: str | None
    holds_from: str
    end_reason: str | None
    superseded_by: str | None
    accesses: int
    accessed_at: str | None


class FactDocument(TypedDict):
    """A fact with the time when it holds; an end of null means that it holds now."""

    id: str
    subject: str
    predicate: str
    object: str
    valid_from: str | None
    valid_to: str | None
    from_at: str | None
    to_at: str | None
    created_at: str
    confidence: float
    source: str | None


class AlikeRow(TypedDict):
    """A memory that is alike, and how much."""

    memory: MemoryRow
    similarity: float


class NamedEntity(TypedDict):
    """An entity that a text names."""

    name: str
    type: str


class WholeMemory(TypedDict):
    """A memory with everything around it."""

    drawer: DrawerRecord
    life: LifeDocument
    neighbours: list[MemoryRow]
    named: list[NamedEntity]
    facts: list[FactDocument]
    alike: list[AlikeRow]
    former: list[DrawerRecord]
    successor: DrawerRecord | None


def list_memories(
    palace: Palace,
    wing: InWing = None,
    room: InRoom = None,
    tag: WithTag = None,
    author: ByAuthor = None,
    added_by: Annotated[str | None, Arg("Only what this client or person filed")] = None,
    role: Annotated[str | None, Arg("Only what was said as user, assistant, tool or document")] = None,
    kind: Annotated[str | None, Arg("Only episodic, semantic or procedural ones")] = None,
    source: Annotated[str | None, Arg("Only from this file")] = None,
    conversation: Annotated[str | None, Arg("Only of this conversation")] = None,
    source_kind: BySource = None,
    trust: ByTrust = None,
    since: Since = None,
    until: Until = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    ended: Annotated[Literal["without", "with", "only"], Arg("What to do with memories that have ended")] = "without",
    order: Annotated[Literal["newest", "oldest", "important"], Arg("What comes first")] = "newest",
    limit: Annotated[int, Arg("How many at most", minimum=1, maximum=ROWS_MAX)] = 50,
    offset: Annotated[int, Arg("How many to pass over", minimum=0)] = 0,
    facets: Annotated[bool, Arg("Also count by wing, room, tag, author and so on")] = False,  # noqa: FBT002 - travels by name
    max_tokens: RowTokens = 2_000,
) -> MemoryList:
    """Memories by any filter, as rows, with their number and on demand the counts of each facet."""
    scope = Scope(
        wing=wing and check_place_name(wing, "wing"),
        room=room and check_place_name(room, "room"),
        tag=tag and check_name(tag, "tag"),
        author=author,
        added_by=added_by,
        role=role,
        kind=kind,
        source=source,
        conversation=conversation,
    )
    scope = in_time(by_provenance(_ended(scope, ended), source_kind, trust), since, until, as_of)
    counted = _facets(palace, scope, known_at) if facets else {}
    known = palace.past.knowing.if_said(known_at) or palace.memories
    rows = rows_of(known.page(scope, Order(order), limit, offset), max_tokens)
    return _listed(rows, known.count(scope), offset + limit, counted)


def _ended(scope: Scope, which: str) -> Scope:
    return replace(scope, with_ended=which == "with", is_ended=which == "only")


def _listed(rows: list[MemoryRow], total: int, following: int, facets: dict[str, list[FacetCount]]) -> MemoryList:
    return {"rows": rows, "total": total, "next": None if following >= total else following, "facets": facets}


def show_memory(
    palace: Palace, memory: Annotated[str, Arg("Its id, from any tool set")], max_tokens: MaxTokens = 2_000
) -> WholeMemory:
    """One memory, ended or not, and what surrounds it: its conversation, names, facts, alike ones, former texts, successor.

    Its own text has at most `max_tokens`; former texts and successor share as many once more, and so do the rows.
    """
    found(palace, memory)
    around = palace.looking.around(memory)
    others = [*around.former, *([around.successor] if around.successor else [])]
    drawers = [drawer_of(each, max_tokens) for each in palace.shown("", others, max_tokens)]
    rows = rows_of([*around.neighbours, *(each.memory for each in around.alike)], max_tokens)
    neighbours, alike = rows[: len(around.neighbours)], rows[len(around.neighbours) :]
    former, successor = drawers[: len(around.former)], drawers[len(around.former) :]
    return {
        "drawer": opened(palace, around.memory, max_tokens),
        "life": _life(around.memory),
        "neighbours": neighbours,
        "named": [{"name": entity.name, "type": entity.type} for entity in around.named],
        "facts": [fact_of(fact) for fact in around.citing],
        "alike": [
            {"memory": row, "similarity": round(each.similarity, 3)} for row, each in zip(alike, around.alike, strict=True)
        ],
        "former": former,
        "successor": successor[0] if successor else None,
    }


def end_memory(
    palace: Palace,
    memory: Annotated[str, Arg("Its id, from any tool set")],
    reason: Annotated[str | None, Arg("Why it no longer holds")] = None,
    superseded_by: Annotated[str | None, Arg("The id of the memory that replaces it")] = None,
) -> MemoryRow:
    """End a memory: it stays stored, and is no longer recalled."""
    found(palace, memory)
    return row_of(palace.amending.invalidate(memory, reason, superseded_by))


def reopen_memory(palace: Palace, memory: Annotated[str, Arg("Its id, from any tool set")]) -> MemoryRow:
    """Let an ended memory hold again."""
    found(palace, memory)
    return row_of(palace.amending.reopen(memory))


def rows_of(memories: Sequence[Memory], max_tokens: int) -> list[MemoryRow]:
    """Memories as rows, whose excerpts share so many tokens; 0 for no other limit than that of each."""
    excerpts = [memory.content[:EXCERPT_MAX] for memory in memories]
    if max_tokens:
        needs = [estimate_tokens(excerpt) for excerpt in excerpts]
        texts = zip(excerpts, needs, shares(needs, max_tokens), strict=True)
        excerpts = [text if most == need else cut_to_tokens(text, most).removesuffix("...") for text, need, most in texts]
    return [_row(memory, excerpt) for memory, excerpt in zip(memories, excerpts, strict=True)]


def row_of(memory: Memory) -> MemoryRow:
    """A memory as a row."""
    return _row(memory, memory.content[:EXCERPT_MAX])


def _row(memory: Memory, excerpt: str) -> MemoryRow:
    return {
        "id": memory.id,
        "excerpt": excerpt,
        "length": len(memory.content),
        "wing": memory.place.wing,
        "room": memory.place.room,
        "tags": list(memory.tags),
        "author": memory.origin.author,
        "added_by": memory.origin.added_by,
        "role": memory.origin.role,
        "kind": memory.kind,
        "importance": memory.importance,
        "created_at": rfc3339(memory.created_at),
        "happened_at": rfc3339(memory.happened_at),
        "ended_at": _time(memory.ended_at),
        "end_reason": memory.end_reason,
        "superseded_by": memory.superseded_by,
        "source_kind": memory.provenance.kind.value,
        "trust": memory.provenance.trust.value,
    }


def fact_of(fact: Fact) -> FactDocument:
    """A fact with its times, as written and as instants."""
    return {
        "id": fact.id,
        "subject": fact.subject,
        "predicate": fact.predicate,
        "object": fact.object,
        "valid_from": fact.valid_from.text if fact.valid_from else None,
        "valid_to": fact.valid_to.text if fact.valid_to else None,
        "from_at": rfc3339(fact.valid_from.start) if fact.valid_from else None,
        "to_at": rfc3339(fact.valid_to.end) if fact.valid_to else None,
        "created_at": rfc3339(fact.created_at),
        "confidence": fact.confidence,
        "source": fact.source,
    }


def _facets(palace: Palace, scope: Scope, known_at: str | None) -> dict[str, list[FacetCount]]:
    if known_at:
        raise Invalid("facets", "are counted of what is known now; leave out either them or known_at")
    every = {facet.value: each for facet, each in palace.facets(scope, FACETS).items()} | palace.looking.provenance(scope)
    return {name: [{"value": value, "count": count} for value, count in each] for name, each in every.items()}


def _life(memory: Memory) -> LifeDocument:
    return {
        "kind": memory.kind,
        "hall": memory.place.hall,
        "valid_from": _time(memory.valid_from),
        "holds_from": rfc3339(memory.holds_from),
        "end_reason": memory.end_reason,
        "superseded_by": memory.superseded_by,
        "accesses": memory.accesses,
        "accessed_at": _time(memory.accessed_at),
    }


def _time(moment: Any) -> str | None:
    return rfc3339(moment) if moment else None
