import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.domain.text.words import asked_words, identifiers, index_words, phrase_words, query_words

CJK = st.text(alphabet=st.sampled_from("東京都庁の会議で決めた中文测试内容機能한국어검색"), min_size=1, max_size=12)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("getUserName", ["get", "user", "name", "getusername", "getusernam"]),
        ("YouTube", ["tube", "youtube", "youtub"]),
        ("C++ and C#", ["c_plus_plus", "c_sharp"]),
        ("OPS-1042", ["op", "1042", "ops_1042"]),
        ("src/auth/jwt.py", ["src", "auth", "jwt", "py", "src_auth_jwt_py"]),
        ("The meetings were running", ["meet", "run"]),
        ("2026-03-12", ["2026", "03", "12", "2026_03_12"]),
        ("don't", []),
        ("हिन्दी", ["हिन्दी", "हिन्द"]),
        ("", []),
    ],
)
def test_a_text_gives_its_words(text: str, words: list[str]) -> None:
    assert index_words(text) == words


def test_a_script_without_spaces_gives_pairs_and_single_characters() -> None:
    assert index_words("東京都") == ["東京", "京都", "東", "京", "都"]
    assert query_words("東京都") == ["東京", "京都"]
    assert query_words("東") == ["東"]


def test_an_identifier_glued_to_cjk_is_found() -> None:
    assert "getusername" in index_words("使用getUserName函数")


@given(before=CJK, wanted=CJK, after=CJK)
def test_every_cjk_substring_is_found(before: str, wanted: str, after: str) -> None:
    assert set(query_words(wanted)) <= set(index_words(before + wanted + after))


@given(st.text())
def test_words_hold_nothing_that_a_text_index_would_split(text: str) -> None:
    for word in index_words(text):
        assert word
        assert all(character.isalnum() or character == "_" for character in word if character.isascii())


@given(st.text())
def test_a_text_is_found_by_its_own_words(text: str) -> None:
    assert {each.word for each in asked_words(text)} <= set(index_words(text))


def test_identifiers_are_told_from_plain_words() -> None:
    found = identifiers("See OPS-1042 in src/auth/jwt.py: getUserName() fails for John's plain words")

    assert found == ["ops_1042", "src_auth_jwt_py", "getusername"]


@pytest.mark.parametrize(("text", "question"), [("YouTube", "youtube"), ("youtube", "YouTube"), ("parseFiles", "parsefiles")])
def test_capitals_inside_a_name_do_not_hide_it(text: str, question: str) -> None:
    assert set(query_words(question)) & set(index_words(text))


@given(st.text(st.characters(max_codepoint=127)))
def test_plain_text_gives_the_same_words_beside_a_foreign_one(text: str) -> None:
    # The plain words come first; another language's stems may follow them.
    assert index_words(f"{text} \u2192")[: len(phrase_words(text))] == phrase_words(text)


@pytest.mark.parametrize("beside", ["", "Der Hund ist nicht hier, und das ist gut. "], ids=["alone", "in a German text"])
def test_words_of_a_megabyte_are_not_kept(beside: str) -> None:
    index_words(f"{beside}Häuser warm up")
    tracemalloc.start()
    try:
        for number in range(20):
            index_words(f"{beside}{chr(97 + number) * 500_000}")
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert kept < 5_000_000
