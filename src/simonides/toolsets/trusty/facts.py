"""Fact tools of the trusty set."""

from typing import Annotated, TypedDict

from simonides.domain.graph import Fact
from simonides.domain.time import rfc3339
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg


class Asserted(TypedDict):
    """A fact that was noted."""

    status: str


class TripleLine(TypedDict):
    """One fact that holds; valid_to is null where nobody has named its end."""

    subject: str
    predicate: str
    object: str
    valid_from: str
    valid_to: str | None
    confidence: float
    provenance: str | None


class Triples(TypedDict):
    """What holds of a subject."""

    subject: str
    triples: list[TripleLine]


def kg_assert(
    palace: Palace,
    subject: str,
    predicate: str,
    object: str,  # noqa: A002 - the contract's word
    confidence: Annotated[float, Arg(minimum=0, maximum=1, in_schema=False)] = 1.0,
    provenance: str | None = None,
) -> Asserted:
    """Assert a fact in the temporal knowledge graph."""
    source = provenance if provenance and provenance.strip() else None
    palace.facts.supersede(subject, predicate, object, confidence=confidence, source=source)
    return {"status": "asserted"}


def kg_query(palace: Palace, subject: str) -> Triples:
    """Query active knowledge-graph triples for a subject."""
    # The contract's triples have no end: a fact whose end lies ahead is told by the other vocabularies alone.
    return {"subject": subject, "triples": [triple(fact) for fact in palace.facts.open(subject)]}


def triple(fact: Fact) -> TripleLine:
    """A fact as it travels."""
    # Another vocabulary may leave open since when a fact holds, or name a whole day; here it is always a moment.
    since = fact.valid_from.start if fact.valid_from else fact.created_at
    return {
        "subject": fact.subject,
        "predicate": fact.predicate,
        "object": fact.object,
        "valid_from": rfc3339(since),
        "valid_to": rfc3339(fact.valid_to.end) if fact.valid_to else None,
        "confidence": fact.confidence,
        "provenance": fact.source,
    }
