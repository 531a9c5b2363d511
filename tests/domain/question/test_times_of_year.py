"""Weekends, lists of days, and the last of what comes every year, in every language."""

from datetime import date

import pytest

from simonides.domain.question.named_dates import named_dates
from simonides.domain.question.parsed import understand
from simonides.domain.question.spans import Span
from simonides.languages.lexicon import lexicons_for

TODAY = date(2026, 8, 12)
"""A Wednesday."""
WINTER = date(2026, 1, 20)
MARCH = date(2026, 3, 18)
MARCH_AND_MAY = (Span(date(2026, 3, 1), date(2026, 3, 31)), Span(date(2026, 5, 1), date(2026, 5, 31)))


def read(question: str, today: date = TODAY) -> set[Span]:
    return set(understand(question, today).dates.spans)


@pytest.mark.parametrize(
    "question",
    [
        "Was haben wir am Wochenende gemacht?",
        "What did we do at the weekend?",
        "What did Ada fix on the weekend?",
        "What broke over the weekend?",
        "Qu'avons-nous fait ce week-end ?",
        "Qu'a dit Ada pendant le week-end ?",
        "¿Qué hicimos el fin de semana?",
        "Cosa abbiamo fatto nel fine settimana?",
        "O que fizemos no fim de semana?",
        "Wat hebben we in het weekend gedaan?",
        "Vad gjorde vi i helgen?",
        "Co robiliśmy w weekend?",
        "Co jsme dělali o víkendu?",
        "Что мы делали на выходных?",
        "Що ми робили на вихідних?",
        "Hafta sonu ne yaptık?",
        "Cuối tuần chúng ta đã làm gì?",
        "周末我们做了什么？",
        "週末に何をしましたか？",
        "주말에 무엇을 했나요?",
        "ماذا فعلنا في نهاية الأسبوع؟",
        "सप्ताहांत में हमने क्या किया?",
        "What did we do at the weekend with Ada?",
        "Wen haben wir am Wochenende getroffen?",
    ],
)
def test_the_weekend_of_a_question_for_something_past_is_the_last_one_in_every_language(question: str) -> None:
    assert read(question) == {Span(date(2026, 8, 8), date(2026, 8, 9))}


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("What did Ada say the Friday before last?", date(2026, 7, 31), date(2026, 7, 31)),
        ("Was hat Ada vorletzten Freitag gesagt?", date(2026, 7, 31), date(2026, 7, 31)),
        ("Qu'a dit Ada l'avant-dernier vendredi ?", date(2026, 7, 31), date(2026, 7, 31)),
        ("¿Qué dijo Ada el penúltimo viernes?", date(2026, 7, 31), date(2026, 7, 31)),
        ("Cosa ha detto Ada il penultimo venerdì?", date(2026, 7, 31), date(2026, 7, 31)),
        ("O que a Ada disse na penúltima sexta-feira?", date(2026, 7, 31), date(2026, 7, 31)),
        ("Wat zei Ada voorvorige vrijdag?", date(2026, 7, 31), date(2026, 7, 31)),
        ("Vad sa Ada förrförra fredagen?", date(2026, 7, 31), date(2026, 7, 31)),
        ("Co powiedziała Ada w przedostatni piątek?", date(2026, 7, 31), date(2026, 7, 31)),
        ("Co řekla Ada předminulý pátek?", date(2026, 7, 31), date(2026, 7, 31)),
        ("Что сказала Ада в позапрошлую пятницу?", date(2026, 7, 31), date(2026, 7, 31)),
        ("Що сказала Ада позаминулої п'ятниці?", date(2026, 7, 31), date(2026, 7, 31)),
        ("Ada evvelki cuma ne dedi?", date(2026, 7, 31), date(2026, 7, 31)),
        ("Thứ sáu tuần trước nữa Ada đã nói gì?", date(2026, 7, 31), date(2026, 7, 31)),
        ("上上周五Ada说了什么？", date(2026, 7, 31), date(2026, 7, 31)),
        ("先々週の金曜日にアダは何と言いましたか？", date(2026, 7, 31), date(2026, 7, 31)),
        ("지지난 금요일에 아다가 뭐라고 했나요?", date(2026, 7, 31), date(2026, 7, 31)),
        ("ماذا قالت آدا يوم الجمعة قبل الماضي؟", date(2026, 7, 31), date(2026, 7, 31)),
        ("पिछले से पिछले शुक्रवार को आदा ने क्या कहा?", date(2026, 7, 31), date(2026, 7, 31)),
        ("What did we ship the month before last?", date(2026, 6, 1), date(2026, 6, 30)),
        ("Was haben wir vorletzten Monat verkauft?", date(2026, 6, 1), date(2026, 6, 30)),
        ("上上个月我们决定了什么？", date(2026, 6, 1), date(2026, 6, 30)),
        ("先々月に何を決めましたか？", date(2026, 6, 1), date(2026, 6, 30)),
        ("Что мы решили в позапрошлом месяце?", date(2026, 6, 1), date(2026, 6, 30)),
        ("Wat hebben we voorvorige maand besloten?", date(2026, 6, 1), date(2026, 6, 30)),
        ("ماذا قررنا في الأسبوع قبل الماضي؟", date(2026, 7, 27), date(2026, 8, 2)),
        ("Evvelki hafta ne oldu?", date(2026, 7, 27), date(2026, 8, 2)),
        ("O que aconteceu na semana retrasada?", date(2026, 7, 27), date(2026, 8, 2)),
        ("What did Ada do the Monday before last?", date(2026, 8, 3), date(2026, 8, 3)),
        ("Was geschah vorletzten Montag?", date(2026, 8, 3), date(2026, 8, 3)),
    ],
)
def test_a_day_or_a_month_before_the_last_one_is_named_in_every_language(question: str, first: date, last: date) -> None:
    assert read(question) == {Span(first, last)}


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("What did we do on the 15th and 16th of June?", [date(2026, 6, 15), date(2026, 6, 16)]),
        ("What happened on June 15 and 16?", [date(2026, 6, 15), date(2026, 6, 16)]),
        ("What did we file on 15 and 16 June?", [date(2026, 6, 15), date(2026, 6, 16)]),
        ("Was geschah am 15. und 16. Juni?", [date(2026, 6, 15), date(2026, 6, 16)]),
        ("Que s'est-il passé les 15 et 16 juin ?", [date(2026, 6, 15), date(2026, 6, 16)]),
        ("¿Qué pasó el 15 y el 16 de junio?", [date(2026, 6, 15), date(2026, 6, 16)]),
        ("Cosa è successo il 15 e il 16 giugno?", [date(2026, 6, 15), date(2026, 6, 16)]),
        ("O que aconteceu em 15 e 16 de junho?", [date(2026, 6, 15), date(2026, 6, 16)]),
        ("Wat gebeurde er op 15 en 16 juni?", [date(2026, 6, 15), date(2026, 6, 16)]),
        ("Vad hände den 15 och 16 juni?", [date(2026, 6, 15), date(2026, 6, 16)]),
        ("Co się działo 15 i 16 czerwca?", [date(2026, 6, 15), date(2026, 6, 16)]),
        ("Co se stalo 15. a 16. června?", [date(2026, 6, 15), date(2026, 6, 16)]),
        ("Что было 15 и 16 июня?", [date(2026, 6, 15), date(2026, 6, 16)]),
        ("Що було 15 і 16 червня?", [date(2026, 6, 15), date(2026, 6, 16)]),
        ("15 ve 16 Haziran'da ne oldu?", [date(2026, 6, 15), date(2026, 6, 16)]),
        ("Chuyện gì xảy ra ngày 15 và 16 tháng 6?", [date(2026, 6, 15), date(2026, 6, 16)]),
        ("6月15日和16日发生了什么？", [date(2026, 6, 15), date(2026, 6, 16)]),
        ("6月15日と16日に何がありましたか？", [date(2026, 6, 15), date(2026, 6, 16)]),
        ("6월 15일과 16일에 무슨 일이 있었나요?", [date(2026, 6, 15), date(2026, 6, 16)]),
        ("ماذا حدث في 15 و16 يونيو؟", [date(2026, 6, 15), date(2026, 6, 16)]),
        ("15 और 16 जून को क्या हुआ?", [date(2026, 6, 15), date(2026, 6, 16)]),
        ("What happened on the 3rd, 4th and 10th of June?", [date(2026, 6, 3), date(2026, 6, 4), date(2026, 6, 10)]),
        ("Was geschah am 3., 4. und 10. Juni?", [date(2026, 6, 3), date(2026, 6, 4), date(2026, 6, 10)]),
        ("¿Qué pasó el 3 y el 5 de mayo?", [date(2026, 5, 3), date(2026, 5, 5)]),
        ("Was geschah am 1. und 3. Juli 2025?", [date(2025, 7, 1), date(2025, 7, 3)]),
        ("What changed on May 1, 3 and 5?", [date(2026, 5, 1), date(2026, 5, 3), date(2026, 5, 5)]),
    ],
)
def test_days_in_a_list_are_read_one_by_one(question: str, days: list[date]) -> None:
    assert read(question) == {Span(day, day) for day in days}


