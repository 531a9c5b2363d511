"""Facts: a new value in the place of the old one."""

from typing import Annotated, NotRequired, TypedDict

from simonides.domain.actor import Actor
from simonides.domain.validation import given
from simonides.engine.filing.secrets import kinds_in
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg


class Superseded(TypedDict):
    """The fact that holds now, and the objects of those that ended."""

    success: bool
    fact: str
    ended: list[str]
    secrets: NotRequired[list[str]]
    """The kinds of what looks like a secret in it; it is kept as it is."""


def kg_supersede(
    palace: Palace,
    subject: Annotated[str, Arg("Whom or what it is about")],
    predicate: Annotated[str, Arg("The relation, as works_on")],
    object: Annotated[str, Arg("The value that holds from now on")],  # noqa: A002 - the word on the wire
    source_closet: Annotated[str | None, Arg("Where it is written")] = None,
) -> Superseded:
    """State that something holds from now on: what was said of the same subject and predicate ends today."""
    before = palace.facts.ended_by(subject, predicate, object)
    fact = palace.facts.supersede(subject, predicate, object, confidence=1.0, source=given(source_closet), actor=Actor.AGENT)
    told = f"{fact.subject} {fact.predicate} {fact.object}"
    reply: Superseded = {"success": True, "fact": told, "ended": [old.object for old in before]}
    if kinds := kinds_in(fact):
        reply["secrets"] = kinds
    return reply
