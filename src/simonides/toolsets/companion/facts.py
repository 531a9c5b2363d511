"""Facts over REST: triples of a subject, and new ones that replace the old."""

from typing import Annotated

from simonides.domain.actor import Actor
from simonides.domain.graph import Direction
from simonides.domain.time import Stamp
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.companion.filters import KnownAt
from simonides.toolsets.trusty.facts import TripleLine, triple


def list_facts(
    palace: Palace,
    subject: Annotated[str, Arg("Whom or what they are about; case does not matter")],
    as_of: Annotated[str | None, Arg("What held then (ISO 8601)")] = None,
    known_at: KnownAt = None,
) -> list[TripleLine]:
    """What holds of a subject now, or held at a time, as it is known now or was known at a time."""
    if as_of is None and known_at is None:
        return [triple(fact) for fact in palace.facts.current(subject)]
    moment = Stamp.if_said(as_of, "as_of")
    then = palace.past.knowing.if_said(known_at)
    about, is_current = (then.facts_about, then.is_current) if then else (palace.facts.about, palace.facts.is_current)
    facts = about(subject, Direction.OUTGOING, moment)
    return [triple(fact) for fact in facts if moment is not None or is_current(fact)]


def assert_fact(
    palace: Palace,
    subject: Annotated[str, Arg("Whom or what it is about")],
    predicate: Annotated[str, Arg("The relation, as works_on")],
    object: Annotated[str, Arg("Whom or what it relates to")],  # noqa: A002 - the word on the wire
    confidence: Annotated[float, Arg("From 0 to 1", minimum=0, maximum=1)] = 1.0,
    provenance: Annotated[str | None, Arg("Where it is written")] = None,
) -> None:
    """Note that something holds from now on; what was said of the same subject and predicate ends."""
    palace.facts.supersede(subject, predicate, object, confidence=confidence, source=provenance, actor=Actor.SERVICE)
