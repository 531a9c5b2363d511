"""Dates in questions: by name, in figures and as seen from today, in every language."""

from datetime import date

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from simonides.domain.question.dates import AskedDates, read_dates
from simonides.domain.question.parsed import understand
from simonides.domain.question.spans import Moment, Span
from simonides.domain.question.yearly import FEASTS, Yearly
from simonides.languages.lexicon import lexicon, lexicons_for
from simonides.languages.part_words import INNER_PARTS

LANGUAGES = "ar cs de en es fr hi it ja ko nl pl pt ru sv tr uk vi zh".split()
TODAY = date(2026, 8, 12)
"""A Wednesday."""


def read(question: str) -> AskedDates:
    return understand(question, TODAY).dates


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("What did we decide on 9 August 2026?", date(2026, 8, 9), date(2026, 8, 9)),
        ("What did we discuss on 2 June?", date(2026, 6, 2), date(2026, 6, 2)),
        ("Who joined on 24 December?", date(2025, 12, 24), date(2025, 12, 24)),
        ("What broke last March?", date(2026, 3, 1), date(2026, 3, 31)),
        ("Which incidents were there in Q1?", date(2026, 1, 1), date(2026, 3, 31)),
        ("What was planned for Q4?", date(2025, 10, 1), date(2025, 12, 31)),
        ("What was the revenue of Q2 2024?", date(2024, 4, 1), date(2024, 6, 30)),
        ("What did Ada say yesterday?", date(2026, 8, 11), date(2026, 8, 11)),
        ("Which tickets were closed last week?", date(2026, 8, 3), date(2026, 8, 9)),
        ("What changed last month?", date(2026, 7, 1), date(2026, 7, 31)),
        ("Was haben wir gestern mit dem Kunden besprochen?", date(2026, 8, 11), date(2026, 8, 11)),
        ("Welche Ausfälle hatten wir im 2. Quartal 2025?", date(2025, 4, 1), date(2025, 6, 30)),
        ("Qu'est-ce que nous avons décidé la semaine dernière ?", date(2026, 8, 3), date(2026, 8, 9)),
        ("¿Qué decidimos sobre la base de datos el mes pasado?", date(2026, 7, 1), date(2026, 7, 31)),
        ("Что мы обсуждали вчера на встрече?", date(2026, 8, 11), date(2026, 8, 11)),
        ("我们昨天讨论了什么？", date(2026, 8, 11), date(2026, 8, 11)),
        ("先週の会議で何を決めましたか？", date(2026, 8, 3), date(2026, 8, 9)),
        ("Which incidents were there in 2025?", date(2025, 1, 1), date(2025, 12, 31)),
        ("Which incidents were there in the first quarter of 2025?", date(2025, 1, 1), date(2025, 3, 31)),
        ("Was geschah im ersten Quartal 2025 mit dem Server?", date(2025, 1, 1), date(2025, 3, 31)),
        ("2025年第一季度的收入是多少？", date(2025, 1, 1), date(2025, 3, 31)),
        ("Who led the team in spring 2026?", date(2026, 3, 1), date(2026, 5, 31)),
        ("Alle Störungen aus dem Herbst 2025", date(2025, 9, 1), date(2025, 11, 30)),
        ("Что сломалось весной 2026?", date(2026, 3, 1), date(2026, 5, 31)),
        ("What did Ada say about the lamp on Friday?", date(2026, 8, 7), date(2026, 8, 7)),
        ("上周五我们讨论了什么？", date(2026, 8, 7), date(2026, 8, 7)),
        ("How many bookings did we have between July and September 2025?", date(2025, 7, 1), date(2025, 9, 30)),
        ("Wie viele Buchungen gab es zwischen Mai und Juli?", date(2026, 5, 1), date(2026, 7, 31)),
        ("What was changed in the cellar since June?", date(2026, 6, 1), TODAY),
        ("Was wurde seit Juni am Keller geändert?", date(2026, 6, 1), TODAY),
        ("6月以来の変更", date(2026, 6, 1), TODAY),
        ("What did we use after 5 May 2026?", date(2026, 5, 6), TODAY),
        ("What did we use before March 2026?", date(1970, 1, 1), date(2026, 2, 28)),
        ("What happened between 20 and 25 June 2026?", date(2026, 6, 20), date(2026, 6, 25)),
        ("What happened between the 3rd and the 5th of May 2026?", date(2026, 5, 3), date(2026, 5, 5)),
        ("meetings 3-5 May 2026", date(2026, 5, 3), date(2026, 5, 5)),
        ("What was filed from June 20 to 25?", date(2026, 6, 20), date(2026, 6, 25)),
        ("Was geschah vom 20. bis 25. Juni 2026?", date(2026, 6, 20), date(2026, 6, 25)),
        ("Что было с 20 по 25 июня 2026?", date(2026, 6, 20), date(2026, 6, 25)),
        ("6月20日到25日发生了什么？", date(2026, 6, 20), date(2026, 6, 25)),
        ("Who has 20 keys since 25 June?", date(2026, 6, 25), TODAY),
        ("every incident of the first half of 2026", date(2026, 1, 1), date(2026, 6, 30)),
        ("What was decided in the second half of May 2026?", date(2026, 5, 17), date(2026, 5, 31)),
        ("What did we do in the last week of April 2026?", date(2026, 4, 24), date(2026, 4, 30)),
        ("What was decided in the first week of May?", date(2026, 5, 1), date(2026, 5, 7)),
        ("What happened early in June?", date(2026, 6, 1), date(2026, 6, 10)),
        ("Was haben wir Ende Mai besprochen?", date(2026, 5, 22), date(2026, 5, 31)),
        ("Alle Vorfälle im ersten Halbjahr 2026", date(2026, 1, 1), date(2026, 6, 30)),
        ("Que s'est-il passé au début de mai 2026 ?", date(2026, 5, 1), date(2026, 5, 10)),
        ("¿Qué decidimos a finales de mayo de 2026?", date(2026, 5, 22), date(2026, 5, 31)),
        ("2026年上半年的所有事故", date(2026, 1, 1), date(2026, 6, 30)),
        ("2026年5月末に何がありましたか？", date(2026, 5, 22), date(2026, 5, 31)),
        ("2026年的所有事故", date(2026, 1, 1), date(2026, 12, 31)),
        ("What changed since the beginning of October?", date(2025, 10, 1), TODAY),
        ("everything since the start of 2026", date(2026, 1, 1), TODAY),
        ("What was decided after the first week of May?", date(2026, 5, 8), TODAY),
        ("What was decided after the beginning of May?", date(2026, 5, 1), TODAY),
        ("What was decided until the end of March?", date(1970, 1, 1), date(2026, 3, 31)),
        ("What was decided before the end of March?", date(1970, 1, 1), date(2026, 3, 31)),
        ("What happened from the beginning of May to the end of June?", date(2026, 5, 1), date(2026, 6, 30)),
        ("What was done from late November to early February 2025?", date(2024, 11, 21), date(2025, 2, 9)),
        ("Was wurde bis Ende März entschieden?", date(1970, 1, 1), date(2026, 3, 31)),
        ("Qu'est-ce qui a changé depuis début mai ?", date(2026, 5, 1), TODAY),
        ("Qu'a-t-on décidé jusqu'à la fin de mars ?", date(1970, 1, 1), date(2026, 3, 31)),
        ("¿Qué pasó de principios de mayo a finales de junio?", date(2026, 5, 1), date(2026, 6, 30)),
        ("Cosa è cambiato dall'inizio di maggio?", date(2026, 5, 1), TODAY),
        ("Co się działo od początku maja do końca czerwca?", date(2026, 5, 1), date(2026, 6, 30)),
        ("Co se stalo koncem května?", date(2026, 5, 22), date(2026, 5, 31)),
        ("Co se stalo v první polovině roku 2026?", date(2026, 1, 1), date(2026, 6, 30)),
        ("Что было в конце мая?", date(2026, 5, 22), date(2026, 5, 31)),
        ("Что было с начала мая до конца июня?", date(2026, 5, 1), date(2026, 6, 30)),
        ("Що сталося наприкінці травня?", date(2026, 5, 22), date(2026, 5, 31)),
        ("Chuyện gì xảy ra từ 20 đến 25 tháng 6?", date(2026, 6, 20), date(2026, 6, 25)),
        ("Chuyện gì xảy ra từ ngày 20 đến ngày 25 tháng 6?", date(2026, 6, 20), date(2026, 6, 25)),
        ("20 से 25 जून क्या हुआ?", date(2026, 6, 20), date(2026, 6, 25)),
        ("What is in sections 4 to 7 of the 3 June report?", date(2026, 6, 3), date(2026, 6, 3)),
        ("Wer hatte am 3. Juni von 9 bis 12 Dienst?", date(2026, 6, 3), date(2026, 6, 3)),
        ("Was the call on 3 June from 2 to 4?", date(2026, 6, 3), date(2026, 6, 3)),
        ("Which letters went out on 3 June to 12 customers?", date(2026, 6, 3), date(2026, 6, 3)),
        ("Was the meeting moved from 3 June to 5 pm?", date(2026, 6, 3), date(2026, 6, 3)),
        ("Was the shop open from June 3 to 5 am?", date(2026, 6, 3), date(2026, 6, 3)),
        ("What was filed from June 20 to 25 in the cellar?", date(2026, 6, 20), date(2026, 6, 25)),
        ("What happened June 20-25, 2025?", date(2025, 6, 20), date(2025, 6, 25)),
    ],
)
def test_a_question_names_days(question: str, first: date, last: date) -> None:
    assert read(question).spans == (Span(first, last),)


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("What did we decide two weeks ago?", date(2026, 7, 26), date(2026, 8, 1)),
        ("What did Ada say three days ago about the lamp?", date(2026, 8, 9), date(2026, 8, 9)),
        ("What broke a month ago?", date(2026, 6, 28), date(2026, 7, 28)),
        ("Which tickets were closed in the last 3 days?", date(2026, 8, 9), TODAY),
        ("What changed over the past two weeks?", date(2026, 7, 29), TODAY),
        ("What has happened in the past month?", date(2026, 7, 13), TODAY),
        ("What did we ship last quarter?", date(2026, 4, 1), date(2026, 6, 30)),
        ("What was agreed last weekend?", date(2026, 8, 8), date(2026, 8, 9)),
        ("What did Ada say last Friday?", date(2026, 8, 7), date(2026, 8, 7)),
        ("What has changed since Friday?", date(2026, 8, 7), TODAY),
        ("everything since last Monday", date(2026, 8, 10), TODAY),
        ("What happened in mid-June?", date(2026, 6, 11), date(2026, 6, 20)),
        ("What happened in mid-2026?", date(2026, 5, 2), date(2026, 9, 1)),
        ("What was decided in the middle of May?", date(2026, 5, 11), date(2026, 5, 21)),
        ("a couple of weeks ago we chose a database, which one?", date(2026, 7, 26), date(2026, 8, 1)),
        ("What did we talk about a year ago?", date(2025, 2, 11), date(2026, 2, 10)),
        ("What did he say 2 hours ago?", TODAY, TODAY),
        ("What did Ada say two weeks ago on Friday?", date(2026, 7, 31), date(2026, 7, 31)),
        ("What did Ada say on Monday a week ago?", date(2026, 8, 3), date(2026, 8, 3)),
        ("Where were we a year ago today?", date(2025, 2, 11), date(2026, 2, 10)),
        ("What has broken within the last week?", date(2026, 8, 5), TODAY),
        ("What did we plan on the last weekend in May?", date(2026, 5, 1), date(2026, 5, 31)),
        ("Was planten wir heute vor einem Jahr?", date(2025, 2, 11), date(2026, 2, 10)),
        ("Qu'avons-nous décidé il y a quinze jours ?", date(2026, 7, 27), date(2026, 7, 29)),
        ("Que s'est-il passé ces dernières 24 heures ?", date(2026, 8, 11), TODAY),
        ("我们前三天讨论了什么？", date(2026, 8, 9), TODAY),
        ("Was haben wir vor zwei Wochen entschieden?", date(2026, 7, 26), date(2026, 8, 1)),
        ("Was geschah in den letzten drei Tagen?", date(2026, 8, 9), TODAY),
        ("Was hat sich seit einem Monat geändert?", date(2026, 7, 13), TODAY),
        ("Was geschah letzten Freitag?", date(2026, 8, 7), date(2026, 8, 7)),
        ("Was hat sich seit Freitag geändert?", date(2026, 8, 7), TODAY),
        ("Was haben wir Mitte Mai beschlossen?", date(2026, 5, 11), date(2026, 5, 21)),
        ("Was haben wir im letzten Quartal verkauft?", date(2026, 4, 1), date(2026, 6, 30)),
        ("Was war am letzten Wochenende?", date(2026, 8, 8), date(2026, 8, 9)),
        ("Qu'avons-nous décidé il y a deux semaines ?", date(2026, 7, 26), date(2026, 8, 1)),
        ("Que s'est-il passé ces trois derniers jours ?", date(2026, 8, 9), TODAY),
        ("Qu'a dit Ada vendredi dernier ?", date(2026, 8, 7), date(2026, 8, 7)),
        ("Qu'est-ce qui a changé à la mi-juin ?", date(2026, 6, 11), date(2026, 6, 20)),
        ("¿Qué decidimos hace dos semanas?", date(2026, 7, 26), date(2026, 8, 1)),
        ("¿Qué pasó en los últimos tres días?", date(2026, 8, 9), TODAY),
        ("¿Qué dijo Ada el viernes pasado?", date(2026, 8, 7), date(2026, 8, 7)),
        ("¿Qué decidimos a mediados de junio?", date(2026, 6, 11), date(2026, 6, 20)),
        ("Cosa abbiamo deciso due settimane fa?", date(2026, 7, 26), date(2026, 8, 1)),
        ("Cosa è successo negli ultimi tre giorni?", date(2026, 8, 9), TODAY),
        ("Cosa ha detto Ada venerdì scorso?", date(2026, 8, 7), date(2026, 8, 7)),
        ("Cosa è successo a metà giugno?", date(2026, 6, 11), date(2026, 6, 20)),
        ("O que decidimos há duas semanas?", date(2026, 7, 26), date(2026, 8, 1)),
        ("O que aconteceu nos últimos três dias?", date(2026, 8, 9), TODAY),
        ("O que a Ada disse na sexta-feira passada?", date(2026, 8, 7), date(2026, 8, 7)),
        ("O que aconteceu em meados de junho?", date(2026, 6, 11), date(2026, 6, 20)),
        ("Wat hebben we twee weken geleden besloten?", date(2026, 7, 26), date(2026, 8, 1)),
        ("Wat is er de afgelopen drie dagen gebeurd?", date(2026, 8, 9), TODAY),
        ("Wat zei Ada afgelopen vrijdag?", date(2026, 8, 7), date(2026, 8, 7)),
        ("Wat gebeurde er medio juni?", date(2026, 6, 11), date(2026, 6, 20)),
        ("Vad bestämde vi för två veckor sedan?", date(2026, 7, 26), date(2026, 8, 1)),
        ("Vad hände de senaste tre dagarna?", date(2026, 8, 9), TODAY),
        ("Vad sa Ada i fredags?", date(2026, 8, 7), date(2026, 8, 7)),
        ("Vad hände i mitten av juni?", date(2026, 6, 11), date(2026, 6, 20)),
        ("Co zdecydowaliśmy dwa tygodnie temu?", date(2026, 7, 26), date(2026, 8, 1)),
        ("Co się działo przez ostatnie trzy dni?", date(2026, 8, 9), TODAY),
        ("Co powiedziała Ada w zeszły piątek?", date(2026, 8, 7), date(2026, 8, 7)),
        ("Co się działo w połowie czerwca?", date(2026, 6, 11), date(2026, 6, 20)),
        ("Co jsme rozhodli před dvěma týdny?", date(2026, 7, 26), date(2026, 8, 1)),
        ("Co se dělo v posledních třech dnech?", date(2026, 8, 9), TODAY),
        ("Co řekla Ada minulý pátek?", date(2026, 8, 7), date(2026, 8, 7)),
        ("Co se dělo v polovině června?", date(2026, 6, 11), date(2026, 6, 20)),
        ("Что мы решили две недели назад?", date(2026, 7, 26), date(2026, 8, 1)),
        ("Что было за последние три дня?", date(2026, 8, 9), TODAY),
        ("Что сказала Ада в прошлую пятницу?", date(2026, 8, 7), date(2026, 8, 7)),
        ("Что было в середине июня?", date(2026, 6, 11), date(2026, 6, 20)),
        ("Що ми вирішили два тижні тому?", date(2026, 7, 26), date(2026, 8, 1)),
        ("Що було за останні три дні?", date(2026, 8, 9), TODAY),
        ("Що сказала Ада минулої п'ятниці?", date(2026, 8, 7), date(2026, 8, 7)),
        ("Що було в середині червня?", date(2026, 6, 11), date(2026, 6, 20)),
        ("İki hafta önce neye karar verdik?", date(2026, 7, 26), date(2026, 8, 1)),
        ("Son üç günde ne oldu?", date(2026, 8, 9), TODAY),
        ("Ada geçen cuma ne dedi?", date(2026, 8, 7), date(2026, 8, 7)),
        ("Haziran ortasında ne oldu?", date(2026, 6, 11), date(2026, 6, 20)),
        ("Hai tuần trước chúng ta đã quyết định gì?", date(2026, 7, 26), date(2026, 8, 1)),
        ("Ba ngày qua đã xảy ra chuyện gì?", date(2026, 8, 9), TODAY),
        ("Thứ sáu tuần trước Ada đã nói gì?", date(2026, 8, 7), date(2026, 8, 7)),
        ("Giữa tháng 6 đã xảy ra chuyện gì?", date(2026, 6, 11), date(2026, 6, 20)),
        ("两周前我们决定了什么？", date(2026, 7, 26), date(2026, 8, 1)),
        ("过去三天发生了什么？", date(2026, 8, 9), TODAY),
        ("上周五Ada说了什么？", date(2026, 8, 7), date(2026, 8, 7)),
        ("6月中旬发生了什么？", date(2026, 6, 11), date(2026, 6, 20)),
        ("2週間前に何を決めましたか？", date(2026, 7, 26), date(2026, 8, 1)),
        ("過去3日間に何がありましたか？", date(2026, 8, 9), TODAY),
        ("先週の金曜日にアダは何と言いましたか？", date(2026, 8, 7), date(2026, 8, 7)),
        ("6月中旬に何がありましたか？", date(2026, 6, 11), date(2026, 6, 20)),
        ("2주 전에 무엇을 결정했나요?", date(2026, 7, 26), date(2026, 8, 1)),
        ("지난 3일 동안 무슨 일이 있었나요?", date(2026, 8, 9), TODAY),
        ("세 달 전에 무엇을 결정했나요?", date(2026, 4, 28), date(2026, 5, 28)),
        ("지난 금요일에 아다가 뭐라고 했나요?", date(2026, 8, 7), date(2026, 8, 7)),
        ("6월 중순에 무슨 일이 있었나요?", date(2026, 6, 11), date(2026, 6, 20)),
        ("ماذا قررنا قبل أسبوعين؟", date(2026, 7, 26), date(2026, 8, 1)),
        ("ماذا حدث خلال ثلاثة أيام؟", date(2026, 8, 9), TODAY),
        ("ماذا قالت آدا يوم الجمعة الماضي؟", date(2026, 8, 7), date(2026, 8, 7)),
        ("ماذا حدث في منتصف يونيو؟", date(2026, 6, 11), date(2026, 6, 20)),
        ("हमने दो हफ़्ते पहले क्या तय किया?", date(2026, 7, 26), date(2026, 8, 1)),
        ("पिछले तीन दिनों में क्या हुआ?", date(2026, 8, 9), TODAY),
        ("पिछले शुक्रवार को आदा ने क्या कहा?", date(2026, 8, 7), date(2026, 8, 7)),
        ("जून के मध्य में क्या हुआ?", date(2026, 6, 11), date(2026, 6, 20)),
    ],
)
def test_days_are_counted_back_from_today_in_every_language(question: str, first: date, last: date) -> None:
    assert read(question).spans == (Span(first, last),)


