from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.domain.ranking.candidates import Matches, Neighbours
from simonides.domain.ranking.fusion import SORTED_MAX, Spread, best, fuse, score_words, stake
from simonides.domain.ranking.recipe import HYBRID


def matches(counts: list[list[float]], total: int = 100) -> Matches:
    table = np.array(counts, dtype=np.float32)
    frequencies = (table > 0).sum(axis=1).astype(np.int64)
    return Matches(
        keys=np.arange(table.shape[1], dtype=np.int64) + 1,
        lengths=np.full(table.shape[1], 10, dtype=np.int32),
        counts=table,
        pairs=np.zeros((len(table) - 1, table.shape[1]), dtype=np.float32),
        frequencies=frequencies,
        pair_frequencies=np.zeros(len(table) - 1, dtype=np.int64),
        skipped=(),
        total=total,
        mean_length=10.0,
    )


def test_a_rare_word_weighs_more_than_a_common_one() -> None:
    scored = score_words(matches([[1, 1, 1, 0], [0, 0, 0, 1]]), ["common", "rare"], frozenset(), HYBRID)

    assert scored.weights[3] > scored.weights[0]


def test_a_missing_vector_is_unknown_and_not_low() -> None:
    words = np.array([6.0, 1.0, 0.0])
    cosines = np.array([np.nan, 0.5, 0.6])

    scores = fuse(words, cosines, Spread(1.0, 0.1, 0.1, has_cosines=True), HYBRID.vector_weight)

    assert scores.argmax() == 0


def test_an_identifier_held_to_the_letter_stands_out() -> None:
    scored = score_words(matches([[1, 0], [1, 1]]), ["ops_1042", "op"], frozenset({"ops_1042"}), HYBRID)

    assert scored.exact[0] > 0.5
    assert scored.exact[1] == 0


def test_a_memory_that_the_question_quotes_stands_out() -> None:
    # Of four pairs of neighbouring words the first memory holds all, the second three, the third two.
    found = replace(
        matches([[1, 1, 1]] * 5),
        pairs=np.array([[1, 1, 1], [1, 1, 1], [1, 1, 0], [1, 0, 0]], np.float32),
        pair_frequencies=np.ones(4, np.int64),
    )

    exact = score_words(found, list("abcde"), frozenset(), HYBRID).exact

    assert exact[0] == 1.0
    assert 0 < exact[1] < 0.5
    assert exact[2] == 0


def test_a_few_words_are_no_quotation() -> None:
    found = replace(matches([[1]] * 3), pairs=np.ones((2, 1), np.float32), pair_frequencies=np.ones(2, np.int64))

    assert score_words(found, list("abc"), frozenset(), HYBRID).exact.tolist() == [0]


def test_words_too_common_to_be_read_say_nothing_for_or_against_a_quotation() -> None:
    pairs = np.array([[1], [1], [1], [0], [0]], np.float32)
    found = replace(matches([[1]] * 6), pairs=pairs, pair_frequencies=np.ones(5, np.int64), skipped=(4,))

    assert score_words(found, list("abcdef"), frozenset(), HYBRID).exact.tolist() == [1]


def test_a_memory_without_a_vector_counts_as_average() -> None:
    spread = Spread.measure(np.array([1.0]), 10, Neighbours(np.array([1]), np.array([0.5], dtype=np.float32), 0.1, 0.1))

    scores = fuse(np.zeros(3), np.array([0.3, np.nan, 0.0]), spread, 0.6)

    assert scores[0] > scores[1] > scores[2]


def test_a_name_that_two_languages_share_does_not_outweigh_what_is_meant() -> None:
    # Of eight words the palace knows one, a name that a single memory holds; another means the same as the question.
    found = matches([[1.0], *([[0.0]] * 7)], total=10_000)
    asked = ["name", *"abcdefg"]
    words = score_words(found, asked, frozenset(), HYBRID).weights
    near = Neighbours(np.array([1, 2]), np.array([0.2, 0.75], dtype=np.float32), 0.08, 0.13)
    spread = Spread.measure(words, 10_000, near, stake(found, asked, "de"))

    scores = fuse(np.array([words[0], 0.0]), np.array([0.2, 0.75]), spread, HYBRID.vector_weight)

    assert scores[1] > scores[0]


def test_in_a_palace_of_a_few_notes_a_word_does_not_lose_to_chance_among_cosines() -> None:
    # Of five notes one holds the only word of the question; the others are nearer by less than unrelated notes differ.
    found = matches([[1.0]], total=5)
    words = score_words(found, ["bruno"], frozenset(), HYBRID).weights
    cosines = np.array([0.04, 0.12, 0.12, 0.05, 0.01], dtype=np.float32)
    near = Neighbours(np.arange(5), cosines, float(cosines.mean()), float(cosines.std()))
    spread = Spread.measure(words, 5, near, stake(found, ["bruno"], "en"))

    scores = fuse(np.array([words[0], 0, 0, 0, 0]), cosines.astype(np.float64), spread, HYBRID.vector_weight)

    assert scores.argmax() == 0
    many = Neighbours(np.arange(50), np.tile(cosines, 10), near.mean, near.deviation)
    assert Spread.measure(words, 50, many).cosine_deviation == pytest.approx(float(cosines.std()))
    # Of fifty, five have vectors.
    assert Spread.measure(words, 50, near).cosine_deviation == spread.cosine_deviation


def test_a_word_that_is_said_often_is_at_stake_once() -> None:
    once, often = matches([[1.0], [0.0]]), matches([[1.0], *([[0.0]] * 60)])

    assert stake(often, ["known", *["assist"] * 60], "en") == stake(once, ["known", "assist"], "en")


def test_a_question_whose_words_are_all_known_is_measured_as_ever() -> None:
    found = matches([[1, 1, 0, 0], [0, 1, 1, 0], [1, 0, 0, 1]], total=6)
    words = score_words(found, ["a", "b", "c"], frozenset(), HYBRID).weights

    assert Spread.measure(words, 6, None, stake(found, ["a", "b", "c"], "en")) == Spread.measure(words, 6, None)


def test_without_vectors_the_words_decide_alone() -> None:
    spread = Spread.measure(np.array([3.0, 1.0]), 10, None)

    assert fuse(np.array([3.0, 1.0]), np.array([np.nan, np.nan]), spread, 0.6).tolist() == pytest.approx([1.0, 1 / 3])


@given(st.lists(st.floats(-5, 5), max_size=200), st.integers(1, 20))
def test_the_best_are_the_highest_in_order_and_ties_go_to_the_first(values: list[float], limit: int) -> None:
    scores = np.array(values)

    expected = sorted(range(len(values)), key=lambda row: (-values[row], row))[:limit]

    assert best(scores, limit).tolist() == expected


@pytest.mark.parametrize("count", [4, SORTED_MAX + 1])
def test_of_equal_scores_the_higher_precedence_wins(count: int) -> None:
    scores, precedence = np.zeros(count), np.zeros(count, np.int64)
    scores[1], precedence[[1, 2, 3]] = 1.0, [-5, 7, 9]

    assert best(scores, 4, precedence).tolist() == [1, 3, 2, 0]


def test_scores_of_memories_that_hold_no_word_are_nothing() -> None:
    scored = score_words(matches([[1, 2]]), ["word"], frozenset(), HYBRID)

    weights, exact = scored.at(np.array([0, 2, 7], dtype=np.int64))

    assert weights[0] == weights[2] == 0
    assert weights[1] > 0
    assert exact.tolist() == [0, 0, 0]
