import pytest
from bench.sameness import measure
from bench.sets import read_sameness
from hypothesis import given
from hypothesis import strategies as st

from simonides.domain.text.sameness import are_same, holds

LEASE = "The lease ends on 2 June 2026."


@pytest.mark.requirement("palace-near-duplicates")
@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Ticket OPS-1042 is fixed", "Ticket OPS-1043 is fixed"),
        ("The meeting is on Monday", "The meeting is on Friday"),
        ("Released on 2026-03-12", "Released on 2026-03-13"),
        ("On 12 May 31 people came", "On 12 May 2 people came"),
        ("Of 31 people on 12 May 2 came", "On 12 May 31 people came"),
        ("We use Redis", "We do not use Redis"),
        ("It works", "It doesn't work"),
        ("Call getUserName first", "Call getUserEmail first"),
        ("Two servers failed", "Three servers failed"),
        ("Nils was born on 9 February, 3,450 grams", "Nils was born on 9 February, 8,450 grams"),
        ("On 12 May 20 2024 models were sold", "On 12 May 2024 20 models were sold"),
        ("On 12 May 1st team won", "On 12 May 1 team won"),
        ("我们使用缓存", "我们不使用缓存"),
        ("Wir verwenden Redis für die Sitzungen", "Wir verwenden kein Redis für die Sitzungen"),
        ("Das Treffen mit dem Kunden ist am Montag", "Das Treffen mit dem Kunden ist am Freitag"),
        ("Есть три сервера в новом зале", "Есть четыре сервера в новом зале"),
        ("Los servidores fallaron en marzo", "Los servidores fallaron en abril"),
        ("Item P1N5 of the ledger, page 5", "Item P1N6 of the ledger, page 6"),
        ("كان لدينا ٣ خوادم في القاعة", "كان لدينا ٤ خوادم في القاعة"),
        ("会議は三時に始まります", "会議は四時に始まります"),
        ("서버가 작동합니다", "서버가 작동하지 않습니다"),
        ("हम सर्वर का उपयोग करते हैं", "हम सर्वर का उपयोग नहीं करते हैं"),
        ("Ana reports to Bo", "Bo reports to Ana"),
        ("The train goes from Berlin to Paris", "The train goes from Paris to Berlin"),
        ("Deploy it to staging", "Deploy it to production"),
        ("Run it before the release", "Run it after the release"),
        ("Turn left at the mill", "Turn right at the mill"),
        ("MySQL was replaced by Postgres", "Postgres was replaced by MySQL"),
        ("The upload works", "The upload fails"),
        ("Ana is a lawyer", "Ana has a lawyer"),
        ("Only Bo may enter", "Bo may only enter"),
        ("No, we ship", "We ship no"),
        ("On Monday Ana met Bo", "On Monday Bo met Ana"),
        ("Ana, Bo, Cy: 1, 2, 3", "Ana, Bo, Cy: 2, 1, 3"),
        ("Ask Ana, not Bo, for it", "Ask Bo, not Ana, for it"),
        ("The database is up. The cache is down.", "The database is down. The cache is up."),
        ("Meet on 03/04/2026", "Meet on 04/03/2026"),
        ("sort(a, b, c)", "sort(b, a, c)"),
        ("if ready:\n    start()\nstop()", "if ready:\n    start()\n    stop()"),
        ("It costs $5", "It costs €5"),
        ("Der Hund beißt den Mann.", "Den Hund beißt der Mann."),
        ("Das kostet 1.500 Euro im Monat.", "Das kostet 1,500 Euro im Monat."),
    ],
)
def test_one_word_that_differs_says_something_else(text: str, other: str) -> None:
    assert not are_same(text, other)


@pytest.mark.requirement("palace-near-duplicates")
@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("We chose Clerk for login", "For login we chose Clerk"),
        (LEASE, "the lease ends on June 2nd, 2026"),
        (LEASE, "Just a reminder: the lease ends on 2026-06-02"),
        ("It doesn't work on 10k rows", "It does not work on 10,000 rows"),
        ("Twenty-five guests are coming", "25 guests come"),
        ("The tenth of 05.06.2026, at x²", "The 10th of 5.6.2026, at x2"),
        ("Le bail de P *5* finit en deux mois, le 3 mars", "Le bail de P5 finit en 2 mois, le 03 mars"),
        ("Am Freitag kommt Oma mit dem Zug.", "Oma kommt am Freitag mit dem Zug."),
        ("كان لدينا ٣ خوادم في القاعة", "كان لدينا 3 خوادم في القاعة"),
        ("Нова база стоїть на сервері", "Нова база стоїть на сервері."),
        ("total = 1  # the sum", "# the sum\ntotal = 1"),
    ],
)
def test_another_wording_of_the_same_does_not(text: str, other: str) -> None:
    assert are_same(text, other)


@pytest.mark.requirement("languages-duplicates")
def test_a_translation_is_a_text_of_its_own() -> None:
    assert not are_same("We moved the database to a new server.", "Wir haben die Datenbank auf einen neuen Server verschoben.")


def test_a_text_holds_what_is_one_of_its_sentences_and_nothing_else() -> None:
    fuller = f"Ana signed. {LEASE}"

    assert holds(fuller, LEASE)
    assert not holds(LEASE, fuller)
    assert not are_same(fuller, LEASE)


LONG = "".join(f"On day {number} the crane lifted the blue container to the third quay. " for number in range(90))


@pytest.mark.parametrize(
    ("other", "is_same"),
    [
        (f"{LONG} ", True),
        (LONG.replace(". ", ".\n\n"), True),
        (LONG.replace("blue", "red", 1), False),
        (f"{LONG}It fell.", False),
    ],
)
def test_long_texts_are_the_same_if_only_their_layout_differs(other: str, is_same: bool) -> None:
    assert are_same(LONG, other) is is_same


def test_long_texts_in_other_words_are_both_kept() -> None:
    start, worded = LONG[:700], LONG.replace("the crane", "a crane")

    assert are_same(start, worded[: len(start) - 2 * start.count("the crane")])
    assert not are_same(LONG, worded)


@given(st.text(), st.text())
def test_it_is_the_same_from_both_sides(text: str, other: str) -> None:
    assert are_same(text, other) == are_same(other, text)
    assert are_same(text, text)


@pytest.mark.requirement("sameness-measured")
def test_on_the_open_pairs_the_rule_calls_nothing_the_same_that_differs() -> None:
    open_pairs = [pair for pair in read_sameness() if pair.half == "open"]

    found = measure(open_pairs)

    assert len(open_pairs) > 150
    assert (found.precision, found.recall >= 0.95) == (1.0, True)