def test_a_weekday_that_is_over_is_not_today() -> None:
    assert [span.first for span in read("What did Ada say last Wednesday?").spans] == [date(2026, 8, 5)]
    assert [span.first for span in read("What did Ada say on Wednesday?").spans] == [TODAY]


def test_a_long_time_ago_has_wider_bounds_and_never_reaches_beyond_today_or_the_calendar() -> None:
    assert read("What did we use 20 weeks ago?").spans == (Span(date(2026, 3, 11), date(2026, 4, 8)),)
    assert read("What did he say an hour ago?").spans == (Span(TODAY, TODAY),)
    assert read("What did we use 900 years ago?").spans[0].first == date(1970, 1, 1)


@pytest.mark.parametrize(
    ("question", "is_all"),
    [
        ("What did we discuss on 2 June?", True),
        ("What happened yesterday?", True),
        ("Was haben wir am 2. Juni besprochen?", True),
        ("what went wrong on 18/03/2026", True),
        ("¿Qué pasó ayer?", True),
        ("¿Qué hice ayer?", True),
        ("Qu'est-ce qui s'est passé hier ?", True),
        ("Que s’est-il passé mardi dernier ?", True),
        ("Cos'è successo ieri?", True),
        ("Che cosa è successo ieri?", True),
        ("Che cosa ho fatto ieri?", True),
        ("O que fiz ontem?", True),
        ("Co zrobiłem wczoraj?", True),
        ("Co jsem dělal včera?", True),
        ("Что я делала вчера?", True),
        ("Що я зробив вчора?", True),
        ("Dün ne yaptım?", True),
        ("What’s happened since June?", True),
        ("¿Qué cuesta la cocina desde ayer?", False),
        ("2026年9月29日出了什么事？", True),
        ("9月3日に何がありましたか？", True),
        ("2026년 9월 3일에 무슨 일이 있었나요?", True),
        ("What has changed since June?", True),
        ("2026年9月的事故", False),
        ("What did we decide about the database on 2 June?", False),
        ("What did we discuss?", False),
    ],
)
def test_a_question_may_ask_for_nothing_but_a_day(question: str, is_all: bool) -> None:
    assert read(question).is_all == is_all


