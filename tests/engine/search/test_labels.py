"""Rooms, wings, tags and authors that a question names."""

import pytest

from simonides.domain.memory import Origin, Place
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace

OTHERS = ("The lift is inspected in May", "Gravel comes by barge", "The printer is on the second floor", "Lunch is at noon")


def remember(palace: Palace, text: str, room: str, by: str = "mcp") -> None:
    palace.memories.remember(Draft(text, Place("yard", room), Origin(added_by=by)))


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
    for text in ("2026-05-04: Release day moves to Tuesday", "2026-03-09: Keycloak it is", "2025-11-10: Quotes stay in Postgres"):
        remember(palace, text, "decisions")

    assert texts(palace, "all decisions in March 2026", 1) == ["2026-03-09: Keycloak it is"]


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
