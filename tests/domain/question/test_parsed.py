from datetime import date

import pytest

from simonides.domain.question.dates import date_fit
from simonides.domain.question.parsed import understand
from simonides.domain.question.spans import Moment


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
        ("Was haben wir am 12. März 2026 beschlossen?", Moment(3, 12, 2026)),
        ("Was war im Mai mit den Servern los?", Moment(5)),
        ("Wann war das Treffen am 03.04.2025?", Moment(4, 3, 2025)),
        ("¿Qué decidimos el 12 de marzo de 2026?", Moment(3, 12, 2026)),
        ("Qu'avons-nous décidé le 1er mai 2026 ?", Moment(5, 1, 2026)),
        ("Что мы решили 12 марта 2026 года?", Moment(3, 12, 2026)),
        ("Gdzie byliśmy z klientem w marcu?", Moment(3)),
        ("2026年3月12日に何を決めましたか", Moment(3, 12, 2026)),
        ("我们三月决定了什么？", Moment(3)),
        ("3월 12일에 무엇을 결정했나요?", Moment(3, 12)),
        ("Chúng ta đã quyết định gì vào ngày 12 tháng 3 năm 2026?", Moment(3, 12, 2026)),
        ("ماذا قررنا في ١٢ مارس ٢٠٢٦؟", Moment(3, 12, 2026)),
    ],
)
def test_a_date_in_a_question_is_understood(question: str, moment: Moment) -> None:
    assert understand(question).dates.moments == (moment,)


@pytest.mark.parametrize(
    "question", ["may I ask something?", "did they march?", "version 2023 of the plan", "¿Dónde está el mar azul?"]
)
def test_a_verb_is_no_month(question: str) -> None:
    assert understand(question).dates.moments == ()


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
    assert date_fit(moment, when) == fit


def test_names_times_and_numbers_asked_for_are_seen() -> None:
    asked = understand("How many books did Maria read, and when? See OPS-1042")

    assert "maria" in asked.names
    assert asked.wants_time
    assert asked.wants_number
    assert asked.identifiers == {"ops_1042"}


@pytest.mark.requirement("languages-questions")
@pytest.mark.parametrize(
    ("question", "wants_time", "wants_number"),
    [
        ("Wann kommt Maria nach Berlin?", True, False),
        ("Wie viele Bücher hat Maria gelesen?", False, True),
        ("Wie lange bleibt Maria?", False, True),
        ("how long does the search wait", False, True),
        ("how long ago did Maria leave", True, False),
        ("¿Cuántos libros leyó María el año pasado?", False, True),
        ("Quand est-ce que Marie arrive ?", True, False),
        ("Когда приезжает Мария?", True, False),
        ("Сколько книг прочитала Мария?", False, True),
        ("玛丽什么时候来？", True, False),
        ("マリアは何冊の本をいつ読みましたか", True, False),
        ("서버가 몇 개 있나요?", False, True),
        ("متى تصل ماريا؟", True, False),
        ("मारिया कब आएगी?", True, False),
        ("Khi nào Maria đến văn phòng?", True, False),
    ],
)
def test_times_and_numbers_are_asked_for_in_other_languages(question: str, wants_time: bool, wants_number: bool) -> None:
    asked = understand(question)

    assert (asked.wants_time, asked.wants_number) == (wants_time, wants_number)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Что сказала Анна?", "анна"),
        ("Où habite Élodie ?", "élodie"),
        ("田中さんは何と言いましたか", "田中"),
        ("王明说了什么", "王明"),
    ],
)
def test_names_in_other_scripts_are_seen(question: str, name: str) -> None:
    assert name in understand(question).names


def test_a_long_number_is_an_identifier_and_a_year_or_an_amount_is_none() -> None:
    assert understand("what's error 4029", date(2026, 8, 12)).identifiers == {"4029"}
    assert understand("what broke in 2026, and did it cost 120 or 10,000 euros", date(2026, 8, 12)).identifiers == frozenset()
