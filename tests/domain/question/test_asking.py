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
        ("Where are quotes stored now?", False),
        ("What did we discuss on 2 June?", False),
    ],
)
def test_a_question_may_ask_for_what_held_earlier(question: str, is_former: bool) -> None:
    asked = understand(question, TODAY)

    assert asked.is_former == is_former
    assert not (asked.is_former and asked.is_of_today)
