"""Dates in questions: by name, in figures and as seen from today, in every language."""

from datetime import date

import pytest

from simonides.domain.question.dates import AskedDates, Span
from simonides.domain.question.parsed import understand
from simonides.languages.lexicon import lexicon

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
    ],
)
def test_a_question_names_days(question: str, first: date, last: date) -> None:
    assert read(question).spans == (Span(first, last),)


@pytest.mark.parametrize("language", ["ar cs de en es fr hi it ja ko nl pl pt ru sv tr uk vi zh".split()], ids=["all"])
def test_every_language_knows_days_as_seen_from_today(language: list[str]) -> None:
    assert all(lexicon(each).relative is not None for each in language)


@pytest.mark.parametrize(
    ("question", "is_all"),
    [
        ("What did we discuss on 2 June?", True),
        ("What happened yesterday?", True),
        ("Was haben wir am 2. Juni besprochen?", True),
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
