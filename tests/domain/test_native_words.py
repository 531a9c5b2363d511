import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.domain.text.words import asked_words, in_all_forms, index_words, phrase_words, query_words
from simonides.languages.folding import even_out, fold

# A text, a question with other forms of its words, and the word that they have in common, as it stands in the question.
INFLECTED = {
    "ar": ("نقلنا الخادم إلى قاعة جديدة في الطابق الثاني", "أين يوجد خادم البيانات؟", "خادم"),
    "cs": ("Koupili jsme nové židle do velké zasedací místnosti", "Kde jsou ty zasedací místnosti?", "místnosti"),
    "de": ("Die Rechnungen liegen im obersten Fach des Schrankes", "Wo finde ich die Rechnung?", "Rechnung"),
    "es": ("Guardamos las facturas antiguas en el armario gris", "¿Dónde está la factura?", "factura"),
    "fr": ("Nous avons déplacé les serveurs dans la nouvelle salle", "Où se trouve le serveur principal ?", "serveur"),
    "hi": ("हमने पुरानी चाबियाँ अलमारी में रख दी हैं", "अलमारी की चाबी कहाँ है?", "चाबी"),
    "it": ("Abbiamo spostato le fatture vecchie nell'armadio grigio", "Dove si trova la fattura?", "fattura"),
    "ja": ("古い鍵を灰色の棚に入れました", "鍵はどこですか", "鍵"),
    "ko": ("오래된 열쇠는 회색 서랍에 넣어 두었습니다", "열쇠가 어디에 있나요?", "열쇠"),
    "nl": ("We hebben de oude sleutels in de grijze kast gelegd", "Waar ligt de sleutel van het kantoor?", "sleutel"),
    "pl": ("Stare faktury leżą w szarej szafie na korytarzu", "Gdzie znajdę fakturę?", "fakturę"),
    "pt": ("Guardamos as chaves antigas no armário cinzento", "Onde está a chave do escritório?", "chave"),
    "ru": ("Старые ключи лежат в сером шкафу у входа", "Где лежит ключ от офиса?", "ключ"),
    "sv": ("Vi lade de gamla fakturorna i det grå skåpet", "Var finns fakturor från våren?", "fakturor"),
    "tr": ("Eski anahtarları gri dolaba koyduk", "Ofisin anahtarı nerede duruyor?", "anahtarı"),
    "uk": ("Старі ключі лежать у сірій шафі біля входу", "Де лежить ключ від офісу?", "ключ"),
    "vi": ("Chúng tôi để chìa khóa cũ trong tủ màu xám", "Chìa khóa văn phòng ở đâu?", "khóa"),
    "zh": ("我们把旧钥匙放在灰色的柜子里", "办公室的钥匙在哪里？", "钥匙"),
}
SPELLED = [
    ("Schlüssel", "Schluessel", "Wo liegt der {} zum Keller?"),
    ("Schlüssel", "Schlussel", "Wo liegt der {} zum Keller?"),
    ("Straße", "Strasse", "Wie heißt die {} am Bahnhof?"),
    ("reunión", "reunion", "¿Cuándo es la {} con el cliente?"),
    ("Łódź", "Lodz", "Gdzie w mieście {} jest biuro?"),
    ("IŞIK", "ışık", "Salondaki {} neden yanmıyor?"),
    ("İstanbul", "istanbul", "Bu yıl {} toplantısı ne zaman?"),
    ("ёлка", "елка", "Где стоит {} в этом году?"),
    ("مُفْتاح", "مفتاح", "أين {} المكتب؟"),
    ("أحمد", "احمد", "متى يأتي {} إلى المكتب؟"),
    ("مكتبـــة", "مكتبه", "أين {} المدرسة؟"),
    ("हफ़्ते", "हफ्ते", "इस {} कौन आएगा?"),
    ("ﾃﾞｰﾀ", "データ", "{}はどこですか"),
    ("２０２６", "2026", "Was war im Jahr {} los?"),
    ("١٢٣", "123", "أين الغرفة {}؟"),
    ("Daten\u00adbank", "Datenbank", "Wo steht die {} der Kunden?"),
]
SUBSTRINGS = [
    ("我们上周决定把数据库迁移到新的服务器上。", 2),
    ("先週、データベースを新しいサーバーに移すことに決めました。", 2),
    ("지난주에 데이터베이스를 새 서버로 옮기기로 결정했습니다.", 2),
    ("เราย้ายฐานข้อมูลไปยังเซิร์ฟเวอร์ใหม่เมื่อสัปดาห์ที่แล้ว", 2),
]
SPACED = [
    "На прошлой неделе мы решили перенести базу данных на новый сервер.",
    "لقد قررنا نقل قاعدة البيانات إلى خادم جديد في الأسبوع القادم.",
    "Минулого тижня ми вирішили перенести базу даних на новий сервер.",
]