def test_without_a_date_nothing_is_named() -> None:
    assert read("How do we deploy the app, and may I march in?") == AskedDates(forms={})


def test_a_date_is_looked_for_in_every_way_to_write_it() -> None:
    forms = read("What happened on 9 August 2026?").forms or {}

    assert {"aug", "2026_08_09", "9_8_2026", "09_08_2026"} <= set(forms["august"])
    assert forms["9"] == ("09",)


def test_a_date_in_figures_is_read_both_ways_in_english_and_one_way_elsewhere() -> None:
    assert {span.first for span in read("Who came on 8/9/2025?").spans} == {date(2025, 9, 8), date(2025, 8, 9)}
    assert {span.first for span in read("Wer kam am 8.9.2025 ins Büro?").spans} == {date(2025, 9, 8)}


@pytest.mark.parametrize(
    "question",
    [
        "Who is on call on Friday?",
        "Which version of Spring do we use?",
        "What is in build 2048?",
        "Der Vertrag hat 2025-er Preise",
        "Who joined years ago?",
        "What takes two weeks?",
        "Which backup is kept for three months?",
        "How do I see the last 3 commits?",
        "What is the last day of the trial?",
        "Which contract ends in two weeks?",
        "How long ago did we move?",
        "Who were the last two people who joined?",
        "What came up in the last sprint review?",
        "What is due in the last year of the contract?",
        "What did we learn in the last month of school?",
        "What did we plan half a year ago?",
        "What did the backup of 1,000 days ago hold?",
        "Wer sprach vor drei Leuten?",
        "Was steht im letzten Jahr der Schule an?",
        "Was ist am letzten Wochenende des Monats?",
        "Il y a deux ans de garantie ?",
        "Il y a deux personnes dans la salle ?",
        "¿Cuál es el último proyecto?",
        "¿Qué se hace dos días antes de la entrega?",
        "发布前三天要做什么？",
        "最近两个人是谁？",
        "这个任务三天内完成吗？",
    ],
)
def test_what_only_looks_like_a_date_is_none(question: str) -> None:
    assert read(question).spans == ()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_knows_the_week_the_year_ranges_of_days_and_parts_of_dates(language: str) -> None:
    known, parts = lexicon(language).relative, lexicon(language).date_parts

    assert known is not None
    assert parts is not None
    assert (len(known.weekdays), known.seasons.names.groups, len(known.worded_quarters)) == (7, 5, 4)
    assert len(known.ranges) == 5
    assert {kind for kind, _ in parts.parts} >= set(INNER_PARTS)


