"""Rooms, wings, tags and authors that a question names."""

from datetime import UTC, datetime

import pytest

from simonides.domain.memory import Origin, Place
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace

OTHERS = ("The lift is inspected in May", "Gravel comes by barge", "The printer is on the second floor", "Lunch is at noon")


def remember(palace: Palace, text: str, room: str, by: str = "mcp", day: datetime | None = None) -> None:
    palace.memories.remember(Draft(text, Place("yard", room), Origin(event_time=day, added_by=by)))


def texts(palace: Palace, question: str, limit: int) -> list[str]:
    return [hit.memory.content for hit in palace.recall(question, limit=limit)]


@pytest.mark.requirement("recall-lists")
def test_a_list_names_a_room_in_another_language(palace: Palace) -> None:
    for text in OTHERS:
        remember(palace, text, "notes")
    remember(palace, "Crane 2 stood still for three hours", "incidents")
    remember(palace, "A hose burst at quay 4", "incidents")
    questions = [
        "all incidents", "Alle Störungen", "tous les incidents", "todos los incidentes", "tutti gli incidenti", "alle storingen",
        "všechny výpadky", "все инциденты", "усі інциденти", "tüm arızalar", "كل الحوادث", "सभी घटनाएं", "모든 장애", "所有事故",
    ]  # fmt: skip

    found = {question: set(texts(palace, question, 2)) for question in questions}

    assert found == {question: {"Crane 2 stood still for three hours", "A hose burst at quay 4"} for question in questions}


def test_a_word_with_a_hyphen_names_a_room_in_one_word(palace: Palace) -> None:
    for text in OTHERS:
        remember(palace, text, "notes")
    remember(palace, "Odd weeks are Deniz's, even weeks Rasmus takes", "oncall")

    assert texts(palace, "everything about on-call", 1) == ["Odd weeks are Deniz's, even weeks Rasmus takes"]


@pytest.mark.requirement("recall-lists")
def test_what_is_of_the_time_that_a_list_names_comes_first(palace: Palace) -> None:
    for text in OTHERS:
        remember(palace, text, "notes")
    remember(palace, "Release day moves to Tuesday, so all decisions wait", "decisions", day=datetime(2026, 5, 4, tzinfo=UTC))
    remember(palace, "Keycloak it is", "decisions", day=datetime(2026, 3, 9, tzinfo=UTC))

    assert texts(palace, "all decisions in March 2026", 1) == ["Keycloak it is"]


def test_the_name_of_a_room_and_a_time_ask_for_what_is_there(palace: Palace) -> None:
    for text in OTHERS:
        remember(palace, text, "notes")
    remember(palace, "The meetings of the club are always long", "notes", day=datetime(2026, 6, 3, tzinfo=UTC))
    remember(palace, "Nordwind wants its letters in Danish", "meetings", day=datetime(2026, 6, 2, tzinfo=UTC))
    remember(palace, "Blue Anchor wants reefers", "meetings", day=datetime(2026, 2, 2, tzinfo=UTC))

    assert texts(palace, "meetings in the first half of June 2026", 1) == ["Nordwind wants its letters in Danish"]


@pytest.mark.requirement("recall-authors")
@pytest.mark.parametrize(
    "question", ["what did Ngozi report about the crane", "Was hat Ngozi zum Crane geschrieben?", "notes by Ngozi on the crane"]
)
def test_a_question_for_somebodys_words_finds_what_they_filed(palace: Palace, question: str) -> None:
    for text in OTHERS:
        remember(palace, text, "notes")
    remember(palace, "Ngozi is away until Monday, ask Theo about the crane", "notes", by="Theo Marsh")
    remember(palace, "The crane needs a new rope", "notes", by="Ngozi Eze")

    assert texts(palace, question, 1) == ["The crane needs a new rope"]
    assert texts(palace, "when is Ngozi away", 1) == ["Ngozi is away until Monday, ask Theo about the crane"]
