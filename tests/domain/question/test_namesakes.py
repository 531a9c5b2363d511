"""Names, numbers and things that are written like a time, in every language: they are searched for as words."""

from datetime import date

import pytest

from simonides.domain.question.dates import AskedDates
from simonides.domain.question.parsed import understand
from simonides.domain.question.spans import Span

TODAY = date(2026, 8, 12)
"""A Wednesday."""


def read(question: str) -> AskedDates:
    return understand(question, TODAY).dates


@pytest.mark.parametrize(
    "question",
    [
        "Who scored in the second quarter of the game?",
        "What happened in the first quarter of the match?",
        "Who slept through the third quarter of the film?",
        "What does Q3 of the survey ask?",
        "¿Qué pasó en el segundo trimestre del embarazo?",
        "Cosa è successo nel secondo trimestre di gravidanza?",
        "O que aconteceu no segundo trimestre da gravidez?",
        "Who fixed ticket 2024?",
        "What did we say about issue 2019?",
        "Who sleeps in room 2019?",
        "Which service listens on port 2022?",
        "Who paid $2024 for the lamp?",
        "Who paid $2,024?",
        "Who paid €2024?",
        "Who paid 2024 euros?",
        "Does it run on python 3.12?",
        "Wer bearbeitet Ticket 2024?",
        "Wer schläft in Zimmer 2019?",
        "Wie hoch war die Rechnung Nr. 2023?",
        "Qui dort dans la chambre 2019 ?",
        "¿Quién duerme en la habitación 2019?",
        "Chi dorme nella stanza 2019?",
        "Quem dorme no quarto 2019?",
        "Wie slaapt er in kamer 2019?",
        "Kto śpi w pokoju 2019?",
        "Kdo spí v pokoji 2019?",
        "Кто спит в комнате 2019?",
        "Хто спить у кімнаті 2019?",
        "2019 numaralı odada kim uyuyor?",
        "Ai ngủ ở phòng 2019?",
        "谁住在2019房间？",
        "2019号室に誰がいますか？",
        "2019호에 누가 있나요?",
        "من ينام في الغرفة 2019؟",
        "कमरा 2019 में कौन सोता है?",
        "Which version is 2.5.2024.1?",
        "Is it on 192.168.10.5.2024?",
        "Who wrote 4/5/2024/notes?",
        "Welche Version ist 3.5.2024.2?",
        "Wer schrieb „August“?",
        "Qui a écrit « Août » ?",
        "Что за фильм «Март»?",
        "谁写了《三月》？",
        "他住在2024号房间吗？",
        "What is the price of model 2020?",
        "How do I fix error 2003?",
        "What does page 2011 say?",
        "What did we change in Spring Boot?",
        "Which beans live in spring boot?",
        "Where is the spring cleaning script?",
        "What broke in the summer school app?",
        "What caused the fall of the server?",
        "When do the sales start to fall?",
        "Does the app fall back to the cache?",
        "How did the pipe spring a leak?",
        "When may I march?",
        "Does the sun shine?",
        "Who leads the march on the tower?",
        "Qui a marché sur Mars ?",
        "Que fait la mission Mars ?",
        "Où a été Ada ?",
        "Vad är vår budget?",
        "İki sayının aralık değeri nedir?",
        "Was hat Frau Sommer gesagt?",
        "Wer kennt Frau Mai?",
        "What did Mr May say?",
        "What did we get from Mr May?",
        "Who works for Mrs April?",
        "What did we get from April O'Neil?",
        "Who got a letter from June Carter?",
        "Who met Mr. Winter in the lobby?",
        "What did Friday the dog eat?",
        "What did the dog Friday eat?",
        "Who spoke with Dr. Summer?",
        "Qu'a dit Mme Avril ?",
        "Qu'a dit Avril Lavigne ?",
        "¿Qué dijo Julio?",
        "¿Qué dijo el señor Abril?",
        "Cosa ha detto il signor Agosto?",
        "O que disse o senhor Domingo?",
        "Wat zei meneer de Winter?",
        "Wat zei Linda de Winter?",
        "Vad sa Maj?",
        "Vad sa fru Maj?",
        "Co powiedziała Maja?",
        "Co powiedział pan Maj?",
        "Co řekl pan Květen?",
        "Co řekl pan Listopad?",
        "Что сказала Марта?",
        "Что сказал господин Май?",
        "Що сказав пан Липень?",
        "Що сказала Осінь?",
        "Nisan Hanım ne dedi?",
        "Bay Ocak ne dedi?",
        "李国庆说了什么？",
        "李国庆以前做什么工作？",
        "谁是张国庆？",
        "春さんは何と言いましたか？",
        "小春に何を聞きましたか？",
        "今日子さんは誰ですか？",
        "가을에게 무엇을 물었나요?",
        "김봄에게 무엇을 주었나요?",
        "شركة نيسان ماذا تبيع؟",
        "ماذا قالت السيدة نيسان؟",
        "वसंत ने क्या कहा?",
        "शरद पवार कौन हैं?",
        "이번 주문은 누가 했나요?",
        "지난 주소는 무엇인가요?",
        "两星期日志在哪里？",
        "他在路上周围看到什么？",
        "Ai là người thứ hai đã đến?",
        "Lần thứ ba Ada đã nói gì?",
        "Was machen wir am Wochenende?",
        "What are we doing at the weekend?",
        "¿Qué hacemos el fin de semana?",
        "When is Good Friday?",
        "Which rooms are 15 and 16?",
        "Who reviewed pull request 2021?",
        "What does rfc 2045 say?",
        "Is extension 2010 taken?",
        "Where is invoice 2018?",
        "Wer hat Akte 2017 geöffnet?",
        "Où est la facture 2016 ?",
        "¿Dónde está la factura 2015?",
        "Где счёт 2014?",
        "Gdzie jest faktura 2013?",
        "What did Ms. June say?",
        "Who talked to Mrs May about the roof?",
        "Was hat Frau März gesagt?",
        "Wer kennt Herrn Freitag?",
        "Was hat Familie Herbst bestellt?",
        "Qu'a dit M. Mars ?",
        "Qu'a dit madame Lundi ?",
        "¿Qué dijo Abril García?",
        "¿Quién es doña Primavera?",
        "Chi è il signor Sabato?",
        "Cosa ha detto Aprile Rossi?",
        "Quem é a dona Primavera?",
        "Wie is mevrouw Zomer?",
        "Vem är herr Sommar?",
        "Kim jest pan Piątek?",
        "Кто такая Августа?",
        "Что сломалось в тестовой среде?",
        "Co było w piątym rozdziale?",
        "Co jsme řekli ve čtvrtém bodě?",
        "Що було в четвертому розділі?",
        "هل قال أحد شيئا؟",
        "이번 주문이 왔나요?",
        "지난 주식 보고서는 어디 있나요?",
        "여름에게 편지를 썼나요?",
        "千秋に何を聞きましたか？",
        "张元旦是谁？",
        "我们三个星期日记在哪里？",
        "Where is the winter coat?",
        "What is the fall detection threshold?",
        "Which summer intern broke the build?",
        "When did the fall of Rome begin?",
        "Does April know the password?",
        "Who is May?",
        "What does Sunday the cat eat?",
        "Người thứ năm là ai?",
        "What did we track in monday.com?",
        "What did Ada change in april.py?",
        "Who was tagged as @friday?",
        "What was posted in #monday?",
        "What broke in Visual Studio 2022?",
        "Where is the Windows Server 2019 box?",
        "Was the fall guy paid?",
        "王春天是谁？",
        "秋山さんに何を頼みましたか？",
        "한가을에게 전화했나요?",
        "أين سيارة نيسان؟",
        "Что сказал Август?",
    ],
)
def test_what_is_named_or_numbered_like_a_time_is_none_and_is_searched_for(question: str) -> None:
    asked = read(question)

    assert (asked.spans, asked.moments, asked.words) == ((), (), frozenset())


