import numpy as np

from simonides.domain.ranking.duplicates import closeness, closenesses


def test_a_text_is_not_the_same_as_a_longer_one_that_contains_it() -> None:
    window, other = np.eye(2, dtype=np.float32)[:1], np.eye(2, dtype=np.float32)[1:]
    both = np.concatenate([window, other])

    assert closeness(window, window) == 1.0
    assert closeness(both, both) == 1.0
    assert closeness(window, both) == closeness(both, window) == 0.5


def test_a_text_is_as_close_to_one_of_many_as_to_it_alone() -> None:
    chance = np.random.default_rng(7)
    ours, *others = (chance.standard_normal((windows, 8), dtype=np.float32) for windows in (2, 1, 3, 1, 2))

    np.testing.assert_allclose(closenesses(ours, others), [closeness(ours, each) for each in others], atol=1e-6)
