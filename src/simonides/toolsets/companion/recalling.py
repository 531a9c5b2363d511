"""Recall over REST: drawers by layers, and answers with how well the best hit answers."""

from typing import Annotated, TypedDict

from simonides.domain.memory import EVERYTHING, Hit, Scope, by_provenance, in_time
from simonides.domain.question.usual_limit import UsualLimit
from simonides.domain.validation import check_place_name, check_question
from simonides.engine.claims.told import BeforeLine, lineage_line
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.companion.drawers import DrawerRecord, drawer_of
from simonides.toolsets.companion.filters import AsOf, BySource, ByTrust, InRoom, InWing, KnownAt, MaxTokens, Since, Until

FOUND_MAX = 100
USUAL = UsualLimit(10)
Question = Annotated[str, Arg("What you want to know, as a plain question or as keywords")]


class RecallDocument(TypedDict):
    """A drawer that answers, how well, and the layer it was found in."""

    drawer: DrawerRecord
    score: float
    layer: int


def recall(
    palace: Palace,
    q: Question,
    top_k: Annotated[int, Arg("How many of layer 2, or of layer 3", minimum=1, maximum=FOUND_MAX)] = USUAL,
    since: Since = None,
    until: Until = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    source_kind: BySource = None,
    trust: ByTrust = None,
    max_tokens: MaxTokens = 2_000,
    deep: Annotated[bool, Arg("Only layer 3, the full index")] = False,  # noqa: FBT002 - every argument travels by name
) -> list[RecallDocument]:
    """What comes to mind: identity (layer 0), the most important drawers (1), those that answer (2); deep: the full index (3)."""
    scope = in_time(by_provenance(EVERYTHING, source_kind, trust), since, until, as_of)
    recalled = palace.layers.recall_deep if deep else palace.layers.recall
    found = recalled(check_question(q, "q"), top_k, scope, palace.past.knowing.if_said(known_at))
    cut = palace.shown(q, [each.memory for each in found], max_tokens)
    shown = zip(found, cut, strict=True)
    return [{"drawer": drawer_of(memory, max_tokens), "score": each.score, "layer": each.layer} for each, memory in shown]


class FoundDocument(TypedDict):
    """A drawer that answers, with its score, its similarity (null while it has no vector), and what it takes the place of."""

    drawer: DrawerRecord
    score: float
    similarity: float | None
    before: BeforeLine | None
    replaced_by: str | None


class AnswerDocument(TypedDict):
    """What a search found, how well the best of it answers, what could not be compared by meaning, and misspelt words as read."""

    strength: str
    likelihood: float
    waiting: int
    by_words_alone: bool
    more: int
    read_as: dict[str, str]
    found: list[FoundDocument]


def answer(
    palace: Palace,
    q: Question,
    top_k: Annotated[int, Arg("How many", minimum=1, maximum=FOUND_MAX)] = USUAL,
    wing: InWing = None,
    room: InRoom = None,
    since: Since = None,
    until: Until = None,
    as_of: AsOf = None,
    source_kind: BySource = None,
    trust: ByTrust = None,
    max_tokens: MaxTokens = 2_000,
) -> AnswerDocument:
    """The drawers that answer a question, best first, and whether the best is a weak, fair or strong answer."""
    place = Scope(wing=wing and check_place_name(wing, "wing"), room=room and check_place_name(room, "room"))
    scope = in_time(by_provenance(place, source_kind, trust), since, until, as_of)
    found = palace.answer(check_question(q, "q"), scope, top_k)
    shown = palace.shown(q, [hit.memory for hit in found.hits], max_tokens)
    drawers = [drawer_of(memory, max_tokens) for memory in shown]
    return {
        "strength": found.strength.value,
        "likelihood": round(found.likelihood, 2),
        "waiting": found.gap.waiting,
        "by_words_alone": found.gap.by_words_alone,
        "more": found.more,
        "read_as": {each.typed: each.meant for each in found.misspelt},
        "found": [_found(hit, drawer) for hit, drawer in zip(palace.claims.chains.told(found.hits), drawers, strict=True)],
    }


def _found(hit: Hit, drawer: DrawerRecord) -> FoundDocument:
    return {"drawer": drawer, "score": hit.score, "similarity": hit.similarity, **lineage_line(hit)}