@pytest.mark.parametrize(
    "question",
    [
        "What did we decide in March and May?",
        "三月和五月我们做了什么？",
        "3月和5月的事故",
        "三月与五月我们决定了什么？",
        "Was geschah im März und im Mai?",
        "3월과 5월에 무슨 일이 있었나요?",
        "3月と5月に何がありましたか？",
        "Что было в марте и мае?",
    ],
)
def test_two_months_are_no_range(question: str) -> None:
    assert read(question) == set(MARCH_AND_MAY)


def test_two_months_are_a_range_where_the_question_says_so() -> None:
    assert read("三月和五月之间我们做了什么？") == {Span(date(2026, 3, 1), date(2026, 5, 31))}


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("春节前一周我们做了什么？", date(2026, 2, 9), date(2026, 2, 15)),
        ("春节前一个星期我们做了什么？", date(2026, 2, 9), date(2026, 2, 15)),
        ("圣诞节后一周发生了什么？", date(2025, 12, 27), date(2026, 1, 2)),
        ("国庆节前一天Ada说了什么？", date(2025, 9, 30), date(2025, 9, 30)),
        ("What did we do the week before last Christmas?", date(2025, 12, 17), date(2025, 12, 23)),
        ("What happened the weekend before last Easter?", date(2026, 3, 28), date(2026, 3, 29)),
        ("What was decided the week after last Easter?", date(2026, 4, 7), date(2026, 4, 13)),
        ("Was geschah in der Woche vor letztem Weihnachten?", date(2025, 12, 17), date(2025, 12, 23)),
        ("圣诞节前一周我们做了什么？", date(2025, 12, 17), date(2025, 12, 23)),
        ("元旦后一天发生了什么？", date(2026, 1, 2), date(2026, 1, 2)),
    ],
)
def test_the_days_before_a_feast_are_those_right_before_it(question: str, first: date, last: date) -> None:
    assert read(question) == {Span(first, last)}


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("Qu'avons-nous fait le lundi de Pâques ?", date(2026, 4, 6), date(2026, 4, 6)),
        ("Comment était le vendredi saint ?", date(2026, 4, 3), date(2026, 4, 3)),
        ("How was Good Friday?", date(2026, 4, 3), date(2026, 4, 3)),
        ("What did we eat Easter Sunday?", date(2026, 4, 5), date(2026, 4, 5)),
        ("How was Easter Monday?", date(2026, 4, 6), date(2026, 4, 6)),
        ("¿Qué hicimos el viernes santo?", date(2026, 4, 3), date(2026, 4, 3)),
        ("¿Qué dijo Ada el domingo de Pascua?", date(2026, 4, 5), date(2026, 4, 5)),
        ("Cosa abbiamo fatto venerdì santo?", date(2026, 4, 3), date(2026, 4, 3)),
        ("O que fizemos na sexta-feira santa?", date(2026, 4, 3), date(2026, 4, 3)),
        ("Co jsme dělali na Velký pátek?", date(2026, 4, 3), date(2026, 4, 3)),
        ("Co robiliśmy w Wielki Piątek?", date(2026, 4, 3), date(2026, 4, 3)),
        ("What did we do on Whit Monday?", date(2026, 5, 25), date(2026, 5, 25)),
        ("Que s'est-il passé le dimanche de Pâques ?", date(2026, 4, 5), date(2026, 4, 5)),
    ],
)
def test_a_feast_that_holds_a_weekday_is_none_of_this_week(question: str, first: date, last: date) -> None:
    assert read(question) == {Span(first, last)}


