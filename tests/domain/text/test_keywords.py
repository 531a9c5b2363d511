from hypothesis import given
from hypothesis import strategies as st

from simonides.domain.text.keywords import COMMON_SHARE, FEW, KEYWORDS_MAX, keywords


def test_a_rare_word_tells_more_than_a_frequent_one() -> None:
    found = keywords(["deploy", "keycloak"], {"deploy": 20, "keycloak": 3}, total=100)

    assert found == ["keycloak", "deploy"]


def test_a_shared_word_comes_before_one_of_this_memory_alone() -> None:
    found = keywords(["keyclaok", "keycloak"], {"keyclaok": 1, "keycloak": 2}, total=100)

    assert found == ["keycloak", "keyclaok"]


def test_a_word_that_is_said_often_here_comes_first() -> None:
    found = keywords(["parser", "lexer", "parser", "parser"], {"parser": 5, "lexer": 5}, total=100)

    assert found == ["parser", "lexer"]


def test_what_a_quarter_of_the_palace_says_labels_nothing() -> None:
    assert keywords(["palace", "clerk"], {"palace": 26, "clerk": 25}, total=100) == ["clerk"]


def test_in_a_small_palace_every_word_may_label() -> None:
    assert keywords(["clerk"], {"clerk": 3}, total=3) == ["clerk"]


def test_lone_characters_label_nothing() -> None:
    assert keywords(["12", "ab", "東", "東京", "ops_1042"], {}, total=1) == ["ops_1042", "東京"]


@given(
    st.lists(st.text("abcdef", min_size=1, max_size=6), max_size=60),
    st.dictionaries(st.text("abcdef", min_size=1, max_size=6), st.integers(1, 1000)),
    st.integers(0, 1000),
)
def test_labels_are_few_distinct_and_of_the_text(words: list[str], frequencies: dict[str, int], total: int) -> None:
    found = keywords(words, frequencies, total)

    assert len(found) == len(set(found)) <= KEYWORDS_MAX
    assert set(found) <= set(words)
    assert all(total < FEW or frequencies.get(word, 1) <= COMMON_SHARE * total for word in found)


def test_a_word_of_endless_length_is_no_label() -> None:
    assert keywords(["x" * 5_000, "planning"], {}, total=1) == ["planning"]
