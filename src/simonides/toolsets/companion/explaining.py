"""Explanations over REST: why a drawer is found or not."""

from typing import Annotated, TypedDict

from simonides.domain.memory import EVERYTHING
from simonides.domain.ranking.explanation import Standing
from simonides.domain.validation import check_question
from simonides.engine.palace import Palace
from simonides.toolkit.shapes import Arg
from simonides.toolsets.companion.drawers import DrawerRecord, drawer_of, found

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
) -> list[Explained]:
    """What answers a question, best first, and what each term of the ranking gave; the terms add up to the score."""
    return [explained(standing) for standing in palace.explaining.explain(check_question(q, "q"), EVERYTHING, top_k).hits]


def judge(
    palace: Palace,
    drawer: Annotated[str, Arg("The drawer's id, from any tool set")],
    q: Annotated[str, Arg("A question or keywords")],
    top_k: Annotated[int, Arg("How many are shown", minimum=1, maximum=FOUND_MAX)] = 5,
) -> Judged:
    """How far a drawer comes with a question, and what keeps it from being shown."""
    verdict = palace.explaining.why_not(found(palace, drawer).id, check_question(q, "q"), EVERYTHING, top_k)
    hits = verdict.found.hits
    return {
        "stage": str(verdict.stage),
        "drawer": explained(verdict.standing),
        "last_shown": explained(hits[-1]) if hits else None,
        "ranked": verdict.found.ranked,
        "nominees": verdict.nominees,
        "skipped_words": list(verdict.found.skipped),
    }


def explained(standing: Standing) -> Explained:
    """A drawer with the reasons of its rank."""
    return {
        "drawer": drawer_of(standing.memory),
        "place": standing.place,
        "score": standing.score,
        "terms": dict(standing.points),
        "words": list(standing.words),
        "word_place": standing.word_place,
        "similarity": standing.cosine,
        "vector_place": standing.vector_place,
        "beside": dict(standing.beside),
    }
