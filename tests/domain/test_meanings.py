"""Words of other languages that mean the same as those of a question."""

from collections import Counter

from simonides.languages.meanings import COMMON, _columns, in_other_languages

EVERY = frozenset(COMMON)


def test_a_word_is_looked_for_in_the_languages_that_the_palace_holds() -> None:
    forms = in_other_languages("how much rent do we pay", frozenset({"de", "ja"}))

    assert set(forms) == {"rent", "pay"}
    assert {"miet", "家賃"} <= set(forms["rent"])
    assert "loyer" not in forms["rent"]


def test_a_question_in_another_language_is_looked_for_in_english_and_inflected_words_are_known() -> None:
    assert "rent" in in_other_languages("Quanto paghiamo di affitto adesso?", frozenset())["affitto"]
    assert "train" in in_other_languages("Trenimiz saat kaçta kalkıyor?", frozenset())["trenimiz"]
    assert "invoic" in in_other_languages("试点客户对发票有什么要求？", frozenset())["发票"]


def test_an_english_question_to_an_english_palace_is_left_alone() -> None:
    assert in_other_languages("how much rent do we pay", frozenset()) == {}


def test_a_foreign_word_that_is_spelled_like_an_english_one_is_not_looked_for() -> None:
    forms = in_other_languages("where is the cat and the oven", EVERY)

    assert "chat" not in forms["cat"]
    assert "four" not in forms["oven"]


def test_a_form_that_is_a_function_word_of_the_palace_is_not_looked_for() -> None:
    asked = "is the page safe, allowed at night, and where is my passport and the door"
    german = in_other_languages(asked, frozenset({"de", "es"}))
    every = in_other_languages(asked, EVERY)

    assert not {"sich", "seit", "darf", "noch", "pas"} & {form for forms in every.values() for form in forms}
    assert {"sicherheit", "sicher", "segur"} <= {*german["safe"]}
    assert "van" in in_other_languages("Wo steht der Lkw heute?", frozenset({"de"}))["lkw"]
    assert "van" not in in_other_languages("Wo steht der Lkw heute?", frozenset({"de", "nl"}))["lkw"]


def test_a_word_without_spaces_is_looked_for_as_a_whole_and_not_by_another_inside_it() -> None:
    assert "服务器" in in_other_languages("which server is it", frozenset({"zh"}))["server"]
    found = in_other_languages("文件夹星期一在哪里？", frozenset())
    assert set(found) == {"件夹", "期一"}
    assert {"folder", "directori"} == set(found["件夹"])


def test_every_meaning_has_a_word_in_every_language() -> None:
    columns = _columns()

    assert set(columns) == {"en", *COMMON}
    missing = {(language, row) for language, words in columns.items() for row, each in enumerate(words) if not each}
    # A few languages have only a phrase for it, which no text is indexed by.
    assert len(missing) < 0.005 * sum(map(len, columns.values()))


def test_no_two_meanings_share_a_whole_cell_unless_one_word_has_both() -> None:
    both = {"cocina", "escalera", "escada", "noite", "bank", "vind", "möte", "merdiven", "öğle", "更新", "눈", "다리"}

    cells = [(language, words) for language, column in _columns().items() for words in column if words]
    shared = {words for (_, words), count in Counter(cells).items() if count > 1}

    assert shared == {(word,) for word in both}
