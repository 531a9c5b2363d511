"""Answers over REST: search by meaning and by word, and how well the best hit answers."""

from typing import Annotated, TypedDict

from simonides.domain.memory import Hit, Memory, Scope, by_provenance, in_time
from simonides.domain.question.usual_limit import UsualLimit
from simonides.domain.validation import check_place_name
from simonides.engine.claims.told import BeforeLine, lineage_line
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.companion.drawers import BySource, ByTrust, DrawerRecord, drawer_of

FOUND_MAX = 100
USUAL = UsualLimit(10)


class FoundDocument(TypedDict):
    """A drawer that answers, with its score, its similarity (null while it has no vector), and what it takes the place of."""

    drawer: DrawerRecord
    score: float
    similarity: float | None
    before: BeforeLine | None
    replaced_by: str | None


class AnswerDocument(TypedDict):
    """What a search found, how well the best of it answers, and what could not be compared by meaning."""

    strength: str
    likelihood: float
    waiting: int
    by_words_alone: bool
    more: int
    found: list[FoundDocument]


def answer(
    palace: Palace,
    q: Annotated[str, Arg("What you want to know, as a plain question or as keywords")],
    top_k: Annotated[int, Arg("How many", minimum=1, maximum=FOUND_MAX)] = USUAL,
    wing: Annotated[str | None, Arg("Only in this wing")] = None,
    room: Annotated[str | None, Arg("Only in this room")] = None,
    since: Annotated[str | None, Arg("Only what happened since this day, month, year or instant (ISO 8601)")] = None,
    until: Annotated[str | None, Arg("Only what happened until then, the whole day included")] = None,
    as_of: Annotated[str | None, Arg("What held then, even if it has ended since")] = None,
    source_kind: BySource = None,
    trust: ByTrust = None,
) -> AnswerDocument:
    """The drawers that answer a question, best first, and whether the best is a weak, fair or strong answer."""
    place = Scope(wing=wing and check_place_name(wing, "wing"), room=room and check_place_name(room, "room"))
    scope = in_time(by_provenance(place, source_kind, trust), since, until, as_of)
    found = palace.answer(q, scope, top_k)
    shown = palace.shown(q, [hit.memory for hit in found.hits])
    return {
        "strength": found.strength.value,
        "likelihood": round(found.likelihood, 2),
        "waiting": found.gap.waiting,
        "by_words_alone": found.gap.by_words_alone,
        "more": found.more,
        "found": [_found(hit, memory) for hit, memory in zip(palace.claims.chains.told(found.hits), shown, strict=True)],
    }


def _found(hit: Hit, memory: Memory) -> FoundDocument:
    return {"drawer": drawer_of(memory), "score": hit.score, "similarity": hit.similarity, **lineage_line(hit)}
