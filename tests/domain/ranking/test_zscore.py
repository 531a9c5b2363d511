import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.domain.ranking.zscore import merged, z_scores

SCORES = st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=30)


@given(SCORES)
def test_the_mean_is_nought_and_the_deviation_one_unless_all_are_alike(scores: list[float]) -> None:
    z = z_scores(scores)

    if any(z):
        assert sum(z) == pytest.approx(0, abs=1e-6)
        assert sum(each**2 for each in z) / len(z) == pytest.approx(1)


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=30), st.integers(1, 1000), st.integers(-1000, 1000))
def test_another_scale_gives_the_same(scores: list[int], factor: int, shift: int) -> None:
    assert z_scores([factor * score + shift for score in scores]) == pytest.approx(z_scores(scores), abs=1e-6)


@pytest.mark.parametrize("scores", [[], [0.3], [0.1, 0.1, 0.1], [0.0, 0.0]])
def test_scores_that_do_not_differ_stand_out_in_nothing(scores: list[float]) -> None:
    assert z_scores(scores) == [0.0] * len(scores)


def test_what_stands_out_in_its_own_list_comes_first_whatever_the_scale() -> None:
    wide = [("far", 900.0), ("near", 500.0), ("nearer", 490.0), ("last", 480.0)]
    narrow = [("clear", 0.03), ("dim", 0.0101), ("dimmer", 0.0100), ("dark", 0.0099)]

    best = [item for item, _ in merged([wide, narrow])]

    assert set(best[:2]) == {"far", "clear"}
    assert len(best) == len(wide) + len(narrow)


@given(SCORES, SCORES)
def test_each_list_keeps_its_own_order(first: list[float], second: list[float]) -> None:
    lists = [[(("first", row), score) for row, score in enumerate(sorted(first, reverse=True))]]
    lists.append([(("second", row), score) for row, score in enumerate(sorted(second, reverse=True))])

    order = [item for item, _ in merged(lists)]

    for name in ("first", "second"):
        assert [row for list_name, row in order if list_name == name] == sorted(
            row for list_name, row in order if list_name == name
        )


def test_one_strong_item_comes_before_many_weak_ones() -> None:
    memories = [("memory", 0.95)]
    chunks = [(f"chunk {row}", 0.3 - 0.01 * row) for row in range(12)]

    for floor in (0.0, 0.25):
        assert merged([memories, chunks], floor)[0][0] == "memory"
        assert merged([chunks, memories], floor)[0][0] == "memory"


def test_a_list_in_which_all_is_nearly_alike_has_no_clear_winner() -> None:
    alike = [("slightly better", 0.31)] + [(f"alike {row}", 0.30) for row in range(11)]
    two = [("good", 0.9), ("nearly as good", 0.8)]

    assert [item for item, _ in merged([alike, two], 0.25)][:2] == ["good", "nearly as good"]
    assert merged([alike], 0.25)[0][1] < 0.1


@given(SCORES, st.floats(0, 10))
def test_a_floor_lets_nothing_stand_out_more(scores: list[float], floor: float) -> None:
    for with_floor, without in zip(z_scores(scores, floor), z_scores(scores), strict=True):
        assert abs(with_floor) <= abs(without) + 1e-9
