import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.domain.ranking.duplicates import sameness, says_otherwise


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Ticket OPS-1042 is fixed", "Ticket OPS-1043 is fixed"),
        ("The meeting is on Monday", "The meeting is on Friday"),
        ("Released on 2026-03-12", "Released on 2026-03-13"),
        ("We use Redis", "We do not use Redis"),
        ("It works", "It doesn't work"),
        ("Call getUserName first", "Call getUserEmail first"),
        ("Two servers failed", "Three servers failed"),
        ("我们使用缓存", "我们不使用缓存"),
        ("Wir verwenden Redis für die Sitzungen", "Wir verwenden kein Redis für die Sitzungen"),
        ("Das Treffen mit dem Kunden ist am Montag", "Das Treffen mit dem Kunden ist am Freitag"),
        ("Есть три сервера в новом зале", "Есть четыре сервера в новом зале"),
        ("Los servidores fallaron en marzo", "Los servidores fallaron en abril"),
        ("كان لدينا ٣ خوادم في القاعة", "كان لدينا ٤ خوادم في القاعة"),
        ("会議は三時に始まります", "会議は四時に始まります"),
        ("서버가 작동합니다", "서버가 작동하지 않습니다"),
        ("हम सर्वर का उपयोग करते हैं", "हम सर्वर का उपयोग नहीं करते हैं"),
    ],
)
@pytest.mark.requirement("palace-near-duplicates")
def test_a_number_date_identifier_or_negation_says_something_else(text: str, other: str) -> None:
    assert says_otherwise(text, other)


@pytest.mark.parametrize(
    ("text", "other"),
    [("Auth0 raised its prices", "Auth0's prices were raised"), ("We chose Clerk for login", "For login we chose Clerk")],
)
def test_other_words_alone_do_not(text: str, other: str) -> None:
    assert not says_otherwise(text, other)


def test_the_same_figures_in_other_digits_do_not() -> None:
    assert not says_otherwise("كان لدينا ٣ خوادم في القاعة", "كان لدينا 3 خوادم في القاعة")


@pytest.mark.requirement("languages-duplicates")
def test_a_translation_is_a_text_of_its_own() -> None:
    assert says_otherwise("We moved the database to a new server.", "Wir haben die Datenbank auf einen neuen Server verschoben.")
    assert not says_otherwise("Нова база стоїть на сервері", "Нова база стоїть на сервері.")


@given(st.text(), st.text())
def test_it_is_the_same_from_both_sides(text: str, other: str) -> None:
    assert says_otherwise(text, other) == says_otherwise(other, text)
    assert not says_otherwise(text, text)


def test_a_text_is_not_the_same_as_a_longer_one_that_contains_it() -> None:
    window, other = np.eye(2, dtype=np.float32)[:1], np.eye(2, dtype=np.float32)[1:]
    both = np.concatenate([window, other])

    assert sameness(window, window) == 1.0
    assert sameness(both, both) == 1.0
    assert sameness(window, both) == sameness(both, window) == 0.5
