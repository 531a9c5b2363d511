"""What a question asks for beside its matter: a list, what held earlier, what holds now."""

from datetime import date

import pytest

from simonides.domain.question.parsed import is_list, understand
from simonides.domain.question.usual_limit import LIST_LIMIT, UsualLimit, told_more, widened

TODAY = date(2026, 8, 12)


@pytest.mark.requirement("recall-lists")
@pytest.mark.parametrize(
    "question",
    [
        "all incidents in 2026",
        "which decisions did we reverse",
        "what decisions were taken in November 2025",
        "what decisions did we take in May",
        "open tickets",
        "What has changed since June?",
        "Alle Störungen aus dem Herbst 2026",
        "¿Cuáles son los clientes nuevos?",
        "Quels incidents avons-nous eus ?",
        "Tutti gli incidenti del 2026",
        "Todos os incidentes de 2026",
        "Alle storingen van 2026",
        "Alla störningar som vi hade under hösten",
        "Wszystkie awarie w 2026",
        "Všechny výpadky v roce 2026",
        "Все инциденты за 2026 год",
        "Усі інциденти за 2026 рік",
        "2026 yılındaki tüm arızalar",
        "tất cả sự cố năm 2026",
        "كل الحوادث في 2026",
        "2026 की सभी घटनाएं",
        "2026年のすべての障害",
        "2026년의 모든 장애",
        "2026年的所有事故",
    ],
)
def test_a_question_for_every_one_of_something_is_a_list_in_every_language(question: str) -> None:
    assert is_list(question)


@pytest.mark.parametrize(
    "question",
    [
        "Who owns the billing service?",
        "Wer gießt die Pflanzen?",
        "谁给植物浇水?",
        "which bus",
        "what does Thomas do",
        "what would Thomas have done",
        "tell me what Thomas did in May",
        "what Lucas had for lunch",
    ],
)
def test_a_question_for_one_thing_is_no_list(question: str) -> None:
    assert not is_list(question)


def test_the_words_that_only_say_all_tell_nothing() -> None:
    assert understand("all incidents in 2026", TODAY).quantities == {"all"}
    assert understand("every incident in 2026", TODAY).quantities == {"everi"}
    assert understand("2026年的所有事故", TODAY).quantities == {"所有"}


@pytest.mark.parametrize(
    ("question", "is_for_words"),
    [
        ("what did Ngozi write about the crane", True),
        ("What does Theo say?", True),
        ("what did Theo conclude from the visit", True),
        ("Was hat Deniz statt RabbitMQ gewollt?", True),
        ("what does Theo eat", False),
        ("How do I tell whether the server runs?", False),
        ("how to write a test", False),
        ("Tell me about the crane", False),
    ],
)
def test_a_question_for_somebodys_words_has_somebody_who_says_them(question: str, is_for_words: bool) -> None:
    assert understand(question, TODAY).is_for_words == is_for_words


@pytest.mark.requirement("recall-lists")
def test_only_a_limit_that_nobody_asked_for_grows_with_a_list() -> None:
    assert widened(UsualLimit(5), "all incidents") == LIST_LIMIT
    assert widened(5, "all incidents") == 5
    assert widened(UsualLimit(5), "Who owns the billing service?") == 5


def test_what_is_not_shown_is_told() -> None:
    assert told_more(0) == ""
    assert told_more(1).startswith("1 more memory is")
    assert told_more(1200).startswith("1,200 more memories are")


@pytest.mark.parametrize(
    ("question", "is_former"),
    [
        ("What was the release day at the beginning of the project?", True),
        ("what queue did we use before NATS", True),
        ("Wie haben sich die Leute zum Projektstart angemeldet?", True),
        ("最初用的是什么数据库？", True),
        ("who led the team in spring 2026", True),
        ("What do I check before a release?", False),
        ("which carrier gets the interface first", False),
        ("what did we choose first", True),
        ("how many patients did we have in the first month", False),
        ("Where are quotes stored now?", False),
        ("What did we discuss on 2 June?", False),
    ],
)
def test_a_question_may_ask_for_what_held_earlier(question: str, is_former: bool) -> None:
    asked = understand(question, TODAY)

    assert asked.is_former == is_former
    assert not (asked.is_former and asked.is_of_today)


@pytest.mark.parametrize(
    ("question", "says_now"),
    [
        ("What is the current rent?", True),
        ("Is the rent still 800?", True),
        ("When must it be paid at the latest?", False),
        ("What was the plumber's name again?", False),
        ("Wer gießt derzeit die Pflanzen?", True),
        ("Was brauchen wir noch?", False),
        ("Qui arrose les plantes maintenant ?", True),
        ("Pourquoi porte-t-elle toujours un chapeau ?", False),
        ("¿Quién riega las plantas ahora?", True),
        ("¿A quién sigue Marta?", False),
        ("Quem rega as plantas agora?", True),
        ("O que há no final da rua?", False),
        ("Chi annaffia ora le piante?", True),
        ("A che ora chiude la farmacia?", False),
        ("Wie geeft de planten nu water?", True),
        ("Wat hebben we nog nodig?", False),
        ("Vem vattnar växterna nu?", True),
        ("Vad sa Anna gällande budgeten?", False),
        ("Kto teraz podlewa rośliny?", True),
        ("Kto podlewa rośliny?", False),
        ("Kdo nyní zalévá květiny?", True),
        ("Jaká je platnost pasu?", False),
        ("Кто сейчас поливает цветы?", True),
        ("Кто ещё едет?", False),
        ("Хто зараз поливає квіти?", True),
        ("Хто ще їде?", False),
        ("Bitkileri şimdi kim suluyor?", True),
        ("Son teslim tarihi ne zaman?", False),
        ("Bây giờ ai tưới cây?", True),
        ("Ai thực hiện dự án này?", False),
        ("من يسقي النباتات الآن؟", True),
        ("ما هو اليوم الأول؟", False),
        ("अब पौधों को पानी कौन देता है?", True),
        ("पौधों को पानी कौन देता है?", False),
        ("今は誰が植物に水をやっていますか？", True),
        ("誰が植物に水をやっていますか？", False),
        ("지금 누가 식물에 물을 주나요?", True),
        ("종이제품은 어디에 있나요?", False),
        ("现在谁给植物浇水？", True),
        ("他到底为什么辞职？", False),
    ],
)
def test_a_question_may_say_that_it_is_for_what_holds_now(question: str, says_now: bool) -> None:
    assert understand(question).says_now == says_now
