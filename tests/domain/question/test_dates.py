"""Dates in questions: by name, in figures and as seen from today, in every language."""

from datetime import date

import pytest

from simonides.domain.question.dates import AskedDates
from simonides.domain.question.parsed import understand
from simonides.domain.question.spans import Moment, Span
from simonides.languages.lexicon import lexicon

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
    known = lexicon(language).relative

    assert known is not None
    assert (len(known.weekdays), len(known.seasons), len(known.worded_quarters)) == (7, 4, 4)
    assert (len(known.ranges), len(known.parts)) == (5, 7)


def test_a_range_without_a_beginning_still_knows_the_day_that_ends_it() -> None:
    asked = read("What did she get two weeks before 11 August 2025?")

    assert asked.moments == (Moment(8, 11, 2025),)
    assert not asked.is_near((date(2024, 1, 1) - date(1970, 1, 1)).days)
