import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.domain.question.stated_values import NAME, NUMBER, TIME
from simonides.domain.question.wanted_value import read_wish


@pytest.mark.parametrize(
    ("question", "kinds", "matter"),
    [
        ("How many people are on the platform team?", NUMBER, {"peopl"}),
        ("How many conditional probability problems have I solved?", NUMBER, {"problem"}),
        ("What is the monthly budget for cloud hosting?", NUMBER, {"month", "budget"}),
        ("When is the dentist appointment?", TIME, {"dentist", "appoint"}),
        ("What time does the train to Basel leave?", TIME, set()),
        ("What is the deadline for the grant?", TIME, {"deadlin"}),
        ("Where does Ada live?", NUMBER | TIME | NAME, set()),
        ("Which database do we use?", NUMBER | TIME | NAME, {"databas"}),
    ],
)
def test_a_question_says_what_kind_of_value_it_wants_and_of_what(question: str, kinds: int, matter: set[str]) -> None:
    wish = read_wish(question)

    assert wish is not None
    assert (wish.kinds, wish.matter, wish.is_former) == (kinds, frozenset(matter), False)


@pytest.mark.parametrize(
    "question",
    [
        "What was the original release date?",
        "How much rent did I pay before the increase?",
        "Where did Ada live before Lisbon?",
        "What is my previous address?",
    ],
)
def test_a_question_for_what_held_before_says_so(question: str) -> None:
    wish = read_wish(question)

    assert wish is not None
    assert wish.is_former


@pytest.mark.parametrize(
    "question",
    [
        "When did Caroline go to the museum?",
        "How many days are there between the draft and the deadline?",
        "How many times has Joanna found new trails?",
        "Can you help me with my essay?",
        "tell me about the garden",
        "Wann ist der Termin?",
        "What is the budget? " + "You are a helpful assistant. " * 20,
        "",
    ],
)
def test_an_event_or_several_things_or_nothing_in_particular_is_no_wish(question: str) -> None:
    assert read_wish(question) is None


@given(st.text(max_size=300), st.sampled_from(["what ", "how many ", "when is ", "which of the "]))
def test_any_question_is_read(text: str, beginning: str) -> None:
    read_wish(beginning + text)


@pytest.mark.parametrize("question", ["what " + "a" * 280 + ";", "what is the " + "a-" * 140, "how many " + "a b " * 70])
def test_a_question_that_leads_nowhere_is_read_as_fast(question: str) -> None:
    # A pattern that tries every way to split it would take longer than anybody waits.
    read_wish(question)
