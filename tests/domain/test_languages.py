from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripts import build_small_words

from simonides.languages import guess

SENTENCES = {
    "ar": "لقد قررنا نقل قاعدة البيانات إلى خادم جديد في الأسبوع القادم.",
    "cs": "Minulý týden jsme se rozhodli přesunout databázi na nový server.",
    "de": "Wir haben letzte Woche beschlossen, die Datenbank auf einen neuen Rechner umzuziehen.",
    "es": "La semana pasada decidimos mover la base de datos a un servidor nuevo.",
    "fr": "La semaine dernière, nous avons décidé de déplacer la base de données vers un nouveau serveur.",
    "hi": "पिछले हफ़्ते हमने डेटाबेस को नए सर्वर पर ले जाने का फ़ैसला किया।",
    "it": "La settimana scorsa abbiamo deciso di spostare il database su un nuovo server.",
    "ja": "先週、データベースを新しいサーバーに移すことに決めました。",
    "ko": "지난주에 데이터베이스를 새 서버로 옮기기로 결정했습니다.",
    "nl": "Vorige week hebben we besloten de databank naar een nieuwe server te verhuizen.",
    "pl": "W zeszłym tygodniu postanowiliśmy przenieść bazę danych na nowy serwer.",
    "pt": "Na semana passada decidimos mover o banco de dados para um servidor novo.",
    "ru": "На прошлой неделе мы решили перенести базу данных на новый сервер.",
    "sv": "Förra veckan bestämde vi oss för att flytta databasen till en ny server.",
    "tr": "Geçen hafta veritabanını yeni bir sunucuya taşımaya karar verdik.",
    "uk": "Минулого тижня ми вирішили перенести базу даних на новий сервер.",
    "vi": "Tuần trước chúng tôi đã quyết định chuyển cơ sở dữ liệu sang máy chủ mới.",
    "zh": "上周我们决定把数据库迁移到新的服务器上。",
}
CODE = """\
def summe(werte: list[int]) -> int:
    gesamt = 0
    for wert in werte:
        gesamt += wert
    return gesamt
"""


@pytest.mark.requirement("languages-guess")
@pytest.mark.parametrize("language", SENTENCES)
def test_a_sentence_is_known_by_its_language(language: str) -> None:
    found = guess(SENTENCES[language])

    assert (found.language, found.is_sure) == (language, True)


@pytest.mark.requirement("languages-guess")
@pytest.mark.parametrize(
    "question",
    ["Wo ist der Schlüssel?", "где ключ?", "钥匙在哪里", "키는 어디에 있나요", "¿Dónde está la llave?", "أين المفتاح؟", "鍵"],
)
def test_a_short_question_in_another_language_is_not_taken_for_english(question: str) -> None:
    assert guess(question).language != "en"


@pytest.mark.requirement("languages-guess")
@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("Was geschah Anfang Mai 2026?", "de"),
        ("alle Tickets", "de"),
        ("Wo ist Ida?", "de"),
        ("tous les tickets", "fr"),
        ("Quanti server?", "it"),
        ("Hoeveel servers?", "nl"),
        ("Co nowego?", "pl"),
        ("Ida nerede?", "tr"),
    ],
)
def test_a_short_question_is_known_by_its_small_words_where_letters_say_little(question: str, language: str) -> None:
    assert language in guess(question).likely


@pytest.mark.parametrize("text", ["Las Vegas trip", "Van Gogh museum", "El Capitan upgrade", "Invoices go to PO box 4410."])
def test_a_small_word_in_a_name_is_no_language(text: str) -> None:
    assert guess(text).likely == ("en",)


def test_the_table_of_small_words_follows_from_the_language_files() -> None:
    is_current = build_small_words.table() == (build_small_words.FOLDER / "small_words.txt").read_text(encoding="utf-8")

    assert is_current, "run `python -m scripts.build_small_words`"


@pytest.mark.requirement("languages-guess")
@pytest.mark.parametrize(
    "text",
    [
        "",
        "42 / 7 = 6",
        "🙂",
        "login bug",
        "OPS-1042",
        "src/auth/jwt.py",
        "The café of Müller in São Paulo was closed.",
        "We measured α = 0.3 at every step of the run.",
        "Let us meet 田 at the station before the talk.",
        "Why did we pick Clerk over Auth0?",
        "SELECT id FROM users WHERE name = 'x'",
        CODE,
    ],
)
def test_names_numbers_code_and_loans_count_as_english(text: str) -> None:
    assert guess(text) == guess("The plain case of what we read.")


@pytest.mark.requirement("languages-guess")
@pytest.mark.parametrize(
    "words",
    [
        "database deploy auth server memory pipeline under over die bin met min todo var sin unique scenario technique",
        "restaurant canada piano metadata delta lambda gender member between zeppelin hangar ubuntu geogebra timedelta",
    ],
)
def test_one_word_or_two_are_english_unless_something_speaks_against_it(words: str) -> None:
    asked = words.split()

    for text in [*asked, *(f"{first} {second}" for first, second in pairwise(asked))]:
        assert (text, guess(text).language, guess(text).is_sure) == (text, "en", True)


@pytest.mark.requirement("languages-guess")
@pytest.mark.parametrize(
    ("text", "language"),
    [
        (f"The customer wrote to us and this is what they said: {SENTENCES['de']} We should answer them before Friday.", "de"),
        (f"The customer wrote to us and this is what they said: {SENTENCES['ja']} We should answer them before Friday.", "ja"),
        ("We talked about what should be done with the old server. " * 30 + SENTENCES["fr"] * 10, "fr"),
    ],
)
def test_a_mixed_text_is_no_sure_guess_and_names_both_languages(text: str, language: str) -> None:
    found = guess(text)

    assert not found.is_sure
    assert {language, "en"} <= set(found.likely)


@pytest.mark.parametrize(
    ("text", "language"),
    [("Πού είναι το κλειδί;", "el"), ("איפה המפתח", "he"), ("กุญแจอยู่ที่ไหน", "th"), ("کلید کجاست؟ می‌گویند", "fa")],
)
def test_other_scripts_are_known_by_the_language_that_uses_them_most(text: str, language: str) -> None:
    assert guess(text).language == language


@given(st.text(max_size=3_000))
def test_any_text_has_a_language_and_always_the_same(text: str) -> None:
    found = guess(text)

    assert found == guess(text)
    assert found.language in found.likely
