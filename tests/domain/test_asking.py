from datetime import date

import pytest

from simonides.domain.asking import Moment, closeness, understand


def day(year: int, month: int, number: int) -> int:
    return (date(year, month, number) - date(1970, 1, 1)).days


@pytest.mark.parametrize(
    ("question", "moment"),
    [
        ("Who had dinner on May 3, 2023?", Moment(5, 3, 2023)),
        ("what happened on the 3rd of May 2023", Moment(5, 3, 2023)),
        ("what happened on 2023-05-03", Moment(5, 3, 2023)),
        ("what did she do in May 2023?", Moment(5, None, 2023)),
        ("what did she do in May?", Moment(5)),
        ("what was planned for Dec 24?", Moment(12, 24)),
    ],
)
def test_a_date_in_a_question_is_understood(question: str, moment: Moment) -> None:
    assert understand(question).moments == (moment,)


@pytest.mark.parametrize("question", ["may I ask something?", "did they march?", "version 2023 of the plan"])
def test_a_verb_is_no_month(question: str) -> None:
    assert understand(question).moments == ()


@pytest.mark.parametrize(
    ("moment", "when", "fit"),
    [
        (Moment(5, 3, 2023), day(2023, 5, 3), 1.0),
        (Moment(5, 3, 2023), day(2023, 5, 4), 1.0),
        (Moment(5, 3, 2023), day(2023, 5, 9), 0.6),
        (Moment(5, 3, 2023), day(2023, 4, 20), 0.0),
        (Moment(5, None, 2023), day(2023, 5, 20), 1.0),
        (Moment(5, None, 2023), day(2023, 6, 5), 0.5),
        (Moment(5, None, 2023), day(2022, 5, 20), 0.0),
        (Moment(12), day(2024, 1, 4), 0.5),
        (Moment(2, 30), day(2024, 2, 28), 0.0),
    ],
)
def test_people_tell_of_a_day_on_it_or_shortly_after(moment: Moment, when: int, fit: float) -> None:
    assert closeness(moment, when) == fit


def test_names_times_and_numbers_asked_for_are_seen() -> None:
    asked = understand("How many books did Maria read, and when? See OPS-1042")

    assert "maria" in asked.names
    assert asked.wants_time
    assert asked.wants_number
    assert asked.identifiers == {"ops_1042"}