def test_a_range_without_a_beginning_still_knows_the_day_that_ends_it() -> None:
    asked = read("What did she get two weeks before 11 August 2025?")

    assert asked.moments == (Moment(8, 11, 2025),)
    assert not asked.is_near((date(2024, 1, 1) - date(1970, 1, 1)).days)


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("What did we decide before Christmas?", date(1970, 1, 1), date(2025, 12, 23)),
        ("What happened in the week before Christmas 2025?", date(2025, 12, 17), date(2025, 12, 23)),
        ("What did we plan over Christmas?", date(2025, 12, 24), date(2025, 12, 26)),
        ("What did we agree just after Easter?", date(2026, 4, 7), date(2026, 4, 20)),
        ("What was done between Easter and Whitsun 2026?", date(2026, 4, 3), date(2026, 5, 25)),
        ("Who visited at New Year?", date(2025, 12, 31), date(2026, 1, 1)),
        ("What did Ada say on New Year's Eve?", date(2025, 12, 31), date(2025, 12, 31)),
        ("What broke around Halloween?", date(2025, 10, 24), date(2025, 11, 7)),
        ("What was decided after Thanksgiving?", date(2025, 11, 28), date(2026, 8, 12)),
        ("Where were we at Easter 2024?", date(2024, 3, 29), date(2024, 4, 1)),
        ("What did we do the day before Easter?", date(2026, 4, 4), date(2026, 4, 4)),
        ("What did we do the week after 12 May?", date(2026, 5, 13), date(2026, 5, 19)),
        ("What happened on the weekend after Easter?", date(2026, 4, 11), date(2026, 4, 12)),
        ("What changed since last Christmas?", date(2025, 12, 24), date(2026, 8, 12)),
        ("Notes from between Easter and Christmas", date(2025, 4, 18), date(2025, 12, 26)),
        ("What was decided before Diwali?", date(1970, 1, 1), date(2025, 10, 17)),
        ("Who called on Eid?", date(2026, 3, 19), date(2026, 3, 23)),
        ("What happened at Chinese New Year 2025?", date(2025, 1, 28), date(2025, 2, 4)),
        ("Who wrote the Christmas 2025 newsletter?", date(2025, 1, 1), date(2025, 12, 31)),
        ("Was geschah vor Weihnachten?", date(1970, 1, 1), date(2025, 12, 23)),
        ("Was haben wir zwischen Ostern und Pfingsten besprochen?", date(2026, 4, 3), date(2026, 5, 25)),
        ("Was haben wir kurz vor Weihnachten beschlossen?", date(2025, 12, 10), date(2025, 12, 23)),
        ("Was geschah Weihnachten 2024?", date(2024, 12, 24), date(2024, 12, 26)),
        ("Qu'avons-nous décidé à Noël ?", date(2025, 12, 24), date(2025, 12, 26)),
        ("Qu'a-t-on fait juste avant Noël ?", date(2025, 12, 10), date(2025, 12, 23)),
        ("¿Qué pasó en Semana Santa?", date(2026, 3, 29), date(2026, 4, 5)),
        ("¿Qué decidimos antes de Navidad?", date(1970, 1, 1), date(2025, 12, 23)),
        ("春节前我们决定了什么？", date(1970, 1, 1), date(2026, 2, 15)),
        ("春节期间发生了什么？", date(2026, 2, 16), date(2026, 2, 23)),
        ("2025年春节我们去了哪里？", date(2025, 1, 28), date(2025, 2, 4)),
        ("去年圣诞节的时候谁来了？", date(2025, 12, 24), date(2025, 12, 26)),
    ],
)
def test_a_feast_is_a_date_like_any_other(question: str, first: date, last: date) -> None:
    assert read(question).spans == (Span(first, last),)


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("What was logged on the last Tuesday of July 2026?", date(2026, 7, 28), date(2026, 7, 28)),
        ("What did we plan on the first Monday in March?", date(2026, 3, 2), date(2026, 3, 2)),
        ("Who came on the last Friday before Christmas 2025?", date(2025, 12, 19), date(2025, 12, 19)),
        ("Was geschah am letzten Freitag im Mai?", date(2026, 5, 29), date(2026, 5, 29)),
        ("¿Qué pasó el primer lunes de mayo?", date(2026, 5, 4), date(2026, 5, 4)),
        ("Que s'est-il passé le dernier vendredi de juin ?", date(2026, 6, 26), date(2026, 6, 26)),
        ("五月的最后一个星期五发生了什么？", date(2026, 5, 29), date(2026, 5, 29)),
        ("5月第一个周一我们讨论了什么？", date(2026, 5, 4), date(2026, 5, 4)),
        ("Who is on call on the last Friday of July?", date(2026, 7, 31), date(2026, 7, 31)),
        ("What did Ada say the Friday before Easter?", date(2026, 3, 27), date(2026, 3, 27)),
    ],
)
def test_a_weekday_is_named_by_its_place_in_a_month_or_beside_a_date(question: str, first: date, last: date) -> None:
    assert read(question).spans == (Span(first, last),)


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("numbered incidents from September on", date(2025, 9, 1), date(2026, 8, 12)),
        ("What changed from 3 May onwards?", date(2026, 5, 3), date(2026, 8, 12)),
        ("Was wurde ab September geändert?", date(2025, 9, 1), date(2026, 8, 12)),
        ("Qu'est-ce qui a changé à partir de mai ?", date(2026, 5, 1), date(2026, 8, 12)),
        ("¿Qué cambió a partir de mayo?", date(2026, 5, 1), date(2026, 8, 12)),
        ("从五月起有什么变化？", date(2026, 5, 1), date(2026, 8, 12)),
        ("What was filed up to and including May?", date(1970, 1, 1), date(2026, 5, 31)),
        ("Was wurde bis einschließlich Mai erledigt?", date(1970, 1, 1), date(2026, 5, 31)),
        ("What was sent no later than May?", date(1970, 1, 1), date(2026, 5, 31)),
        ("Qu'a-t-on fini jusqu'en mai inclus ?", date(1970, 1, 1), date(2026, 5, 31)),
        ("截至五月底完成了什么？", date(1970, 1, 1), date(2026, 5, 31)),
    ],
)
def test_a_range_is_open_at_either_end(question: str, first: date, last: date) -> None:
    assert read(question).spans == (Span(first, last),)


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("What did we do in the first full week of January?", date(2026, 1, 5), date(2026, 1, 11)),
        ("What did we do in the first two weeks of June?", date(2026, 6, 1), date(2026, 6, 14)),
        ("What happened in the first few days of May?", date(2026, 5, 1), date(2026, 5, 5)),
        ("What happened in the last days of April?", date(2026, 4, 26), date(2026, 4, 30)),
        ("What was done in the last two weeks of June?", date(2026, 6, 17), date(2026, 6, 30)),
        ("What was done in the second week of June?", date(2026, 6, 8), date(2026, 6, 14)),
        ("Was geschah in den ersten zwei Wochen im Juni?", date(2026, 6, 1), date(2026, 6, 14)),
        ("Was geschah in den letzten Tagen des April?", date(2026, 4, 26), date(2026, 4, 30)),
        ("Que s'est-il passé les deux premières semaines de juin ?", date(2026, 6, 1), date(2026, 6, 14)),
        ("¿Qué pasó en las dos primeras semanas de junio?", date(2026, 6, 1), date(2026, 6, 14)),
        ("六月的前两周发生了什么？", date(2026, 6, 1), date(2026, 6, 14)),
        ("六月第二周发生了什么？", date(2026, 6, 8), date(2026, 6, 14)),
    ],
)
def test_a_month_has_first_and_last_weeks_and_days(question: str, first: date, last: date) -> None:
    assert read(question).spans == (Span(first, last),)


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("What was the revenue of Q2 last year?", date(2025, 4, 1), date(2025, 6, 30)),
        ("What did we ship in the second quarter of last year?", date(2025, 4, 1), date(2025, 6, 30)),
        ("Who joined in the autumn of last year?", date(2025, 9, 1), date(2025, 11, 30)),
        ("What was decided early this year?", date(2026, 1, 1), date(2026, 5, 1)),
        ("What did we agree at the end of last year?", date(2025, 9, 2), date(2025, 12, 31)),
        ("What were we doing this time last year?", date(2025, 8, 6), date(2025, 8, 20)),
        ("What did Ada say on Monday morning last week?", date(2026, 8, 3), date(2026, 8, 3)),
        ("What happened on Sunday?", date(2026, 8, 9), date(2026, 8, 9)),
        ("what went wrong at the weekend", date(2026, 8, 8), date(2026, 8, 9)),
        ("who came on Monday", date(2026, 8, 10), date(2026, 8, 10)),
        ("What did we do from Monday to Friday last week?", date(2026, 8, 3), date(2026, 8, 7)),
        ("Was haben wir von Montag bis Mittwoch letzte Woche gemacht?", date(2026, 8, 3), date(2026, 8, 5)),
        ("¿Qué hicimos de lunes a miércoles la semana pasada?", date(2026, 8, 3), date(2026, 8, 5)),
        ("上周一到周三发生了什么?", date(2026, 8, 3), date(2026, 8, 5)),
        ("What did we do from Friday to Monday?", date(2026, 8, 7), date(2026, 8, 10)),
        ("What was filed on the 3rd of last month?", date(2026, 7, 3), date(2026, 7, 3)),
        ("What did we discuss on the 3rd?", date(2026, 8, 3), date(2026, 8, 3)),
        ("What has changed since Monday?", date(2026, 8, 10), date(2026, 8, 12)),
        ("What did we do until yesterday?", date(1970, 1, 1), date(2026, 8, 11)),
        ("What broke in May last year?", date(2025, 5, 1), date(2025, 5, 31)),
        ("What did we do on 3 May last year?", date(2025, 5, 3), date(2025, 5, 3)),
        ("What did we say about the roof in the week before last?", date(2026, 7, 27), date(2026, 8, 2)),
        ("Which invoices came in the run-up to Christmas?", date(2025, 12, 10), date(2025, 12, 23)),
        ("What was paid over Easter weekend?", date(2026, 4, 3), date(2026, 4, 6)),
        ("Who visited on Easter Monday 2025?", date(2025, 4, 21), date(2025, 4, 21)),
        ("What was agreed between Christmas and New Year?", date(2025, 12, 24), date(2026, 1, 1)),
        ("What broke the weekend before last?", date(2026, 8, 1), date(2026, 8, 2)),
        ("What did we decide in the third week of March?", date(2026, 3, 15), date(2026, 3, 21)),
        ("What did Ada write on the second Friday of last month?", date(2026, 7, 10), date(2026, 7, 10)),
        ("Which bugs were opened in the last week of last month?", date(2026, 7, 25), date(2026, 7, 31)),
        ("Was haben wir am ersten Montag im Juni besprochen?", date(2026, 6, 1), date(2026, 6, 1)),
        ("Was geschah über Ostern 2025?", date(2025, 4, 18), date(2025, 4, 21)),
        ("Was hat Ada im Herbst letzten Jahres gesagt?", date(2025, 9, 1), date(2025, 11, 30)),
        ("Was wurde am Wochenende nach Pfingsten repariert?", date(2026, 5, 30), date(2026, 5, 31)),
        ("Was haben wir Anfang dieses Jahres beschlossen?", date(2026, 1, 1), date(2026, 5, 1)),
        ("Was kam in der Woche vor dem 3. Mai?", date(2026, 4, 26), date(2026, 5, 2)),
        ("Qu'avons-nous décidé la semaine avant Pâques ?", date(2026, 3, 27), date(2026, 4, 2)),
        ("Que s'est-il passé le lendemain de Noël ?", date(2025, 12, 26), date(2025, 12, 26)),
        ("Qu'a-t-on vendu au deuxième trimestre de l'année dernière ?", date(2025, 4, 1), date(2025, 6, 30)),
        ("¿Qué pasó el otoño del año pasado?", date(2025, 9, 1), date(2025, 11, 30)),
        ("¿Qué decidimos justo después de Navidad?", date(2025, 12, 27), date(2026, 1, 9)),
        ("¿Qué se hizo el fin de semana antes de Pascua?", date(2026, 3, 28), date(2026, 3, 29)),
        ("去年第二季度的收入是多少？", date(2025, 4, 1), date(2025, 6, 30)),
        ("去年秋天我们做了什么？", date(2025, 9, 1), date(2025, 11, 30)),
        ("今年年初我们决定了什么？", date(2026, 1, 1), date(2026, 5, 1)),
        ("上个月3号我们讨论了什么？", date(2026, 7, 3), date(2026, 7, 3)),
        ("上周一早上Ada说了什么？", date(2026, 8, 3), date(2026, 8, 3)),
        ("国庆节前我们决定了什么？", date(1970, 1, 1), date(2025, 9, 30)),
        ("春节后第一周发生了什么？", date(2026, 2, 24), date(2026, 3, 2)),
        ("Was geschah vorletzte Woche?", date(2026, 7, 27), date(2026, 8, 2)),
        ("前年我们做了什么？", date(2024, 1, 1), date(2024, 12, 31)),
        ("What did we read over the Christmas holidays?", date(2025, 12, 24), date(2025, 12, 26)),
    ],
)
def test_a_date_is_told_in_many_ways(question: str, first: date, last: date) -> None:
    assert read(question).spans == (Span(first, last),)


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("Cosa abbiamo deciso prima di Natale?", date(1970, 1, 1), date(2025, 12, 23)),
        ("Cosa è successo a Pasqua?", date(2026, 4, 3), date(2026, 4, 6)),
        ("Cosa è successo l'ultimo venerdì di maggio?", date(2026, 5, 29), date(2026, 5, 29)),
        ("Cosa abbiamo fatto nella settimana dopo il 12 maggio?", date(2026, 5, 13), date(2026, 5, 19)),
        ("Cosa è cambiato da maggio in poi?", date(2026, 5, 1), date(2026, 8, 12)),
        ("Che cosa è successo negli ultimi giorni di aprile?", date(2026, 4, 26), date(2026, 4, 30)),
        ("O que decidimos antes do Natal?", date(1970, 1, 1), date(2025, 12, 23)),
        ("O que aconteceu na Páscoa?", date(2026, 4, 3), date(2026, 4, 6)),
        ("O que aconteceu na última sexta-feira de maio?", date(2026, 5, 29), date(2026, 5, 29)),
        ("O que fizemos na semana depois de 12 de maio?", date(2026, 5, 13), date(2026, 5, 19)),
        ("O que mudou a partir de maio?", date(2026, 5, 1), date(2026, 8, 12)),
        ("Wat hebben we voor Kerst besloten?", date(1970, 1, 1), date(2025, 12, 23)),
        ("Wat hebben we vóór Kerst besloten?", date(1970, 1, 1), date(2025, 12, 23)),
        ("Wat gebeurde er met Pasen?", date(2026, 4, 3), date(2026, 4, 6)),
        ("Wat gebeurde er op de laatste vrijdag van mei?", date(2026, 5, 29), date(2026, 5, 29)),
        ("Wat deden we in de week na 12 mei?", date(2026, 5, 13), date(2026, 5, 19)),
        ("Wat is er vanaf mei veranderd?", date(2026, 5, 1), date(2026, 8, 12)),
        ("Vad bestämde vi före jul?", date(1970, 1, 1), date(2025, 12, 23)),
        ("Vad hände i påskas?", date(2026, 4, 3), date(2026, 4, 6)),
        ("Vad hände under påsken?", date(2026, 4, 3), date(2026, 4, 6)),
        ("Vad hände den sista fredagen i maj?", date(2026, 5, 29), date(2026, 5, 29)),
        ("Vad gjorde vi veckan efter den 12 maj?", date(2026, 5, 13), date(2026, 5, 19)),
        ("Vad har ändrats från och med maj?", date(2026, 5, 1), date(2026, 8, 12)),
        ("Co zdecydowaliśmy przed Wielkanocą?", date(1970, 1, 1), date(2026, 4, 2)),
        ("Co się działo w Sylwestra?", date(2025, 12, 31), date(2025, 12, 31)),
        ("Co się działo w ostatni piątek maja?", date(2026, 5, 29), date(2026, 5, 29)),
        ("Co robiliśmy w tygodniu po 12 maja?", date(2026, 5, 13), date(2026, 5, 19)),
        ("Co się zmieniło od maja?", date(2026, 5, 1), date(2026, 8, 12)),
        ("Co jsme rozhodli před Vánoci?", date(1970, 1, 1), date(2025, 12, 23)),
        ("Co se stalo o Velikonocích?", date(2026, 4, 3), date(2026, 4, 6)),
        ("Co se stalo v poslední pátek v květnu?", date(2026, 5, 29), date(2026, 5, 29)),
        ("Co jsme dělali v týdnu po 12. květnu?", date(2026, 5, 13), date(2026, 5, 19)),
        ("Co se změnilo od května?", date(2026, 5, 1), date(2026, 8, 12)),
        ("Что было после Пасхи?", date(2026, 4, 13), date(2026, 8, 12)),
        ("Что мы решили на Новый год?", date(2025, 12, 31), date(2026, 1, 1)),
        ("Что случилось в последнюю пятницу мая?", date(2026, 5, 29), date(2026, 5, 29)),
        ("Что мы делали на неделе после 12 мая?", date(2026, 5, 13), date(2026, 5, 19)),
        ("Что изменилось начиная с мая?", date(2026, 5, 1), date(2026, 8, 12)),
        ("Что было на Рождество 2026?", date(2026, 1, 6), date(2026, 1, 7)),
        ("Що було після Великодня?", date(2026, 4, 13), date(2026, 8, 12)),
        ("Що ми вирішили перед Різдвом?", date(1970, 1, 1), date(2025, 12, 23)),
        ("Що сталося в останню п'ятницю травня?", date(2026, 5, 29), date(2026, 5, 29)),
        ("Що змінилося починаючи з травня?", date(2026, 5, 1), date(2026, 8, 12)),
        ("Yılbaşında ne oldu?", date(2025, 12, 31), date(2026, 1, 1)),
        ("Ramazan Bayramından sonra ne oldu?", date(2026, 3, 24), date(2026, 8, 12)),
        ("Mayısın son cuması ne oldu?", date(2026, 5, 29), date(2026, 5, 29)),
        ("Mayıstan itibaren ne değişti?", date(2026, 5, 1), date(2026, 8, 12)),
        ("Chuyện gì xảy ra trước Giáng sinh?", date(1970, 1, 1), date(2025, 12, 23)),
        ("Chuyện gì xảy ra vào dịp Tết 2025?", date(2025, 1, 28), date(2025, 2, 4)),
        ("Chuyện gì xảy ra thứ sáu cuối cùng của tháng 5?", date(2026, 5, 29), date(2026, 5, 29)),
        ("Chuyện gì thay đổi từ tháng 5 trở đi?", date(2026, 5, 1), date(2026, 8, 12)),
        ("クリスマスの前に何を決めましたか？", date(1970, 1, 1), date(2025, 12, 23)),
        ("大晦日に何がありましたか？", date(2025, 12, 31), date(2025, 12, 31)),
        ("5月の最後の金曜日に何がありましたか？", date(2026, 5, 29), date(2026, 5, 29)),
        ("クリスマスの翌日に何がありましたか？", date(2025, 12, 26), date(2025, 12, 26)),
        ("5月以降に何が変わりましたか？", date(2026, 5, 1), date(2026, 8, 12)),
        ("크리스마스 전에 무엇을 결정했나요?", date(1970, 1, 1), date(2025, 12, 23)),
        ("설날에 무슨 일이 있었나요?", date(2026, 2, 16), date(2026, 2, 23)),
        ("5월 마지막 금요일에 무슨 일이 있었나요?", date(2026, 5, 29), date(2026, 5, 29)),
        ("5월부터 무엇이 바뀌었나요?", date(2026, 5, 1), date(2026, 8, 12)),
        ("ماذا قررنا قبل عيد الفطر؟", date(1970, 1, 1), date(2026, 3, 18)),
        ("ماذا حدث في عيد الأضحى؟", date(2026, 5, 26), date(2026, 5, 31)),
        ("ماذا حدث في آخر جمعة من مايو؟", date(2026, 5, 29), date(2026, 5, 29)),
        ("ماذا تغير ابتداء من مايو؟", date(2026, 5, 1), date(2026, 8, 12)),
        ("दिवाली से पहले हमने क्या तय किया?", date(1970, 1, 1), date(2025, 10, 17)),
        ("क्रिसमस पर क्या हुआ?", date(2025, 12, 24), date(2025, 12, 26)),
        ("मई के आखिरी शुक्रवार को क्या हुआ?", date(2026, 5, 29), date(2026, 5, 29)),
        ("मई से लेकर क्या बदला?", date(2026, 5, 1), date(2026, 8, 12)),
    ],
)
def test_every_language_knows_feasts_and_days_beside_a_date(question: str, first: date, last: date) -> None:
    assert read(question).spans == (Span(first, last),)


