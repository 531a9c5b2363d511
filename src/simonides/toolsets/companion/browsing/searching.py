"""A search with its reasons: hits in any scope, by meaning and words or by one of them, and how well the best answers."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal, TypedDict

from simonides.domain.errors import Invalid
from simonides.domain.memory import Hit, Scope, by_provenance, in_time
from simonides.domain.ranking.explanation import Explanation, Standing
from simonides.domain.ranking.recipe import HYBRID, LEXICAL, SEMANTIC
from simonides.domain.validation import check_name, check_place_name, check_question
from simonides.engine.claims.told import BeforeLine, lineage_line
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.companion.explaining import FOUND_MAX, Explained, cut, explained
from simonides.toolsets.companion.filters import (
    AsOf,
    ByAuthor,
    BySource,
    ByTrust,
    InRoom,
    InWing,
    KnownAt,
    MaxTokens,
    Since,
    Until,
    WithTag,
)

if TYPE_CHECKING:
    from simonides.engine.claims.chains import Chains
    from simonides.engine.past.knowledge import Then

_RECIPES = {"all": HYBRID, "words": LEXICAL, "meaning": SEMANTIC}


class SearchHit(Explained):
    """A hit with the reasons of its rank, what it takes the place of, and what holds now in its place."""

    before: BeforeLine | None
    replaced_by: str | None


class SearchDocument(TypedDict):
    """Hits with the reasons of their rank, and misspelt words as read; `strength` is null by words or meaning alone."""

    strength: str | None
    likelihood: float | None
    waiting: int
    by_words_alone: bool
    ranked: int
    matched: int
    skipped_words: list[str]
    read_as: dict[str, str]
    hits: list[SearchHit]


def search_memories(
    palace: Palace,
    q: Annotated[str, Arg("A question or keywords")],
    by: Annotated[Literal["all", "words", "meaning"], Arg("What counts")] = "all",
    top_k: Annotated[int, Arg("How many", minimum=1, maximum=FOUND_MAX)] = 10,
    wing: InWing = None,
    room: InRoom = None,
    tag: WithTag = None,
    author: ByAuthor = None,
    since: Since = None,
    until: Until = None,
    as_of: AsOf = None,
    known_at: KnownAt = None,
    source_kind: BySource = None,
    trust: ByTrust = None,
    max_tokens: MaxTokens = 6_000,
) -> SearchDocument:
    """Search in any scope, with what each term of the ranking gave to every hit; without that for what was known at a time."""
    scope = Scope(
        wing=wing and check_place_name(wing, "wing"),
        room=room and check_place_name(room, "room"),
        tag=tag and check_name(tag, "tag"),
        author=author,
    )
    gap = palace.vectors.gap(check_question(q, "q"))
    scope = in_time(by_provenance(scope, source_kind, trust), since, until, as_of)
    then = _then(palace, known_at, by)
    found = palace.explaining.explain(q, scope, top_k, _RECIPES[by]) if then is None else _known(then.search(q, scope, top_k))
    judged = palace.answer(q, scope, 1) if by == "all" and then is None else None
    hits = cut(palace, q, found.hits, max_tokens)
    return {
        "strength": judged.strength.value if judged and hits else None,
        "likelihood": round(judged.likelihood, 2) if judged and hits else None,
        "waiting": gap.waiting,
        "by_words_alone": gap.by_words_alone,
        "ranked": found.ranked,
        "matched": found.matched,
        "skipped_words": list(found.skipped),
        "read_as": {each.typed: each.meant for each in found.misspelt},
        "hits": _told(then.chains if then else palace.claims.chains, hits, max_tokens),
    }


def _then(palace: Palace, known_at: str | None, by: str) -> "Then | None":
    if known_at and by != "all":
        raise Invalid("by", "chooses how to search what is known now; leave out either it or known_at")
    return palace.past.knowing.if_said(known_at)


def _known(hits: Sequence[Hit]) -> Explanation:
    """Hits of what was known then: they have places and no terms."""
    standings = (
        Standing(hit.memory, place, hit.score, hit.reasons, (), None, hit.similarity, None, {})
        for place, hit in enumerate(hits, 1)
    )
    return Explanation(tuple(standings), len(hits), len(hits), ())


def _told(chains: "Chains", standings: Sequence[Standing], max_tokens: int) -> list[SearchHit]:
    hits = chains.told([Hit(standing.memory, standing.score or 0.0) for standing in standings])
    return [{**explained(standing, max_tokens), **lineage_line(hit)} for standing, hit in zip(standings, hits, strict=True)]
