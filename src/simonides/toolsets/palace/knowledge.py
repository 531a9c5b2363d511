"""Knowledge graph tools of the palace set: facts and the time in which they hold."""

from typing import Annotated, Literal, NotRequired, TypedDict

from simonides.domain.graph import Direction, Fact
from simonides.domain.time import Stamp
from simonides.domain.validation import fold_name, given
from simonides.engine.filing.secrets import kinds_in
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg

Subject = Annotated[str, Arg("Whom or what the fact is about")]
Predicate = Annotated[str, Arg("The relation, as works_on or prefers")]
Object = Annotated[str, Arg("Whom or what it relates to")]


class FactLine(TypedDict):
    """One fact as seen from an entity."""

    direction: str
    subject: str
    predicate: str
    object: str
    valid_from: str | None
    valid_to: str | None
    confidence: float
    source_closet: str | None
    current: bool


class KgReply(TypedDict):
    """What is known of an entity."""

    entity: str
    as_of: str | None
    facts: list[FactLine]
    count: int
    hint: NotRequired[str]


class KgAdded(TypedDict):
    """A fact that was noted."""

    success: bool
    triple_id: str
    fact: str
    hint: NotRequired[str]
    secrets: NotRequired[list[str]]
    """The kinds of what looks like a secret in it; it is kept as it is."""


class KgEnded(TypedDict):
    """A fact that was closed."""

    success: bool
    fact: str
    ended: str
    closed: int
    hint: NotRequired[str]


class TimelineLine(TypedDict):
    """One fact on a timeline."""

    subject: str
    predicate: str
    object: str
    valid_from: str | None
    valid_to: str | None
    current: bool


class Timeline(TypedDict):
    """Facts in the order in which they began."""

    entity: str
    timeline: list[TimelineLine]
    count: int


class KgStats(TypedDict):
    """How much is known."""

    entities: int
    triples: int
    current_facts: int
    expired_facts: int
    relationship_types: list[str]


def kg_query(
    palace: Palace,
    entity: Annotated[str, Arg("The name of a person, project or thing; case does not matter")],
    as_of: Annotated[str | None, Arg("Only what held at this date or time (ISO 8601, as 2026-01-15)")] = None,
    direction: Annotated[
        Literal["outgoing", "incoming", "both"], Arg("outgoing: what it does; incoming: what is said to do something to it")
    ] = "both",
) -> KgReply:
    """Everything known of an entity, past and present; facts that have ended say so with current: false."""
    entity, as_of = entity.strip(), given(as_of)
    moment = Stamp.if_said(as_of, "as_of")
    facts = palace.facts.about(entity, asked := Direction(direction), moment)
    name = palace.facts.known_as(entity)
    seen_from = [asked if asked is not Direction.BOTH else _seen_from(name, fact) for fact in facts]
    lines = [_line(fact, seen, is_current=palace.facts.is_current(fact)) for fact, seen in zip(facts, seen_from, strict=True)]
    reply: KgReply = {"entity": entity, "as_of": as_of, "facts": lines, "count": len(lines)}
    if not facts and (hint := palace.facts.near(entity)):
        reply["hint"] = hint
    return reply


def kg_add(
    palace: Palace,
    subject: Subject,
    predicate: Predicate,
    object: Object,  # noqa: A002 - the contract's word
    valid_from: Annotated[str | None, Arg("Since when it holds (ISO 8601, as 2026-01-15)")] = None,
    source_closet: Annotated[str | None, Arg("The drawer that says so, by its id")] = None,
) -> KgAdded:
    """Note a fact: subject, predicate, object, and since when. Older facts stay; end them with mempalace_kg_invalidate."""
    valid_from = given(valid_from)
    since = Stamp.if_said(valid_from, "valid_from")
    source = given(source_closet)
    known = palace.facts.known(subject, predicate, object, since)
    fact = palace.facts.add(subject, predicate, object, valid_from=since, source=source)
    reply: KgAdded = {"success": True, "triple_id": fact.id, "fact": _sentence(fact.subject, fact.predicate, fact.object)}
    hints = [_left_out(known, since, source)] if known else []
    for other in palace.facts.others(fact):
        held = _sentence(other.subject, other.predicate, other.object)
        hints.append(f"{held} is still current. If it no longer holds, end it with mempalace_kg_invalidate.")
    if hint := " ".join(filter(None, hints)):
        reply["hint"] = hint
    if kinds := kinds_in(fact):
        reply["secrets"] = kinds
    return reply


def kg_invalidate(
    palace: Palace,
    subject: Subject,
    predicate: Predicate,
    object: Object,  # noqa: A002 - the contract's word
    ended: Annotated[str | None, Arg("The last day it held (ISO 8601; default today)")] = None,
) -> KgEnded:
    """Mark a fact as no longer true. It stays in the history, with the day it ended."""
    ended = given(ended)
    closed = palace.facts.end(subject, predicate, object, Stamp.if_said(ended, "ended"))
    sentence = _sentence(subject, predicate, object)
    if not closed:
        hint = "No current fact says that. mempalace_kg_query shows what is known."
        return {"success": False, "fact": sentence, "ended": ended or "today", "closed": 0, "hint": hint}
    stamp = closed[0].valid_to
    return {"success": True, "fact": sentence, "ended": stamp.text if stamp else "today", "closed": len(closed)}


def kg_timeline(palace: Palace, entity: Annotated[str | None, Arg("Only facts that touch this entity")] = None) -> Timeline:
    """The story of an entity, or of everything: facts in the order in which they began."""
    entity = given(entity)
    facts = palace.facts.timeline(entity)
    lines: list[TimelineLine] = [
        {
            "subject": fact.subject,
            "predicate": fact.predicate,
            "object": fact.object,
            "valid_from": _text(fact.valid_from),
            "valid_to": _text(fact.valid_to),
            "current": palace.facts.is_current(fact),
        }
        for fact in facts
    ]
    return {"entity": entity or "all", "timeline": lines, "count": len(lines)}


def kg_stats(palace: Palace) -> KgStats:
    """How much the knowledge graph holds: entities, facts, current and ended ones, and the relations in use."""
    stats = palace.facts.stats()
    return {
        "entities": stats.entities,
        "triples": stats.facts,
        "current_facts": stats.current_facts,
        "expired_facts": stats.facts - stats.current_facts,
        "relationship_types": list(stats.predicates),
    }


def _left_out(known: Fact, since: Stamp | None, source: str | None) -> str:
    """What a repeated fact said of itself that is not kept, since the fact stays as it was."""
    left = ["valid_from"] if since not in (None, known.valid_from) else []
    left += ["source_closet"] if source not in (None, known.source) else []
    return (
        f"This is known already and stays as it was: {' and '.join(left)} not kept. mempalace_kg_query shows it." if left else ""
    )


def _seen_from(name: str, fact: Fact) -> Direction:
    return Direction.OUTGOING if fold_name(fact.subject) == fold_name(name) else Direction.INCOMING


def _line(fact: Fact, direction: Direction, *, is_current: bool) -> FactLine:
    return {
        "direction": direction.value,
        "subject": fact.subject,
        "predicate": fact.predicate,
        "object": fact.object,
        "valid_from": _text(fact.valid_from),
        "valid_to": _text(fact.valid_to),
        "confidence": fact.confidence,
        "source_closet": fact.source,
        "current": is_current,
    }


def _sentence(subject: str, predicate: str, obj: str) -> str:
    return f"{subject.strip()} → {predicate.strip()} → {obj.strip()}"


def _text(stamp: Stamp | None) -> str | None:
    return stamp.text if stamp else None
