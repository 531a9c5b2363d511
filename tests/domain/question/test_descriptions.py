"""A relative clause parts a question into what it asks and what tells whom or what is meant; a note fits one of them or both."""

import pytest

from simonides.domain.question.descriptions import Description, answering
from simonides.domain.question.parsed import understand


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ("who leads the team", "that owns the gateway"),
        ("where are the slides of the person", "who found the October outage"),
        ("Wo wohnen die Leute", "die den Schlüssel zum Geräteraum haben"),
        ("¿cuánto gana la chica", "que ordeña las cabras por la mañana?"),
        ("où habite le médecin", "qui a soigné notre chat en mars"),
        ("dove abita il medico", "che ha curato il nostro gatto"),
        ("onde mora o médico", "que tratou o nosso gato em março"),
        ("waar woont de dokter", "die onze kat heeft behandeld"),
    ],
)
def test_a_relative_clause_tells_whom_or_what_is_meant(wanted: str, told: str) -> None:
    comma = ", " if told.startswith("die den") else " "

    assert understand(f"{wanted}{comma}{told}").description == Description(wanted, told)


@pytest.mark.parametrize(
    "question", ["who leads team Kestrel", "which team owns the gateway", "the one that", "Wann kommt der Bus?", "谁负责网关？"]
)
def test_other_questions_describe_nothing(question: str) -> None:
    assert understand(question).description is None


@pytest.mark.parametrize(
    "question",
    [
        "What is the reason that the build fails?",
        "what was the main reason that the build failed",
        "what is the best way that one can restart the gateway",
        "when was the day on which the mast fell",
        "Wann war der Tag, an dem der Mast umfiel?",
        "¿cuáles son las razones que dio el taller?",
        "quel était le jour où le mât est tombé ?",
        "qual è il motivo che blocca la stampa?",
        "wat is de reden dat de bouw mislukt?",
        "qual foi o dia que o mastro caiu?",
    ],
)
def test_after_a_reason_a_way_or_a_time_the_clause_is_what_is_asked_about(question: str) -> None:
    assert understand(question).description is None


def test_a_time_before_another_noun_is_no_time() -> None:
    description = Description("who made the time tracking tool", "that we used in May")

    assert understand("who made the time tracking tool that we used in May").description == description


def test_the_note_nearest_to_what_is_asked_answers() -> None:
    assert answering(wanted=[0.2, 0.25, 0.35], told=[0.5, 0.1, 0.05]) == 2


def test_a_first_note_that_fits_what_is_asked_is_the_answer_itself() -> None:
    assert answering(wanted=[0.45, 0.5], told=[0.5, 0.0]) is None


def test_a_note_that_fits_what_is_told_as_well_is_no_answer() -> None:
    assert answering(wanted=[0.2, 0.3], told=[0.5, 0.3]) is None


def test_a_note_without_a_vector_neither_leads_nor_answers() -> None:
    nan = float("nan")

    assert answering(wanted=[nan, 0.3], told=[nan, 0.0]) is None
    assert answering(wanted=[0.2, nan], told=[0.5, nan]) is None