@pytest.mark.parametrize(
    "question",
    [
        "When is the Christmas party?",
        "What did we plan before the Christmas party?",
        "Where is the Easter egg?",
        "How do we celebrate Christmas?",
        "What did we say about Easter?",
        "Who ordered the Christmas-tree?",
        "Wann ist die Weihnachtsfeier?",
        "Où est le marché de Noël ?",
        "¿Cuándo es la cena de Navidad?",
        "圣诞树在哪里？",
        "What is due two days after the launch?",
        "What is planned for the day after tomorrow?",
        "Who came on the same day?",
        "Who has a desk on the 3rd floor?",
        "Quando è la cena di Natale?",
        "クリスマスパーティーはいつですか？",
        "크리스마스 파티는 언제인가요?",
    ],
)
def test_a_feast_in_a_name_and_a_day_beside_something_else_ask_for_no_time(question: str) -> None:
    assert read(question).spans == ()


def test_the_words_of_a_date_are_not_searched_for() -> None:
    assert {"week", "christma"} <= read("Which letters came in the week before Christmas 2025?").words
    assert {"last", "tuesday", "juli"} <= read("Which letters came on the last Tuesday of July?").words
    assert not read("When is the Christmas party?").words


def test_every_feast_of_a_language_file_is_known() -> None:
    for language in LANGUAGES:
        known = lexicon(language).relative

        assert known is not None
        assert known.feasts is not None
        assert set(known.feasts.names.groupindex) - {"year"} <= set(FEASTS)


