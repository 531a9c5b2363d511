"""The tool `memory_facts`: statements of subject, predicate and object, and the time in which they hold."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

from simonides.domain.actor import Actor
from simonides.domain.errors import Invalid
from simonides.domain.graph import Direction, Fact
from simonides.domain.time import Stamp
from simonides.domain.validation import fold_name, given
from simonides.engine.palace import Palace
from simonides.toolkit.content import LeanReply
from simonides.toolkit.shapes import Arg
from simonides.toolsets.core.lines import even, fact_line
from simonides.toolsets.core.where import needed

if TYPE_CHECKING:
    from simonides.engine.past.knowledge import Then

SHOWN_MAX = 50
LOOKED_AT = 1_000

Subject = str | None
Predicate = str | None
Object = str | None
KnownAt = str | None
When = Annotated[str | None, Arg("As of, since, or last day")]


class LeanFact(TypedDict):
    """One fact as data."""

    subject: str
    predicate: str
    object: str
    since: str | None
    until: str | None


class FactsReply(TypedDict):
    """Facts, and what has to be said of them."""

    facts: list[LeanFact]
    note: NotRequired[str]


def memory_facts(
    palace: Palace,
    do: Literal["query", "assert", "replace", "end", "timeline"] = "query",
    subject: Subject = None,
    predicate: Predicate = None,
    object: Object = None,  # noqa: A002 - the word on the wire
    when: When = None,
    known_at: KnownAt = None,
) -> LeanReply[FactsReply]:
    """Knowledge graph of triples: subject, predicate, object.

    Assert or register a fact or relation, since when it is true; close it when it is no longer valid; query which relations an
    entity has, had on a date, what links two; timeline of an entity. Not for prose (remember). Example: subject="Max",
    predicate="works_on"
    """
    if do in ("query", "timeline"):
        return look_up_facts(palace, do, subject, predicate, object, when, known_at)
    if given(known_at):
        raise Invalid("known_at", "belongs to query and timeline; what is stated now is known from now on")
    triple = (
        needed(subject, "subject", f"{do} a fact"),
        needed(predicate, "predicate", f"{do} a fact"),
        needed(object, "object", f"{do} a fact"),
    )
    moment = Stamp.if_said(given(when), "when")
    if do == "end":
        closed = palace.facts.end(*triple, moment)
        return _told(closed, "Ended." if closed else f"No current fact says {' '.join(map(even, triple))}.")
    if do == "replace":
        if moment is not None:
            raise Invalid("when", "belongs to query, assert and end; a fact replaces another from now on")
        before = palace.facts.ended_by(*triple)
        ended = f"Noted; ended: {', '.join(even(fact.object) for fact in before)}." if before else "Noted."
        return _told([palace.facts.supersede(*triple, actor=Actor.AGENT)], ended)
    if known := palace.facts.known(*triple, moment):
        is_other = moment is not None and moment != known.valid_from
        return _told(
            [known], "There already, and unchanged: for another beginning, end it first." if is_other else "There already."
        )
    fact = palace.facts.add(*triple, valid_from=moment, actor=Actor.AGENT)
    others = palace.facts.others(fact)
    return _told([fact, *others], "Noted. The other still holds, too: end it, or use replace." if others else "Noted.")


def look_up_facts(
    palace: Palace,
    do: Literal["query", "timeline"] = "query",
    subject: Subject = None,
    predicate: Predicate = None,
    object: Object = None,  # noqa: A002 - the word on the wire
    when: Annotated[str | None, Arg("As of")] = None,
    known_at: KnownAt = None,
) -> LeanReply[FactsReply]:
    """Look up what is stated of a person, project or thing as subject, predicate, object, and when it held."""
    subject, predicate, obj = given(subject), given(predicate), given(object)
    moment = Stamp.if_said(given(when), "when")
    then = palace.past.knowing.if_said(given(known_at))
    if do == "timeline":
        return _told(_with_predicate((then or palace.facts).timeline(subject or obj, as_of=moment), predicate))
    facts = _with_predicate(_found(palace, then, subject, predicate, obj, moment), predicate)
    if not facts and subject and obj and then is None:
        path = palace.paths.path(palace.facts.known_as(subject), palace.facts.known_as(obj))
        return _told(path.facts, "No fact joins the two directly; this way leads from one to the other:" if path.facts else "")
    hint = palace.facts.near(subject or obj or "") if not facts and (subject or obj) and then is None else ""
    return _told(facts, hint)


def _found(
    palace: Palace, then: "Then | None", subject: str | None, predicate: str | None, obj: str | None, moment: Stamp | None
) -> list[Fact]:
    about = then.facts_about if then else palace.facts.about
    if subject and obj:
        known_as = then.known_as if then else palace.facts.known_as
        ends = {fold_name(known_as(subject)), fold_name(known_as(obj))}
        touching = about(subject, Direction.BOTH, moment)
        return [each for each in touching if {fold_name(each.subject), fold_name(each.object)} == ends]
    if subject or obj:
        # Of one name alone both directions are told; with a predicate the name's own side counts.
        direction = Direction.BOTH if predicate is None else Direction.OUTGOING if subject else Direction.INCOMING
        return about(subject or obj or "", direction, moment)
    return (then or palace.facts).timeline(None, LOOKED_AT, moment)


def _with_predicate(facts: Sequence[Fact], predicate: str | None) -> list[Fact]:
    return [fact for fact in facts if predicate is None or fold_name(fact.predicate) == fold_name(predicate)]


def _told(facts: Sequence[Fact], note: str = "") -> LeanReply[FactsReply]:
    shown = facts[:SHOWN_MAX]
    more = f"{len(facts) - SHOWN_MAX:,} more: name a predicate or a time." if len(facts) > SHOWN_MAX else ""
    note = " ".join(filter(None, (note or ("" if facts else "No fact says that."), more)))
    data: FactsReply = {"facts": [_line(fact) for fact in shown]}
    if note:
        data["note"] = note
    return LeanReply("\n".join(filter(None, (note, *(fact_line(fact).removeprefix("fact: ") for fact in shown)))), data)


def _line(fact: Fact) -> LeanFact:
    since, until = fact.valid_from, fact.valid_to
    return {
        "subject": fact.subject,
        "predicate": fact.predicate,
        "object": fact.object,
        "since": since.text if since else None,
        "until": until.text if until else None,
    }
