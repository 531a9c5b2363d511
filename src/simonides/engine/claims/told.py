"""Pairs and chains as values, as commands, REST and Python programs show them."""

from typing import TypedDict

from simonides.domain.graph import UNKNOWN, Entity, Fact
from simonides.domain.memory import Hit, Memory
from simonides.domain.text.token_estimate import shorten
from simonides.domain.time import rfc3339
from simonides.engine.claims.chains import Chain, Link
from simonides.engine.claims.review import Reviewed

TEXT = 600
"""How many characters of a statement are shown."""
PASSAGE = 160
"""How many characters of what a hit takes the place of."""


class StatementLine(TypedDict):
    """What one side of a pair says; a fact stands in no wing, and an entity is known by its name."""

    id: str
    text: str
    wing: str
    room: str
    date: str
    ended_at: str | None


class PairLine(TypedDict):
    """A pair: its number, why, in which state and by whom, and what both say; null for what was deleted."""

    number: int
    id: str
    kind: str
    cause: str
    state: str
    likeness: float
    said_by: str
    created_at: str
    decided_by: str
    decided_at: str | None
    older: StatementLine | None
    newer: StatementLine | None


class LinkLine(StatementLine):
    """One memory of a chain, and the pair that puts it there."""

    number: int
    cause: str


class ChainLine(TypedDict):
    """What a memory takes the place of, the latest first, and what takes its place, the next first."""

    id: str
    older: list[LinkLine]
    newer: list[LinkLine]


class BeforeLine(TypedDict):
    """A passage of what a hit takes the place of, with its id and date, and how many more it takes the place of."""

    id: str
    date: str
    text: str
    earlier: int


class LineageLine(TypedDict):
    """What a hit takes the place of, and the id of the memory that holds now in its place; null where there is none."""

    before: BeforeLine | None
    replaced_by: str | None


def pair_line(reviewed: Reviewed) -> PairLine:
    """A pair as a value."""
    pair = reviewed.pair
    return {
        "number": pair.key,
        "id": pair.id,
        "kind": pair.kind,
        "cause": pair.cause,
        "state": pair.state,
        "likeness": round(pair.likeness, 2),
        "said_by": pair.said_by,
        "created_at": rfc3339(pair.created_at),
        "decided_by": pair.decided_by,
        "decided_at": rfc3339(pair.decided_at) if pair.decided_at else None,
        "older": statement_line(reviewed.older),
        "newer": statement_line(reviewed.newer),
    }


def chain_line(memory_id: str, chain: Chain) -> ChainLine:
    """A chain as a value."""
    return {"id": memory_id, "older": [_link(each) for each in chain.older], "newer": [_link(each) for each in chain.newer]}


def lineage_line(hit: Hit) -> LineageLine:
    """What a hit says of others, as a value."""
    return {"before": _before(hit), "replaced_by": hit.after.id if hit.after else hit.memory.superseded_by}


def _before(hit: Hit) -> BeforeLine | None:
    memory = hit.before
    if memory is None:
        return None
    text = shorten(" ".join(memory.content.split()), PASSAGE)
    return {"id": memory.id, "date": _date(memory), "text": text, "earlier": hit.earlier}


def _link(link: Link) -> LinkLine:
    return {**_of_memory(link.memory), "number": link.pair.key, "cause": link.pair.cause}


def statement_line(statement: Memory | Fact | Entity | None) -> StatementLine | None:
    """What somebody or something says, as a value; None for what was deleted."""
    match statement:
        case Memory():
            return _of_memory(statement)
        case Fact():
            date = statement.valid_from.text if statement.valid_from else f"{statement.created_at:%Y-%m-%d}"
            ended = statement.valid_to.text if statement.valid_to else None
            return {"id": statement.id, "text": str(statement.triple), "wing": "", "room": "", "date": date, "ended_at": ended}
        case Entity():
            date = f"{statement.updated_at:%Y-%m-%d}"
            return {"id": statement.name, "text": _described(statement), "wing": "", "room": "", "date": date, "ended_at": None}
        case None:
            return None


def _described(entity: Entity) -> str:
    kind = "" if entity.type == UNKNOWN else f" ({entity.type})"
    return f"{entity.name}{kind}" + (f": {shorten(entity.summary, PASSAGE)}" if entity.summary else "")


def _of_memory(memory: Memory) -> StatementLine:
    return {
        "id": memory.id,
        "text": shorten(memory.content, TEXT),
        "wing": memory.place.wing,
        "room": memory.place.room,
        "date": _date(memory),
        "ended_at": rfc3339(memory.ended_at) if memory.ended_at else None,
    }


def _date(memory: Memory) -> str:
    return f"{memory.happened_at:%Y-%m-%d}"