@pytest.mark.requirement("languages-words")
@pytest.mark.parametrize("language", INFLECTED)
def test_an_inflected_question_meets_its_text(language: str) -> None:
    text, question, word = INFLECTED[language]

    asked = [each for each in asked_words(question) if fold(word).startswith(each.word[:2])]

    assert set(in_all_forms(asked)) & set(index_words(text))


@pytest.mark.requirement("languages-words")
@pytest.mark.parametrize(("one", "other", "frame"), SPELLED)
def test_ways_of_typing_the_same_word_meet(one: str, other: str, frame: str) -> None:
    for written, asked in [(one, other), (other, one)]:
        rest = set(index_words(frame.format("")))

        assert set(query_words(frame.format(asked))) & set(index_words(frame.format(written))) - rest


@pytest.mark.requirement("languages-substrings")
@pytest.mark.parametrize(("text", "shortest"), SUBSTRINGS)
def test_every_substring_of_an_unspaced_script_is_found(text: str, shortest: int) -> None:
    held = set(index_words(text))
    for run in text.replace("、", " ").replace("。", " ").replace(".", " ").split():
        for start in range(len(run)):
            for end in range(start + shortest, min(start + 8, len(run)) + 1):
                asked = query_words(run[start:end])

                assert asked
                assert set(asked) <= held


@pytest.mark.requirement("languages-substrings")
@pytest.mark.parametrize("text", SPACED)
def test_every_run_of_words_in_cyrillic_and_arabic_is_found(text: str) -> None:
    held = set(index_words(text))
    words = text.strip(".").split()
    for start in range(len(words)):
        for end in range(start + 1, len(words) + 1):
            asked = asked_words(" ".join(words[start:end]))

            assert asked
            assert all(held & {each.word, *each.stems} for each in asked)


@pytest.mark.requirement("languages-words")
def test_english_text_gets_no_other_words() -> None:
    text = "We moved the old databases to getUserName() in OPS-1042 while the café was closed."

    assert index_words(text) == phrase_words(text)


@pytest.mark.requirement("languages-words")
@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Rechnungen", "Die Rechnung liegt im obersten Fach des Schrankes"),
        ("Rechnung", "Die Rechnungen liegen im obersten Fach des Schrankes"),
        ("facturas", "Guardamos la factura antigua en el armario gris"),
        ("sleutels kantoor", "We hebben de oude sleutel in de grijze kast gelegd"),
        ("fakturorna", "Vi lade en gammal faktura i det grå skåpet"),
    ],
)
def test_one_word_meets_its_other_forms_though_nothing_tells_its_language(question: str, text: str) -> None:
    assert set(in_all_forms(asked_words(question))) & set(index_words(text))


def test_english_words_are_asked_for_by_themselves_alone() -> None:
    for question in ["database", "router", "login bug", "unique scenarios", "deploy pipeline", "restaurant in canada"]:
        assert not any(each.stems for each in asked_words(question))


def test_function_words_of_a_sure_question_tell_little() -> None:
    asked = asked_words("Wo liegen die Schlüssel für den Keller?")

    assert [each.word for each in asked if not each.is_telling] == ["wo", "die", "fur", "den"]
    assert "die" not in query_words("Wo liegen die Schlüssel für den Keller?")
    assert query_words("Wo ist die und der?")


@given(st.text())
def test_any_text_gives_words_and_always_the_same(text: str) -> None:
    held = index_words(text)

    assert held == index_words(text)
    assert {each.word for each in asked_words(text)} <= set(held)


@given(st.lists(st.text(st.characters(categories=["L"]), min_size=1, max_size=8), min_size=1, max_size=12), st.data())
def test_a_question_of_words_from_a_text_meets_the_text(words: list[str], data: st.DataObject) -> None:
    held = set(index_words(" ".join(words)))
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))

    asked = asked_words(" ".join(words[first : last + 1]))

    assert all(held & {each.word, *each.stems} for each in asked)


@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    even = even_out(text)

    assert fold(fold(even)) == fold(even)
