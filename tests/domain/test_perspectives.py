"""Perspectives: what a question has in advance for one of them."""

from datetime import date

import pytest

from simonides.domain.graph import Perspective
from simonides.domain.perspectives import LEAD_OF_THE_GENERAL, LEAD_OF_TIME, lead
from simonides.domain.question.parsed import understand

TODAY = date(2026, 3, 12)


def leads(question: str) -> dict[str, float]:
    asked = understand(question, TODAY)
    return {name: lead(Perspective(1, name, ""), asked) for name in ("general", "technical", "temporal", "legal")}


@pytest.mark.requirement("graph-matched-perspective")
@pytest.mark.parametrize(
    "question",
    [
        "when does the shop open",
        "what was new in 2004",
        "events of last winter",
        "wann wurde die Brücke gebaut",
        "¿qué pasó en marzo de 2019?",
        "2019年3月发生了什么",
    ],
)
def test_a_question_that_asks_when_or_names_a_date_leans_to_time(question: str) -> None:
    assert leads(question) == {"general": LEAD_OF_THE_GENERAL, "technical": 0.0, "temporal": LEAD_OF_TIME, "legal": 0.0}


@pytest.mark.requirement("graph-matched-perspective")
@pytest.mark.parametrize("question", ["where is the spare key", "wo ist der Schlüssel", ""])
def test_another_question_leans_a_little_to_the_general(question: str) -> None:
    assert leads(question)["temporal"] == 0.0
    assert leads(question)["general"] == LEAD_OF_THE_GENERAL