@pytest.mark.parametrize(
    ("question", "today", "first", "last"),
    [
        ("What did we do last winter?", WINTER, date(2024, 12, 1), date(2025, 2, 28)),
        ("Was haben wir letzten Winter gemacht?", WINTER, date(2024, 12, 1), date(2025, 2, 28)),
        ("Qu'avons-nous fait l'hiver dernier ?", WINTER, date(2024, 12, 1), date(2025, 2, 28)),
        ("¿Qué hicimos el invierno pasado?", WINTER, date(2024, 12, 1), date(2025, 2, 28)),
        ("Cosa abbiamo fatto lo scorso inverno?", WINTER, date(2024, 12, 1), date(2025, 2, 28)),
        ("O que fizemos no inverno passado?", WINTER, date(2024, 12, 1), date(2025, 2, 28)),
        ("Wat deden we afgelopen winter?", WINTER, date(2024, 12, 1), date(2025, 2, 28)),
        ("Vad gjorde vi förra vintern?", WINTER, date(2024, 12, 1), date(2025, 2, 28)),
        ("Co robiliśmy zeszłej zimy?", WINTER, date(2024, 12, 1), date(2025, 2, 28)),
        ("Co jsme dělali minulou zimu?", WINTER, date(2024, 12, 1), date(2025, 2, 28)),
        ("Что мы делали прошлой зимой?", WINTER, date(2024, 12, 1), date(2025, 2, 28)),
        ("Що ми робили минулої зими?", WINTER, date(2024, 12, 1), date(2025, 2, 28)),
        ("Geçen kışın ne yaptık?", WINTER, date(2024, 12, 1), date(2025, 2, 28)),
        ("What did we do this winter?", WINTER, date(2025, 12, 1), date(2026, 2, 28)),
        ("What did we do last summer?", TODAY, date(2025, 6, 1), date(2025, 8, 31)),
        ("Was haben wir letzten Sommer gemacht?", TODAY, date(2025, 6, 1), date(2025, 8, 31)),
        ("What did we decide last March?", MARCH, date(2025, 3, 1), date(2025, 3, 31)),
        ("Was haben wir letzten März beschlossen?", MARCH, date(2025, 3, 1), date(2025, 3, 31)),
        ("Qu'avons-nous décidé en mars dernier ?", MARCH, date(2025, 3, 1), date(2025, 3, 31)),
        ("¿Qué decidimos en marzo pasado?", MARCH, date(2025, 3, 1), date(2025, 3, 31)),
        ("Cosa abbiamo deciso lo scorso marzo?", MARCH, date(2025, 3, 1), date(2025, 3, 31)),
        ("O que decidimos em março passado?", MARCH, date(2025, 3, 1), date(2025, 3, 31)),
        ("지난 3월에 무엇을 결정했나요?", MARCH, date(2025, 3, 1), date(2025, 3, 31)),
        ("पिछले मार्च में हमने क्या तय किया?", MARCH, date(2025, 3, 1), date(2025, 3, 31)),
        ("ماذا قررنا في مارس الماضي؟", MARCH, date(2025, 3, 1), date(2025, 3, 31)),
        ("Geçen mart ne oldu?", MARCH, date(2025, 3, 1), date(2025, 3, 31)),
        ("Что мы решили в прошлом марте?", MARCH, date(2025, 3, 1), date(2025, 3, 31)),
        ("What has changed since last March?", MARCH, date(2025, 3, 1), date(2026, 3, 18)),
        ("What did we decide before last March?", MARCH, date(1970, 1, 1), date(2025, 2, 28)),
        ("What did we decide in March?", MARCH, date(2026, 3, 1), date(2026, 3, 31)),
        ("What was agreed last Christmas?", date(2025, 12, 25), date(2024, 12, 24), date(2024, 12, 26)),
        ("What did we file between last March and May?", TODAY, date(2026, 3, 1), date(2026, 5, 31)),
        ("What did we decide last August?", TODAY, date(2025, 8, 1), date(2025, 8, 31)),
        ("Qu'avons-nous fait l'été dernier ?", TODAY, date(2025, 6, 1), date(2025, 8, 31)),
        ("Что мы делали прошлым летом?", TODAY, date(2025, 6, 1), date(2025, 8, 31)),
        ("Co jsme dělali minulé léto?", TODAY, date(2025, 6, 1), date(2025, 8, 31)),
    ],
)
def test_the_last_time_of_the_year_is_over(question: str, today: date, first: date, last: date) -> None:
    assert read(question, today) == {Span(first, last)}