def test_a_day_at_the_end_of_a_sentence_is_no_address() -> None:
    assert read("What did we do on Friday.Was it late?").spans == (Span(date(2026, 8, 7), date(2026, 8, 7)),)


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("上周日本队赢了吗？", date(2026, 8, 3), date(2026, 8, 9)),
        ("星期五一起吃饭的是谁？", date(2026, 8, 7), date(2026, 8, 7)),
        ("Was hat Herr Winter gestern... nein, je gesagt?", date(2026, 8, 11), date(2026, 8, 11)),
        ("王国庆前天... 那天来过吗？", date(2026, 8, 10), date(2026, 8, 10)),
        ("What did Mr May say in May?", date(2026, 5, 1), date(2026, 5, 31)),
        ("What did April O'Neil write in April?", date(2026, 4, 1), date(2026, 4, 30)),
        ("Was hat Frau Sommer im Winter gesagt?", date(2025, 12, 1), date(2026, 2, 28)),
        ("Que s'est-il passé en Mars ?", date(2026, 3, 1), date(2026, 3, 31)),
        ("Qu'avons-nous décidé en août 2025 ?", date(2025, 8, 1), date(2025, 8, 31)),
        ("What was the budget 2024?", date(2024, 1, 1), date(2024, 12, 31)),
        ("What did room 2019 cost in 2024?", date(2024, 1, 1), date(2024, 12, 31)),
        ("What did we ship in the second quarter of the year?", date(2026, 4, 1), date(2026, 6, 30)),
        ("What did we ship in the second quarter?", date(2026, 4, 1), date(2026, 6, 30)),
        ("李国庆在国庆节说了什么？", date(2025, 10, 1), date(2025, 10, 7)),
        ("What did we plan in the spring?", date(2026, 3, 1), date(2026, 5, 31)),
        ("How did Spring Boot change last spring?", date(2026, 3, 1), date(2026, 5, 31)),
        ("¿Qué dijo Julio en julio?", date(2026, 7, 1), date(2026, 7, 31)),
        ("Что сказала Марта в марте?", date(2026, 3, 1), date(2026, 3, 31)),
        ("Co powiedziała Maja w maju?", date(2026, 5, 1), date(2026, 5, 31)),
        ("Que disse Domingo no domingo?", date(2026, 8, 9), date(2026, 8, 9)),
        ("이번 주에 무슨 일이 있었나요?", date(2026, 8, 10), date(2026, 8, 16)),
        ("지난주에 무슨 일이 있었나요?", date(2026, 8, 3), date(2026, 8, 9)),
        ("वसंत ने वसंत में क्या कहा?", date(2026, 3, 1), date(2026, 5, 31)),
        ("五一期间我们去了哪里？", date(2026, 5, 1), date(2026, 5, 1)),
        ("What did we do over the summer?", date(2026, 6, 1), date(2026, 8, 31)),
        ("Что было в среду?", date(2026, 8, 12), date(2026, 8, 12)),
        ("Co się działo w czwartek?", date(2026, 8, 6), date(2026, 8, 6)),
        ("Co bylo ve středu?", date(2026, 8, 12), date(2026, 8, 12)),
        ("¿Qué vendimos en el segundo trimestre del año pasado?", date(2025, 4, 1), date(2025, 6, 30)),
        ("Welche Tickets aus 2024 sind offen?", date(2024, 1, 1), date(2024, 12, 31)),
        ("여름에 무슨 일이 있었나요?", date(2026, 6, 1), date(2026, 8, 31)),
    ],
)
def test_the_time_beside_its_namesake_is_read(question: str, first: date, last: date) -> None:
    assert read(question).spans == (Span(first, last),)


