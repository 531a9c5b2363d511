import numpy as np

from simonides.domain.ranking.duplicates import closeness


def test_a_text_is_not_the_same_as_a_longer_one_that_contains_it() -> None:
    window, other = np.eye(2, dtype=np.float32)[:1], np.eye(2, dtype=np.float32)[1:]
    both = np.concatenate([window, other])

    assert closeness(window, window) == 1.0
    assert closeness(both, both) == 1.0
    assert closeness(window, both) == closeness(both, window) == 0.5
