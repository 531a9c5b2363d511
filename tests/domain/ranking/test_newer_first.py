import pytest

from simonides.domain.question.wanted_value import read_wish
from simonides.domain.ranking.newer_first import Renewing, Statement

OLD = "The platform team has six people."
NEW = "Two hires started, so the platform team is now nine people."
NEWEST = "One left again: the platform team has shrunk to eight people now."
QUESTION = "How many people are on the platform team?"


def moves(
    question: str, texts: list[str], scores: list[float] | None = None, speakers: list[str] | None = None, like: float = 0.0
) -> list[tuple[int, int]]:
    """What goes before what; the texts above are as old as their names say, others as they are listed."""
    wish = read_wish(question)
    assert wish is not None
    told = [OLD, NEW, NEWEST, *texts]
    statements = [
        Statement((scores or [1.0, 0.95, 0.9])[row], (0, told.index(text)), speakers[row] if speakers else None)
        for row, text in enumerate(texts)
    ]
    return Renewing(wish, statements, texts.__getitem__, lambda _row, _other: like).moves()


def test_a_later_statement_of_another_value_goes_before_the_earlier() -> None:
    assert moves(QUESTION, [OLD, NEW]) == [(1, 0)]


def test_of_three_the_newest_comes_first() -> None:
    assert moves(QUESTION, [OLD, NEW, NEWEST]) == [(1, 0), (2, 1)]
    assert moves(QUESTION, [OLD, NEWEST, NEW]) == [(1, 0)]


def test_what_is_newest_already_stays() -> None:
    assert moves(QUESTION, [NEW, OLD]) == []


def test_a_repetition_is_no_news() -> None:
    assert moves(QUESTION, [OLD, "As said, the platform team now has six people."]) == []


def test_another_speaker_renews_nothing() -> None:
    assert moves(QUESTION, [OLD, NEW], speakers=["ada", "bob"]) == []


def test_a_weak_candidate_renews_nothing() -> None:
    assert moves(QUESTION, [OLD, NEW], scores=[1.0, 0.3]) == []


def test_another_matter_renews_nothing() -> None:
    assert moves(QUESTION, [OLD, "The garden now has 40 roses."]) == []


@pytest.mark.parametrize(
    ("question", "right", "other"),
    [
        (
            "What is the price of the basic plan?",
            "The basic plan costs 9 dollars.",
            "The premium plan price was raised to 29 dollars.",
        ),
        ("How many seats does room Alpha hold?", "Room Alpha holds 12 seats.", "Room Beta was enlarged and now holds 16 seats."),
    ],
)
def test_news_of_another_thing_of_the_same_kind_renew_nothing(question: str, right: str, other: str) -> None:
    assert moves(question, [right, other], like=0.9) == []


def test_who_asks_for_what_held_before_gets_it() -> None:
    assert moves("How many people were on the platform team originally?", [NEW, OLD]) == [(1, 0)]
    assert moves("How many people were on the platform team originally?", [OLD, NEW]) == []


@pytest.mark.parametrize(("like", "expected"), [(0.7, [(1, 0)]), (0.3, [])])
def test_an_open_question_needs_two_statements_that_are_alike(like: float, expected: list[tuple[int, int]]) -> None:
    assert moves("Where does Ada live?", ["Ada lives in Hamburg.", "Ada moved to Lisbon."], like=like) == expected


@pytest.mark.parametrize(("like", "expected"), [(0.8, [(1, 0)]), (0.5, [])])
def test_the_same_sentence_with_another_value_needs_no_word_of_change(like: float, expected: list[tuple[int, int]]) -> None:
    texts = ["The interest rate on our mortgage is 3.9 %.", "The interest rate on our mortgage is 3.2 %."]

    assert moves("What is the interest rate on our mortgage?", texts, like=like) == expected