@pytest.mark.parametrize(
    ("feast", "days"),
    [
        ("easter_sunday", {date(2019, 4, 21), date(2024, 3, 31), date(2025, 4, 20), date(2038, 4, 25)}),
        ("orthodox_easter", {date(2019, 4, 28), date(2024, 5, 5), date(2025, 4, 20), date(2026, 4, 12)}),
        ("thanksgiving", {date(2024, 11, 28), date(2025, 11, 27)}),
    ],
)
def test_a_feast_that_moves_is_reckoned(feast: str, days: set[date]) -> None:
    assert all(Yearly(feast).in_year(day.year) == Span(day, day) for day in days)


def test_a_feast_beyond_its_table_is_no_date() -> None:
    assert Yearly("spring_festival").in_year(2014) is None
    assert read("What happened at Chinese New Year 1999?").spans == (Span(date(1999, 1, 1), date(1999, 12, 31)),)


@pytest.mark.parametrize(
    "question",
    [
        "Was hat Ada am Freitag gesagt?",
        "Was haben wir am Freitag besprochen?",
        "Qu'a dit Ada vendredi ?",
        "Qu'avons-nous décidé vendredi ?",
        "¿Qué dijo Ada el viernes?",
        "¿Qué decidimos el viernes?",
        "Cosa ha detto Ada venerdì?",
        "O que a Ada disse na sexta-feira?",
        "Wat zei Ada vrijdag?",
        "Wat heeft Ada vrijdag gezegd?",
        "Vad sa Ada på fredag?",
        "Co powiedziała Ada w piątek?",
        "Co řekla Ada v pátek?",
        "Что сказала Ада в пятницу?",
        "Що сказала Ада в п'ятницю?",
        "Ada cuma günü ne dedi?",
        "ماذا قالت آدا يوم الجمعة؟",
        "शुक्रवार को आदा ने क्या कहा?",
        "Qu'a dit Ada vendredi matin ?",
        "¿Qué dijo Ada el viernes por la mañana?",
        "Wer war am Freitag da?",
    ],
)
def test_a_weekday_of_a_question_for_something_past_is_the_last_one_in_every_language(question: str) -> None:
    assert read(question).spans == (Span(date(2026, 8, 7), date(2026, 8, 7)),)


