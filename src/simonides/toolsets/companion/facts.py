"""What is known? Triples of a subject, and new ones that take the place of the old."""

from typing import Annotated, TypedDict

from simonides.domain.graph import Fact
from simonides.domain.time import rfc3339
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.companion.drawers import ADDED_BY


class Triple(TypedDict):
    """One fact that holds; valid_to is null, since nobody has ended it."""

    subject: str
    predicate: str
    object: str
    valid_from: str
    valid_to: str | None
    confidence: float
    provenance: str | None


def list_facts(palace: Palace, subject: Annotated[str, Arg("Whom or what they are about; case does not matter")]) -> list[Triple]:
    """What holds of a subject now."""
    return [_triple(fact) for fact in palace.knowledge.current(subject)]


def assert_fact(
    palace: Palace,
    subject: Annotated[str, Arg("Whom or what it is about")],
    predicate: Annotated[str, Arg("The relation, as works_on")],
    object: Annotated[str, Arg("Whom or what it relates to")],  # noqa: A002 - the word on the wire
    confidence: Annotated[float, Arg("From 0 to 1", minimum=0, maximum=1)] = 1.0,
    provenance: Annotated[str | None, Arg("Where it is written")] = None,
) -> None:
    """Note that something holds from now on; what was said of the same subject and predicate ends."""
    palace.knowledge.supersede(subject, predicate, object, confidence=confidence, source=provenance, actor=ADDED_BY)


def _triple(fact: Fact) -> Triple:
    # Another vocabulary may leave open since when a fact holds, or name a whole day; here it is always a moment.
    since = fact.valid_from.start if fact.valid_from else fact.created_at
    return {
        "subject": fact.subject,
        "predicate": fact.predicate,
        "object": fact.object,
        "valid_from": rfc3339(since),
        "valid_to": None,
        "confidence": fact.confidence,
        "provenance": fact.source,
    }
