import pytest

from simonides.domain.ranking.fusion import bm25
from simonides.domain.ranking.text_matches import MEANT_SHARE, as_one, matches_among
from simonides.domain.text.words import AskedWord, asked_words, in_all_forms

TEXTS = {
    1: "Die Rechnungen liegen im Schrank.",
    2: "Die Rechnung liegt auf dem Tisch.",
    3: "Der Hund schläft unter dem Tisch.",
}


def test_a_word_in_any_of_its_forms_counts_once() -> None:
    words = [AskedWord("rechnungen", ("rechnung",)), AskedWord("schrank")]

    found = as_one(matches_among(in_all_forms(words), TEXTS), words)

    assert found.keys.tolist() == [1, 2]
    assert found.counts.tolist() == [[1, 1], [1, 0]]
    assert found.frequencies.tolist() == [2, 1]
    assert found.pairs.shape == (1, 2)
    assert bm25(found, pair_weight=0.3).argmax() == 0


def test_words_with_one_form_stay_as_they_are() -> None:
    words = asked_words("dog under the table")
    matches = matches_among(in_all_forms(words), TEXTS)

    assert as_one(matches, words) is matches


def test_a_word_in_pieces_is_held_where_all_of_them_are() -> None:
    words = [
        AskedWord("chees", in_pieces=(("チー", "ーズ"),)),
        AskedWord("monday", ("lunes",), in_pieces=(("星期", "期一"), ("周一",))),
    ]
    texts = {1: "チーズを買う", 2: "チームの会議", 3: "这个星期很忙", 4: "星期一开会", 5: "cheese on Monday"}

    found = as_one(matches_among(in_all_forms(words), texts), words)

    held = {key: found.counts[:, row].tolist() for row, key in enumerate(found.keys.tolist())}
    assert held == {1: [pytest.approx(MEANT_SHARE), 0], 4: [0, pytest.approx(MEANT_SHARE)], 5: [1, 1]}


def test_a_word_is_skipped_only_when_all_its_forms_were() -> None:
    words = [AskedWord("hund"), AskedWord("rechnungen", ("rechnung",))]
    matches = matches_among(in_all_forms(words), TEXTS)
    matches = type(matches)(**{name: getattr(matches, name) for name in matches.__dataclass_fields__} | {"skipped": (0, 1)})

    found = as_one(matches, words)

    assert found.skipped == (0,)
    assert found.counts.tolist() == [[0, 0, 1], [1, 1, 0]]


def test_a_function_word_counts_as_common_however_rare_its_language_is() -> None:
    texts = {key: f"English text number {key}" for key in range(10)} | {10: "Die Tür ist zu"}
    words = [AskedWord("die", is_telling=False), AskedWord("tur")]

    found = as_one(matches_among(in_all_forms(words), texts), words)

    assert found.frequencies.tolist() == [3, 1]
    assert found.counts.tolist() == [[1], [1]]


def test_a_name_is_as_rare_as_it_is_though_another_language_has_a_common_word_like_it() -> None:
    texts = {key: f"Приложение номер {key}" for key in range(10)} | {10: "Anna has it", 11: "Bert has it"}
    words = [AskedWord("anna", ("номер", "анна"), spelled=("номер", "анна"))]

    found = as_one(matches_among(in_all_forms(words), texts), words)

    assert found.frequencies.tolist() == [1]
    assert found.counts[0][found.keys == 10].tolist() == [1]
    assert found.counts.sum() == 1


def test_a_name_that_is_written_in_one_script_only_is_found_however_common_it_is() -> None:
    texts = {key: f"Галина, день {key}" for key in range(10)}
    words = [AskedWord("galina", ("галина",), spelled=("галина",))]

    assert as_one(matches_among(in_all_forms(words), texts), words).frequencies.tolist() == [10]
