from simonides.domain.ranking.text_matches import matches_among, share
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