def test_this_weekend_is_one_of_this_week() -> None:
    this_week = {Span(date(2026, 8, 10), date(2026, 8, 16))}

    assert read("这个周末有什么活动？") == this_week
    assert read("今週末に何がありますか？") == this_week


def test_the_last_week_of_a_month_is_no_month_that_is_over() -> None:
    assert read("Was geschah in der letzten Aprilwoche?") == {Span(date(2026, 4, 24), date(2026, 4, 30))}
    assert read("Sonbahardan önceki hafta ne oldu?") == {Span(date(2025, 8, 25), date(2025, 8, 31))}


def test_on_a_weekend_it_is_the_one_that_is() -> None:
    assert read("What did we do at the weekend?", date(2026, 8, 9)) == {Span(date(2026, 8, 8), date(2026, 8, 9))}


def test_the_weekend_beside_a_date_is_not_the_last_one() -> None:
    assert read("Was geschah am Wochenende nach Pfingsten?") == {Span(date(2026, 5, 30), date(2026, 5, 31))}
    assert read("What did we do on the weekend before Easter?") == {Span(date(2026, 3, 28), date(2026, 3, 29))}


def test_numbers_in_a_list_with_something_else_are_no_days() -> None:
    assert read("What is in sections 4 and 5 of the 3 June report?") == {Span(date(2026, 6, 3), date(2026, 6, 3))}
    assert read("Who came on June 15 and 16 times called?") == {Span(date(2026, 6, 15), date(2026, 6, 15))}


