"""Copies of one text in search results: they leave room for other texts."""

import pytest

from simonides.domain.memory import Place
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace

SAID = "The deploy key is rotated every month by the platform team"
OTHERS = [f"The deploy key of the {name} is kept in the safe" for name in ("bakery", "harbour", "library", "museum", "school")]


def found(palace: Palace, limit: int) -> list[str]:
    return [hit.memory.content for hit in palace.recall("deploy key rotated every month", limit=limit)]


@pytest.fixture
def crowded(palace: Palace) -> Palace:
    for text in [SAID + "." * number for number in range(9)] + OTHERS:
        palace.memories.remember(Draft(text, Place()))
    return palace


@pytest.mark.requirement("recall-copies")
def test_the_best_stays_and_its_copies_come_after_the_others(crowded: Palace) -> None:
    hits = found(crowded, 14)

    assert hits[0].startswith(SAID)
    assert set(hits[1:6]) == set(OTHERS)
    assert all(text.startswith(SAID) for text in hits[6:])
    assert len(set(hits)) == 14


@pytest.mark.requirement("recall-copies")
def test_a_short_list_holds_as_many_different_things_as_it_can(crowded: Palace) -> None:
    hits = found(crowded, 4)

    assert sum(text.startswith(SAID) for text in hits) == 1


@pytest.mark.requirement("recall-copies")
def test_texts_that_differ_in_a_number_are_no_copies(palace: Palace) -> None:
    for number in range(5):
        palace.memories.remember(Draft(f"{SAID}, as ticket {number} says", Place()))
    for text in OTHERS:
        palace.memories.remember(Draft(text, Place()))

    assert sum(text.startswith(SAID) for text in found(palace, 5)) == 5


@pytest.mark.requirement("recall-copies")
def test_scores_fall_and_nothing_is_lost(crowded: Palace) -> None:
    hits = crowded.recall("deploy key rotated every month", limit=14)

    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert len(hits) == 14
