from datetime import UTC, datetime

import pytest

from simonides.domain.memory import Origin, Place
from simonides.domain.question.usual_limit import UsualLimit
from simonides.domain.ranking.strength import Strength
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace
from simonides.engine.search.judgement import _is_foreign
from simonides.toolsets.companion.recalling import answer

NOTES = (
    "The Spanish shop opens on 4 May with Lucia as country manager.",
    "Prices in Spain are 8 percent above the German ones.",
    "Deliveries to Portugal go through the warehouse in Badajoz.",
    "The board wants a fourth country by the end of next year.",
)


@pytest.fixture
def iberia(palace: Palace) -> Palace:
    for note in NOTES:
        palace.memories.remember(Draft(note))
    return palace


@pytest.mark.parametrize("question", ["When do we launch in Italy?", "Who repairs the coffee machine?"])
def test_what_the_palace_does_not_know_is_answered_weakly(iberia: Palace, question: str) -> None:
    assert iberia.answer(question).strength is Strength.WEAK


@pytest.mark.parametrize("question", ["prices in Spain", "deliveries to Portugal through Badajoz"])
def test_what_it_knows_is_answered_strongly_and_first(iberia: Palace, question: str) -> None:
    found = iberia.answer(question)

    assert found.strength is Strength.STRONG
    assert [hit.memory.id for hit in found.hits] == [hit.memory.id for hit in iberia.recall(question)]


@pytest.mark.parametrize(
    ("question", "content", "is_foreign"),
    [
        ("Warum haben wir den alten Ofen nicht repariert?", NOTES[0], True),
        ("鍵は誰が持っていますか", NOTES[0], True),
        ("Who manages the shop in Spain?", NOTES[0], False),
        ("llave horno", "La llave del horno está en el cajón de la mesa, debajo de los paños.", False),
        ("invoice of the salt", "Le sel vient désormais de la saline du nord, parce que celui du sud arrivait humide.", True),
    ],
)
def test_a_hit_is_foreign_when_it_shares_no_likely_language(question: str, content: str, is_foreign: bool) -> None:
    assert _is_foreign(question, content) is is_foreign


def test_an_empty_palace_answers_weakly(palace: Palace) -> None:
    assert (palace.answer("anything").hits, palace.answer("anything").strength) == ((), Strength.WEAK)


def test_an_answer_over_rest_tells_its_strength_and_what_waits(iberia: Palace) -> None:
    document = answer(iberia, "prices in Spain", top_k=1)

    assert (document["strength"], document["waiting"], document["by_words_alone"]) == ("strong", 0, False)
    assert [each["drawer"]["content"] for each in document["found"]] == [NOTES[1]]


def test_the_points_of_each_term_add_up_to_the_score(iberia: Palace) -> None:
    for hit in iberia.recall("prices in Spain and Portugal"):
        assert sum(hit.reasons.values()) == pytest.approx(hit.score)


def test_the_name_of_a_room_counts_as_a_word_and_the_rest_of_the_room_is_counted(palace: Palace) -> None:
    for text in ("Login was down for an hour.", "A disk filled up at night.", "Prices were shown in the wrong currency."):
        palace.memories.remember(Draft(text, Place("harbour", "incidents")))
    for number in range(6):
        palace.memories.remember(Draft(f"Note {number} on all the plans of the year 2026.", Place("harbour", "meetings")))

    found = palace.answer("which incidents?", limit=2)

    assert {hit.memory.place.room for hit in found.hits} == {"incidents"}
    assert found.more == 1


def test_the_rest_of_a_room_that_a_question_for_one_thing_names_in_passing_is_not_counted(palace: Palace) -> None:
    for text in ("Login was down for an hour.", "A disk filled up at night.", "Prices were shown in the wrong currency."):
        palace.memories.remember(Draft(text, Place("harbour", "incidents")))
    for number in range(6):
        palace.memories.remember(Draft(f"Note {number} on all the plans of the year 2026.", Place("harbour", "meetings")))

    assert palace.answer("who wrote that down of the incidents at night?", limit=1).more == 0
    assert palace.answer("incidents", limit=1).more == 2


@pytest.mark.parametrize("tags", [(), ("weekly",)])
def test_what_was_filed_after_a_search_counts_under_its_room_in_the_next(palace: Palace, tags: tuple[str, ...]) -> None:
    meetings = [Draft(f"Note {number} on the plans of the year.", Place("harbour", "meetings")) for number in range(9)]
    filed = [palace.memories.remember(each) for each in meetings]
    counts = []
    for text in ("Login was down for an hour.", "A disk filled up at night.", "Prices were shown in the wrong currency."):
        last = palace.memories.remember(Draft(text, Place("harbour", "incidents"), tags=tags))
        counts.append(palace.answer("all incidents", limit=1).more)
    palace.memories.forget(last.id)
    palace.memories.forget(filed[0].id)

    assert counts == [0, 1, 2]
    assert palace.answer("all incidents", limit=1).more == 1


@pytest.mark.requirement("recall-lists")
def test_a_list_holds_what_is_tagged_at_that_time_and_says_how_many_more_there_are(palace: Palace) -> None:
    for month, text in enumerate(("Login was down.", "A disk filled up.", "Prices were wrong.", "Mail came late."), start=3):
        origin = Origin(event_time=datetime(2025, month, 2, tzinfo=UTC))
        palace.memories.remember(Draft(text, Place("harbour", "notes"), origin, tags=("outage",)))
    for number in range(8):
        palace.memories.remember(Draft(f"Note {number} on all the plans of the year 2025.", Place("harbour", "meetings")))

    found = palace.answer("all outages since April 2025", limit=2)

    assert {hit.memory.content for hit in found.hits} <= {"A disk filled up.", "Prices were wrong.", "Mail came late."}
    assert found.more == 1
    assert len(palace.answer("all outages since April 2025", limit=UsualLimit(2)).hits) > 2
