"""Language files: English is one of them, and no module holds words of a language that a file holds."""

import re
from pathlib import Path

import pytest

from simonides.domain.question.parsed import understand
from simonides.domain.question.spans import Moment
from simonides.domain.text.sentences import is_question, pieces, sentences
from simonides.languages import lexicon

SOURCE = Path(lexicon.__file__).parent.parent
LANGUAGES = sorted(path.stem for path in (SOURCE / "languages").glob("*.toml"))
CALENDAR = re.compile(r"\b(?:january|february|september|december|monday|wednesday)\b", re.IGNORECASE)


def test_english_has_a_file_like_eighteen_others() -> None:
    assert "en" in LANGUAGES
    assert len(LANGUAGES) == 19


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_file_answers_the_same_questions(language: str) -> None:
    known = lexicon.lexicon(language)

    assert known.function_words or known.fillers
    assert all((known.numbers, known.when, known.how_many, known.times, known.directives))


def test_months_and_weekdays_stand_in_language_files_alone() -> None:
    assert [str(path) for path in SOURCE.rglob("*.py") if CALENDAR.search(path.read_text(encoding="utf-8"))] == []


def test_a_text_in_any_language_is_read_in_english_too() -> None:
    assert list(lexicon.languages_of("Wann haben wir die Datenbank umgestellt?"))[:2] == ["en", "de"]


@pytest.mark.parametrize(
    ("question", "moment"),
    [
        ("What happened on 9 August 2026?", Moment(8, 9, 2026)),
        ("What happened on the 3rd of May?", Moment(5, 3)),
        ("And on June 5th, 2025?", Moment(6, 5, 2025)),
        ("Who came in May?", Moment(5)),
        ("Was haben wir am 9. August 2026 beschlossen?", Moment(8, 9, 2026)),
    ],
)
def test_dates_with_the_name_of_a_month_are_read_by_one_pattern_per_language(question: str, moment: Moment) -> None:
    assert understand(question).dates.moments == (moment,)


def test_a_verb_that_looks_like_a_month_is_no_date() -> None:
    assert understand("May I march to the sea?").dates.moments == ()


def test_sentences_end_at_stops_before_blanks_and_at_full_stops_anywhere() -> None:
    text = 'We run v2.1 now. "Really?" she said.\nYes!  明日です。はい。'

    assert sentences(text) == ["We run v2.1 now.", '"Really?"', "she said.", "Yes!", "明日です。", "はい。"]
    assert "".join(pieces(text)) == text


@pytest.mark.parametrize("sentence", ["Is it?", "Is it?!", '"Is it?"', "そうですか？", "هل هذا صحيح؟"])
def test_a_question_is_known_by_the_signs_at_its_end(sentence: str) -> None:
    assert is_question(sentence)
    assert not is_question(f"{sentence} No.")