@pytest.mark.parametrize(
    "question",
    [
        "Wer hat am Freitag Dienst?",
        "Qui est de garde vendredi ?",
        "¿Quién está de guardia el viernes?",
        "Co robimy w piątek?",
        "Кто дежурит в пятницу?",
        "Wann ist am Freitag die Besprechung?",
        "Who is on call on the 3rd?",
    ],
)
def test_a_day_of_a_question_for_what_is_to_come_is_none(question: str) -> None:
    assert read(question).spans == ()


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("What did we do between Boxing Day and New Year's Day?", date(2025, 12, 26), date(2026, 1, 1)),
        ("Who was away the week of 12 May?", date(2026, 5, 11), date(2026, 5, 17)),
        ("What was agreed in the last two days of May?", date(2026, 5, 30), date(2026, 5, 31)),
        ("Who called the day after Thanksgiving 2024?", date(2024, 11, 29), date(2024, 11, 29)),
        ("What did we note around 3 May?", date(2026, 4, 26), date(2026, 5, 10)),
        ("Which orders arrived by Easter?", date(1970, 1, 1), date(2026, 4, 6)),
        ("What did Ada do on the Monday after Easter?", date(2026, 4, 13), date(2026, 4, 13)),
        ("What was the plan before the end of last year?", date(1970, 1, 1), date(2025, 12, 31)),
        ("Everything from the first week of January to the last week of March", date(2026, 1, 1), date(2026, 3, 31)),
        ("What changed between the last Friday in May and the first Monday in June?", date(2026, 5, 29), date(2026, 6, 1)),
        ("Who joined in the first three months of 2026?", date(2026, 1, 1), date(2026, 3, 31)),
        ("What was decided in the last three months of 2025?", date(2025, 10, 1), date(2025, 12, 31)),
        ("What was filed in the last quarter of 2025?", date(2025, 10, 1), date(2025, 12, 31)),
        ("What did we do on Good Friday?", date(2026, 4, 3), date(2026, 4, 3)),
        ("What did May say on Friday?", date(2026, 8, 7), date(2026, 8, 7)),
        ("Was sagte Silvester gestern?", date(2026, 8, 11), date(2026, 8, 11)),
        ("Was essen wir an Weihnachten?", date(2025, 12, 24), date(2025, 12, 26)),
        ("Wer fährt an Pfingsten weg?", date(2026, 5, 24), date(2026, 5, 25)),
        ("Was geschah am 3.?", date(2026, 8, 3), date(2026, 8, 3)),
        ("Was wurde ab dem 3. Mai geändert?", date(2026, 5, 3), date(2026, 8, 12)),
        ("Was war im ersten Quartal letzten Jahres?", date(2025, 1, 1), date(2025, 3, 31)),
        ("Was haben wir in der ersten Maiwoche gemacht?", date(2026, 5, 1), date(2026, 5, 7)),
        ("去年国庆节我们去了哪里？", date(2025, 10, 1), date(2025, 10, 7)),
        ("前天Ada说了什么？", date(2026, 8, 10), date(2026, 8, 10)),
        ("三月前两周我们做了什么？", date(2026, 3, 1), date(2026, 3, 14)),
        ("三天前发生了什么？", date(2026, 8, 9), date(2026, 8, 9)),
    ],
)
def test_phrases_for_days_stand_in_each_other(question: str, first: date, last: date) -> None:
    assert read(question).spans == (Span(first, last),)