def test_the_sign_that_stands_for_a_date_may_stand_in_a_question() -> None:
    assert read("What did\0 we decide\0 since 12 May\0?") == {Span(date(2026, 5, 12), TODAY)}


def test_of_the_dates_in_one_place_the_longest_is_found_however_many_there_are() -> None:
    question = "9 august 2026, " * 2_000

    dates = named_dates(question, lexicons_for("Who?"), TODAY)

    assert [each.place for each in dates] == [(15 * number, 15 * number + 13) for number in range(2_000)]


@pytest.mark.parametrize(
    "question",
    [
        "What did I note this morning?",
        "Who called this afternoon?",
        "Qui a appelé ce matin ?",
        "¿Quién llamó esta mañana?",
        "Cosa è successo stamattina?",
        "O que aconteceu esta manhã?",
        "Wat is er vanmorgen gebeurd?",
        "Vad hände i morse?",
        "Bu sabah ne oldu?",
        "Sáng nay có chuyện gì?",
        "今早发生了什么？",
        "今朝、何がありましたか？",
        "ماذا حدث هذا الصباح؟",
    ],
)
def test_a_part_of_this_day_is_today(question: str) -> None:
    assert read(question) == {Span(TODAY, TODAY)}


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("What did we do the summer before last?", date(2024, 6, 1), date(2024, 8, 31)),
        ("What happened the Christmas before last?", date(2024, 12, 24), date(2024, 12, 26)),
        ("Was war im vorletzten Winter?", date(2024, 12, 1), date(2025, 2, 28)),
        ("Что мы делали позапрошлым летом?", date(2024, 6, 1), date(2024, 8, 31)),
    ],
)
def test_the_time_of_the_year_before_the_last_one_is_a_year_before_it(question: str, first: date, last: date) -> None:
    assert read(question) == {Span(first, last)}


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("What have I noted since the beginning of the year?", date(2026, 1, 1), TODAY),
        ("What did we do in the first week of the year?", date(2026, 1, 1), date(2026, 1, 7)),
        ("What was the first half of the year 2024 like?", date(2024, 1, 1), date(2024, 6, 30)),
        ("Was hat sich seit Anfang des Jahres geändert?", date(2026, 1, 1), TODAY),
        ("Qu'a-t-on dépensé depuis le début de l'année ?", date(2026, 1, 1), TODAY),
        ("Что изменилось с начала года?", date(2026, 1, 1), TODAY),
        ("Что мы решили в конце прошлого года?", date(2025, 9, 2), date(2025, 12, 31)),
        ("Что нового с прошлой недели?", date(2026, 8, 3), TODAY),
        ("Co zrobiliśmy na początku zeszłego roku?", date(2025, 1, 1), date(2025, 5, 1)),
        ("Co jsme dělali koncem minulého roku?", date(2025, 9, 2), date(2025, 12, 31)),
    ],
)
def test_this_year_and_the_last_one_are_read_within_a_phrase_for_a_part_of_them(question: str, first: date, last: date) -> None:
    assert read(question) == {Span(first, last)}