def test_a_word_of_time_that_may_be_a_name_is_searched_for_as_well() -> None:
    assert "friday" in read("What did Ada say on Friday?").words
    assert "friday" not in read("What did Ada say Friday?").words
    assert read("What did Ada say Friday?").spans == (Span(date(2026, 8, 7), date(2026, 8, 7)),)
    assert "2024" in read("What was decided in 2024?").words
    assert "2024" not in read("What was the budget 2024?").words
    assert understand("What was the budget 2024?", TODAY).identifiers == {"2024"}


def test_a_month_with_a_capital_is_a_time_where_a_phrase_speaks_of_it() -> None:
    assert read("Que s'est-il passé fin Mars ?").spans == (Span(date(2026, 3, 22), date(2026, 3, 31)),)
    assert read("Co jsme dělali v prvním týdnu Března?").spans == (Span(date(2026, 3, 1), date(2026, 3, 7)),)
    assert read("Qu'a vendu la mission Mars ?").spans == ()


def test_a_weekday_with_a_capital_may_be_a_name_or_a_day() -> None:
    sunday = (Span(date(2026, 8, 9), date(2026, 8, 9)),)

    assert (read("¿Qué dijo Plácido Domingo?").spans, read("¿Qué dijo Plácido Domingo?").words) == (sunday, frozenset())
    assert (read("Cosa ha detto Domenica?").spans, read("Cosa ha detto Domenica?").words) == (sunday, frozenset())


def test_a_season_before_a_verb_is_a_time_and_before_a_noun_a_thing() -> None:
    assert read("What did we fix before winter came?").spans == (Span(date(1970, 1, 1), date(2025, 11, 30)),)
    assert read("What is in the winter coat?").spans == ()


def test_capitals_tell_nothing_where_every_word_has_one() -> None:
    march = (Span(date(2026, 3, 1), date(2026, 3, 31)),)

    assert read("QU'AVONS-NOUS DÉCIDÉ, MARS ?").spans == march
    assert read("Que S'est-Il Passé, Mars ?").spans == march
    assert read("que s'est-il passé, Mars ?").spans == ()