@pytest.mark.parametrize(
    "question",
    [
        "What did we say about the Christmas tree?",
        "Where is the Easter bunny?",
        "Where did we put the new year resolutions?",
        "Which Halloween costumes did we order?",
        "Who is our Thanksgiving host?",
        "What is new in the new year?",
        "When does the new year's sale start?",
        "Who plans the after-Christmas sale?",
        "What did Noel say before lunch?",
        "Who lives on Easter Island?",
        "Who moved to Easter Road?",
        "What is the first Monday of the month rule?",
        "What happens in the week after the release?",
        "When is the day before the deadline?",
        "Wo liegt der Weihnachtsbaum?",
        "Was steht in der Osterliste?",
        "Où est le père Noël ?",
        "¿Dónde está el árbol de Navidad?",
        "Wer wohnt in der Silvesterstraße?",
        "Was geschah am 3. Tag?",
        "圣诞老人是谁？",
        "春节联欢晚会几点？",
    ],
)
def test_a_name_that_holds_a_feast_is_no_date(question: str) -> None:
    assert read(question).spans == ()
    assert not read(question).words


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("What did I note a few days ago?", date(2026, 8, 6), date(2026, 8, 10)),
        ("Was haben wir vor ein paar Tagen besprochen?", date(2026, 8, 6), date(2026, 8, 10)),
        ("Qu'a dit Ada il y a quelques jours ?", date(2026, 8, 6), date(2026, 8, 10)),
        ("¿Qué dijo Ada hace unos días?", date(2026, 8, 6), date(2026, 8, 10)),
        ("几天前我们决定了什么？", date(2026, 8, 6), date(2026, 8, 10)),
        ("Which tickets were closed in the past few days?", date(2026, 8, 6), TODAY),
        ("Was geschah in den letzten paar Tagen?", date(2026, 8, 6), TODAY),
        ("Que s'est-il passé ces derniers jours ?", date(2026, 8, 6), TODAY),
        ("¿Qué pasó en los últimos días?", date(2026, 8, 6), TODAY),
        ("这几天发生了什么？", date(2026, 8, 6), TODAY),
        ("What did Ada say last night?", date(2026, 8, 11), date(2026, 8, 11)),
        ("What did we file on the first of May?", date(2026, 5, 1), date(2026, 5, 1)),
        ("What did we decide on the last day of May?", date(2026, 5, 31), date(2026, 5, 31)),
        ("Was geschah am ersten Tag des Mai?", date(2026, 5, 1), date(2026, 5, 1)),
        ("五月的最后一天我们做了什么？", date(2026, 5, 31), date(2026, 5, 31)),
    ],
)
def test_a_few_days_and_the_first_or_last_of_many_are_read(question: str, first: date, last: date) -> None:
    assert read(question).spans == (Span(first, last),)


def test_the_days_beside_a_date_are_near_it_and_a_part_of_a_month_is_not_the_month() -> None:
    assert read("What did Ada do in the week before 3 May 2026?").moments == (Moment(5, 3, 2026),)
    assert read("What did Ada do in the last two weeks of May 2026?").moments == ()


def test_the_name_of_a_feast_is_looked_for_where_it_is_the_time_itself() -> None:
    assert "halloween" not in read("What did we do over Halloween?").words
    assert "christma" not in read("What did we do at Christmas 2025?").words
    assert "christma" in read("What did we do before Christmas 2025?").words


@settings(max_examples=200)
@given(
    st.dates(),
    st.sampled_from(
        [
            "last week, in december", "three months ago", "last winter", "since easter and until eid",
            "the last weekend before christmas",
            "the first week of january", "last quarter", "the year before last", "between may and july", "2 years ago today",
        ]
    ),
)  # fmt: skip
@example(date.min, "last week, in december")
@example(date.max, "last winter")
def test_a_phrase_is_read_on_every_day_of_the_calendar(today: date, phrase: str) -> None:
    read_dates(phrase, lexicons_for(phrase), today)