def test_the_year_of_anything_else_is_no_time() -> None:
    assert read("Which was the best book of the year?") == set()


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("我们在五月初做了什么？", date(2026, 5, 1), date(2026, 5, 10)),
        ("我们从5月5日到5月12日做了什么？", date(2026, 5, 5), date(2026, 5, 12)),
        ("5月5日到12日来了哪些发票？", date(2026, 5, 5), date(2026, 5, 12)),
        ("他从三月以来做了什么？", date(2026, 3, 1), TODAY),
        ("我们在2025年做了什么？", date(2025, 1, 1), date(2025, 12, 31)),
        ("我们在2025年下半年花了多少？", date(2025, 7, 1), date(2025, 12, 31)),
        ("三天来发生了什么？", date(2026, 8, 9), TODAY),
        ("私は5月5日から5月12日までに何をしましたか？", date(2026, 5, 5), date(2026, 5, 12)),
        ("私たちは5月の初めに何をしましたか？", date(2026, 5, 1), date(2026, 5, 10)),
        ("私は2025年に何をしましたか？", date(2025, 1, 1), date(2025, 12, 31)),
    ],
)
def test_parts_and_ranges_of_dates_follow_any_word_in_scripts_without_spaces(question: str, first: date, last: date) -> None:
    assert read(question) == {Span(first, last)}


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("What did we do from January to March?", date(2026, 1, 1), date(2026, 3, 31)),
        ("What did we do from January 2025 to March?", date(2025, 1, 1), date(2025, 3, 31)),
        ("What did we do between November 2024 and February?", date(2024, 11, 1), date(2025, 2, 28)),
        ("What did we do from March 2025 to the end of May?", date(2025, 3, 1), date(2025, 5, 31)),
        ("What did we do from 2025-03-01 to 5 April?", date(2025, 3, 1), date(2025, 4, 5)),
        ("Was haben wir von März 2025 bis Mai gemacht?", date(2025, 3, 1), date(2025, 5, 31)),
        ("请列出我们从2025年1月到3月的会议", date(2025, 1, 1), date(2025, 3, 31)),
    ],
)
def test_a_range_ends_at_the_first_such_time_after_its_beginning(question: str, first: date, last: date) -> None:
    assert read(question) == {Span(first, last)}


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("我在2024年中国旅行时写了什么？", date(2024, 1, 1), date(2024, 12, 31)),
        ("我们5月5日中午吃了什么？", date(2026, 5, 5), date(2026, 5, 5)),
        ("他三月中奖了吗？", date(2026, 3, 1), date(2026, 3, 31)),
        ("他2024年初中毕业了吗？", date(2024, 1, 1), date(2024, 12, 31)),
    ],
)
def test_a_word_that_begins_like_a_part_of_a_date_is_none(question: str, first: date, last: date) -> None:
    assert read(question) == {Span(first, last)}


def test_to_march_is_a_month_only_after_a_date() -> None:
    assert read("Did Ada ask us to march?") == set()


@pytest.mark.parametrize(
    "question",
    [
        "¿Qué pasó anoche?",
        "Wat is er gisteravond gebeurd?",
        "昨夜、何がありましたか？",
        "昨晚发生了什么？",
        "어젯밤에 무슨 일이 있었나요?",
        "Tối qua có chuyện gì?",
    ],
)
def test_the_night_before_this_day_is_yesterday(question: str) -> None:
    assert read(question) == {Span(date(2026, 8, 11), date(2026, 8, 11))}
