"""Text search: every word is found where it occurs, checked against a plain reading of the texts."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simonides.domain.memory import Place, Scope
from simonides.domain.ranking.candidates import Matches
from simonides.domain.text.words import index_words, query_words
from simonides.ports.stores import Shelf, Store
from stores.made import NOW, memory

TEXTS = [
    "The quick brown fox jumps over the lazy dog",
    "brown fox, brown fox, brown brown fox",
    "getUserName in src/auth/jwt.py fixes OPS-1042",
    "東京都に行きました。京都にも行きたい",
    "fox quick",
    "naïve café Straße",
]


def found(store: Store, question: str, scope: Scope | None = None) -> set[int]:
    """Those texts that hold every word of the question."""
    matches = store.search.matches(query_words(question), scope or Scope())
    is_whole = (matches.counts > 0).all(axis=0)
    return {int(one.id) for one in store.memories.at(matches.keys[is_whole].tolist()).values()}


def check_against_reading(matches: Matches, words: Sequence[str], texts: dict[int, list[str]]) -> None:
    """Compare with counts made by reading every text."""
    holders = [key for key, text in sorted(texts.items()) if set(words) & set(text)]
    counts = [[Counter(texts[key])[word] for key in holders] for word in words]
    pairs = [[Counter(pairwise(texts[key]))[pair] for key in holders] for pair in pairwise(words)]
    everywhere = [[Counter(pairwise(text))[pair] > 0 for text in texts.values()] for pair in pairwise(words)]

    assert matches.keys.tolist() == holders
    assert matches.counts.tolist() == counts
    assert matches.pairs.tolist() == pairs
    assert matches.lengths.tolist() == [len(texts[key]) for key in holders]
    assert matches.frequencies.tolist() == [sum(word in text for text in texts.values()) for word in words]
    assert matches.pair_frequencies.tolist() == [sum(row) for row in everywhere]
    assert matches.skipped == ()
    assert matches.total == len(texts)
    assert matches.mean_length == pytest.approx(np.mean([len(text) for text in texts.values()]))


@pytest.fixture
def filled(store: Store) -> Store:
    store.memories.add([memory(str(number), text) for number, text in enumerate(TEXTS)])
    return store


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("jumping foxes", {0}),
        ("getUserName", {2}),
        ("user name", {2}),
        ("OPS-1042", {2}),
        ("ops 1042", {2}),
        ("src/auth/jwt.py", {2}),
        ("jwt", {2}),
        ("東京", {3}),
        ("京都", {3}),
        ("京", {3}),
        ("行きました", {3}),
        ("大阪", set()),
        ("café", {5}),
        ("STRASSE", {5}),
    ],
)
def test_words_identifiers_and_parts_of_unspaced_text_are_found(filled: Store, question: str, expected: set[int]) -> None:
    assert found(filled, question) == expected


@pytest.mark.parametrize("question", ["brown fox", "fox brown brown fox", "fox fox", "quick", "nowhere fox", "京都 fox"])
def test_counts_and_pairs_are_those_of_a_plain_reading(filled: Store, question: str) -> None:
    words = query_words(question)
    texts = {filled.memories.key_of(str(number)): index_words(text) for number, text in enumerate(TEXTS)}

    check_against_reading(filled.search.matches(words), words, texts)


def test_no_words_match_nothing(filled: Store) -> None:
    matches = filled.search.matches([])

    assert (matches.keys.tolist(), matches.counts.shape, matches.pairs.shape) == ([], (0, 0), (0, 0))
    assert matches.total == len(TEXTS)


def test_an_empty_palace_matches_nothing(store: Store) -> None:
    matches = store.search.matches(["fox", "dog"])

    assert (matches.keys.tolist(), matches.total, matches.mean_length) == ([], 0, 0.0)
    assert matches.frequencies.tolist() == [0, 0]


def test_frequencies_are_of_the_whole_palace_whatever_the_scope(filled: Store) -> None:
    filled.memories.add([memory("far", "brown fox", place=Place("far", "away"))])

    matches = filled.search.matches(["brown", "fox"], Scope(wing="far"))

    assert matches.keys.tolist() == [filled.memories.key_of("far")]
    assert matches.frequencies.tolist() == [3, 4]
    assert matches.pair_frequencies.tolist() == [3]


def test_the_index_follows_replacing_and_deleting(filled: Store) -> None:
    filled.memories.replace(memory("0", "an owl"))
    filled.memories.delete("1")

    assert found(filled, "fox") == {4}
    assert found(filled, "owl") == {0}
    assert list(filled.check()) == []


def test_a_phrase_is_found_newest_first(filled: Store) -> None:
    words = index_words("brown fox")
    keys = [filled.memories.key_of(name) for name in "10"]

    assert filled.search.phrase(words) == keys
    assert filled.search.phrase(words, limit=1) == keys[:1]
    assert filled.search.phrase(index_words("fox brown quick")) == []
    assert filled.search.phrase([]) == []


@pytest.mark.parametrize("word", ["NEAR(", "a*", "AND", "-x", "fox OR dog", 'fo"x'])
def test_no_word_is_an_operator(filled: Store, word: str) -> None:
    assert filled.search.phrase([word, "fox"]) == []
    assert filled.search.matches([word]).keys.tolist() == []


ALPHABET = st.sampled_from(["fox", "dog", "owl", "getName", "a-1", "東京", "京", "the", "née"])
SENTENCES = st.lists(ALPHABET, max_size=8).map(" ".join)


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(SENTENCES, min_size=1, max_size=6), question=SENTENCES)
def test_any_question_is_answered_as_by_a_plain_reading(shelf: Shelf, texts: list[str], question: str) -> None:
    store = shelf.create("one example", "", NOW)
    keys = store.memories.add([memory(str(number), text or "-") for number, text in enumerate(texts)])
    words = query_words(question)

    matches = store.search.matches(words)

    check_against_reading(matches, words, dict(zip(keys, map(index_words, texts), strict=True)))
    store.close()
    shelf.delete("one example")


def test_many_phrases_are_found_as_each_alone(filled: Store) -> None:
    phrases = [index_words("brown fox"), [], ["fox"], ["nowhere"], index_words("brown fox"), ['fo"x', "AND"]]

    assert filled.search.phrases(phrases, 1, 10) == [filled.search.phrase(words) for words in phrases]
    assert filled.search.phrases([], 1, 10) == []
    assert filled.search.held(["brown", "fox", "nowhere"]) == {"brown", "fox"}


def test_a_phrase_that_too_few_or_too_many_hold_is_passed_over(filled: Store) -> None:
    phrases = [index_words("brown fox"), ["fox"], ["dog"]]
    found = [filled.search.phrase(words) for words in phrases]
    sizes = [len(rows) for rows in found]

    for least, most in ((1, 10), (2, 2), (3, 10), (1, 1)):
        expected = [rows if least <= size <= most else [] for rows, size in zip(found, sizes, strict=True)]
        assert filled.search.phrases(phrases, least, most) == expected
