from dataclasses import replace

import numpy as np

from simonides.domain.ranking.text_matches import matches_among, share, within
from simonides.domain.text.words import query_words

TEXTS = {7: "green tea and green apples", 3: "black tea", 5: "nothing here"}


def test_texts_are_matched_as_an_index_would() -> None:
    matches = matches_among(query_words("green tea"), TEXTS)

    assert matches.keys.tolist() == [3, 7]
    assert matches.counts.tolist() == [[0, 2], [1, 1]]
    assert matches.pairs.tolist() == [[0, 1]]
    assert (matches.frequencies.tolist(), matches.total) == ([1, 2], 3)


def test_a_share_lies_between_nothing_and_all() -> None:
    scores = share(matches_among(query_words("green tea"), TEXTS), 0.3)

    assert 0 < scores[0] < scores[1] <= 1
    assert len(share(matches_among(query_words("the"), TEXTS), 0.3)) == 0


def test_in_a_scope_words_are_as_rare_as_they_are_there() -> None:
    inside = matches_among(query_words("green tea here absent"), TEXTS)
    palace = replace(
        inside,
        frequencies=np.array([1, 1_002, 400, 9]),
        pair_frequencies=np.array([21, 0, 0]),
        skipped=(2,),
        total=1_200,
    )

    narrowed = within(palace, 3)

    assert narrowed.total == 3
    # The third was not read, so it is as common as everywhere; the last is known, though only others hold it.
    assert narrowed.frequencies.tolist() == [1, 2, 1, 1]
    assert narrowed.pair_frequencies.tolist() == [1, 0, 0]


def test_the_whole_palace_as_a_scope_changes_nothing() -> None:
    matches = matches_among(query_words("green tea"), TEXTS)

    narrowed = within(matches, matches.total)

    assert narrowed.frequencies.tolist() == matches.frequencies.tolist()
    assert narrowed.pair_frequencies.tolist() == matches.pair_frequencies.tolist()
    assert narrowed.total == matches.total
