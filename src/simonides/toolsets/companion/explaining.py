"""Explanations over REST: why a drawer is found or not."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, TypedDict

from simonides.domain.memory import EVERYTHING
from simonides.domain.ranking.explanation import Standing
from simonides.domain.validation import check_question
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.companion.drawers import DrawerRecord, drawer_of, found
from simonides.toolsets.companion.filters import MaxTokens

FOUND_MAX = 100


class Explained(TypedDict):
    """A drawer, its place and score, and what put it there; places are null where it was not ranked or has none."""

    drawer: DrawerRecord
    place: int | None
    score: float | None
    terms: dict[str, float]
    words: list[str]
    word_place: int | None
    similarity: float | None
    vector_place: int | None
    beside: dict[str, str]


class Judged(TypedDict):
    """How far a drawer came: shown, ended, out_of_scope, not_nominated, copy or outranked; and the last that is shown."""

    stage: str
    drawer: Explained
    last_shown: Explained | None
    ranked: int
    nominees: int
    skipped_words: list[str]


def explain(
    palace: Palace,
    q: Annotated[str, Arg("A question or keywords")],
    top_k: Annotated[int, Arg("How many", minimum=1, maximum=FOUND_MAX)] = 5,
    max_tokens: MaxTokens = 6_000,
) -> list[Explained]:
    """What answers a question, best first, and what each term of the ranking gave; the terms add up to the score."""
    hits = palace.explaining.explain(check_question(q, "q"), EVERYTHING, top_k).hits
    return [explained(standing, max_tokens) for standing in cut(palace, q, hits, max_tokens)]


def judge(
    palace: Palace,
    drawer: Annotated[str, Arg("The drawer's id, from any tool set")],
    q: Annotated[str, Arg("A question or keywords")],
    top_k: Annotated[int, Arg("How many are shown", minimum=1, maximum=FOUND_MAX)] = 5,
    max_tokens: MaxTokens = 6_000,
) -> Judged:
    """How far a drawer comes with a question, and what keeps it from being shown."""
    verdict = palace.explaining.why_not(found(palace, drawer).id, check_question(q, "q"), EVERYTHING, top_k)
    judged, *last = cut(palace, q, [verdict.standing, *verdict.found.hits[-1:]], max_tokens)
    return {
        "stage": str(verdict.stage),
        "drawer": explained(judged, max_tokens),
        "last_shown": explained(last[0], max_tokens) if last else None,
        "ranked": verdict.found.ranked,
        "nominees": verdict.nominees,
        "skipped_words": list(verdict.found.skipped),
    }


def cut(palace: Palace, q: str, standings: Sequence[Standing], max_tokens: int) -> list[Standing]:
    """The standings of drawers that are together no longer than asked for, the longer ones as passages."""
    shown = palace.shown(q, [standing.memory for standing in standings], max_tokens)
    return [replace(standing, memory=memory) for standing, memory in zip(standings, shown, strict=True)]


def explained(standing: Standing, max_tokens: int) -> Explained:
    """A drawer with the reasons of its rank."""
    return {
        "drawer": drawer_of(standing.memory, max_tokens),
        "place": standing.place,
        "score": standing.score,
        "terms": dict(standing.points),
        "words": list(standing.words),
        "word_place": standing.word_place,
        "similarity": standing.cosine,
        "vector_place": standing.vector_place,
        "beside": dict(standing.beside),
    }
