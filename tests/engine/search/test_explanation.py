"""Explanations of a search: why it gave the results it gave."""

from dataclasses import replace
from datetime import timedelta

import pytest

from simonides.domain.errors import NotFound
from simonides.domain.memory import EVERYTHING, Memory, Origin, Place, Scope
from simonides.domain.ranking.explanation import Stage
from simonides.domain.ranking.recipe import HYBRID, LEXICAL, Recipe
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace
from support.clock import FixedClock

QUESTION = "when is the deploy key rotated?"


def remember(palace: Palace, text: str, wing: str = "wing_app") -> Memory:
    return palace.memories.remember(Draft(text, Place(wing, "notes")))


@pytest.fixture
def filled(palace: Palace) -> Palace:
    remember(palace, "the deploy key is rotated every month")
    remember(palace, "Always answer in short sentences.")
    for number in range(20):
        remember(palace, f"a note on the weather of day {number}")
    return palace


@pytest.mark.parametrize("recipe", [HYBRID, LEXICAL])
@pytest.mark.requirement("explain-terms")
def test_the_terms_of_a_hit_add_up_to_its_score(filled: Palace, recipe: Recipe) -> None:
    found = filled.explaining.explain(QUESTION, EVERYTHING, 5, recipe)

    hits = filled.recall(QUESTION, EVERYTHING, 5, recipe)
    assert [standing.memory.id for standing in found.hits] == [hit.memory.id for hit in hits]
    for place, (standing, hit) in enumerate(zip(found.hits, hits, strict=True), 1):
        assert standing.place == place
        assert standing.score == hit.score == pytest.approx(sum(standing.points.values()))


@pytest.mark.requirement("explain-terms")
def test_a_hit_names_its_words_and_its_place_in_each_channel(filled: Palace) -> None:
    [best, *_] = filled.explaining.explain(QUESTION, EVERYTHING, 5, HYBRID).hits

    assert best.words == ("deploy", "key", "rotat")
    assert (best.word_place, best.vector_place) == (1, 1)
    assert best.cosine == pytest.approx(filled.recall(QUESTION)[0].similarity, abs=0.01)


@pytest.mark.requirement("explain-terms")
def test_what_renews_another_names_it(filled: Palace) -> None:
    old = remember(filled, "The platform team has six people.")
    remember(filled, "The platform team is now nine people.")

    [best, *_] = filled.explaining.explain("How many people are on the platform team?", EVERYTHING, 5, HYBRID).hits

    assert best.points["newer"] > 0
    assert best.beside == {"newer": old.id}


@pytest.mark.requirement("explain-why-not")
def test_a_memory_that_is_shown_says_where(filled: Palace) -> None:
    [hit, *_] = filled.recall(QUESTION)

    verdict = filled.explaining.why_not(hit.memory.id, QUESTION, EVERYTHING, 5, HYBRID)

    assert (verdict.stage, verdict.standing.place) == (Stage.SHOWN, 1)


@pytest.mark.requirement("explain-why-not")
def test_an_unknown_memory_is_not_in_the_palace(filled: Palace) -> None:
    with pytest.raises(NotFound):
        filled.explaining.why_not("nowhere", QUESTION, EVERYTHING, 5, HYBRID)


@pytest.mark.requirement("explain-why-not")
def test_a_memory_that_has_ended_says_so(filled: Palace) -> None:
    [hit, *_] = filled.recall(QUESTION)
    filled.memories.end(hit.memory.id, "mistaken")

    verdict = filled.explaining.why_not(hit.memory.id, QUESTION, EVERYTHING, 5, HYBRID)

    assert (verdict.stage, verdict.standing.place) == (Stage.ENDED, None)


@pytest.mark.requirement("explain-why-not")
def test_a_memory_outside_the_scope_names_the_field(filled: Palace) -> None:
    [hit, *_] = filled.recall(QUESTION)

    verdict = filled.explaining.why_not(hit.memory.id, QUESTION, Scope(wing="wing_user"), 5, HYBRID)

    assert (verdict.stage, verdict.field) == (Stage.OUT_OF_SCOPE, "wing")


@pytest.mark.requirement("explain-why-not")
def test_a_memory_that_no_channel_nominates_says_how_it_did_in_each(filled: Palace) -> None:
    lost = remember(filled, "lunch was good")

    verdict = filled.explaining.why_not(lost.id, QUESTION, EVERYTHING, 2, replace(HYBRID, candidates=2))

    assert (verdict.stage, verdict.nominees) == (Stage.NOT_NOMINATED, 2)
    assert verdict.standing.words == ()
    assert verdict.standing.word_place is None
    assert verdict.standing.cosine is not None
    assert verdict.standing.vector_place is not None
    assert verdict.standing.vector_place > 2


@pytest.mark.requirement("explain-why-not")
def test_a_candidate_below_the_last_hit_is_outranked(filled: Palace) -> None:
    hits = filled.recall(QUESTION, limit=10)

    verdict = filled.explaining.why_not(hits[7].memory.id, QUESTION, EVERYTHING, 3, HYBRID)

    assert (verdict.stage, verdict.standing.place) == (Stage.OUTRANKED, 8)
    assert verdict.found.hits[-1].score is not None
    assert verdict.standing.score is not None
    assert verdict.standing.score <= verdict.found.hits[-1].score


@pytest.mark.requirement("explain-why-not")
def test_a_copy_names_what_it_repeats(filled: Palace) -> None:
    copy = remember(filled, "The deploy key is rotated every month.")
    [first, *_] = filled.recall(QUESTION)

    verdict = filled.explaining.why_not(copy.id, QUESTION, EVERYTHING, 3, HYBRID)

    assert verdict.stage is Stage.COPY
    assert verdict.standing.beside == {"copy": first.memory.id}


@pytest.mark.requirement("explain-why-not")
def test_asking_why_is_no_recall(filled: Palace) -> None:
    [hit, *_] = filled.recall(QUESTION)

    filled.explaining.why_not(hit.memory.id, QUESTION, EVERYTHING, 5, HYBRID)

    assert filled.memories.get(hit.memory.id).accesses == 0


def test_a_scope_says_the_same_of_a_memory_as_the_store_does(palace: Palace, clock: FixedClock) -> None:
    start = clock()
    for number, wing in enumerate(["wing_a", "wing_b", "wing_c"]):
        origin = Origin(author=f"author{number}", conversation=f"talk{number}", source=f"file{number}")
        draft = Draft(f"text {number}", Place(wing, f"room{number}"), origin, (f"tag{number}",), user_id=f"user{number}")
        memory = palace.memories.remember(draft)
        clock.pass_time(hours=1)
        if number == 1:
            palace.memories.end(memory.id)
    hour = timedelta(hours=1)
    everyone = palace.memories.page(Scope(with_ended=True))

    for scope in (
        EVERYTHING,
        Scope(wing="wing_a"),
        Scope(room="room2"),
        Scope(hall="hall_x"),
        Scope(tag="tag0"),
        Scope(user_id="user0"),
        Scope(source="file2"),
        Scope(author="author0"),
        Scope(conversation="talk2"),
        Scope(since=start + hour),
        Scope(until=start + hour),
        Scope(valid_at=start + 1.5 * hour),
        Scope(with_ended=True),
    ):
        meant = {memory.id for memory in everyone if scope.left_out_by(memory) is None}
        assert meant == {memory.id for memory in palace.memories.page(scope)}, scope
