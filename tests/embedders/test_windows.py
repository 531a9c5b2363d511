from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from simonides.embedders.windows import batches, paragraph_starts, windows

LENGTHS = st.integers(0, 5_000)
SIZES = st.integers(40, 300)


@given(LENGTHS, SIZES, st.lists(st.integers(-5, 5_005), unique=True).map(sorted))
def test_windows_cover_every_token_and_are_no_larger_than_allowed(length: int, size_max: int, borders: list[int]) -> None:
    cuts = windows(length, size_max, 32, borders)

    covered = {place for cut in cuts for place in range(cut.start, cut.stop)}
    assert covered == set(range(length))
    assert all(cut.stop - cut.start <= size_max for cut in cuts)


@given(LENGTHS, SIZES)
def test_neighbouring_windows_share_the_overlap_and_all_are_of_one_size(length: int, size_max: int) -> None:
    cuts = windows(length, size_max, overlap=32)

    assert all(left.stop - right.start >= 32 for left, right in pairwise(cuts))
    assert len({cut.stop - cut.start for cut in cuts}) == 1


def test_whole_paragraphs_go_together_as_long_as_they_fit() -> None:
    assert windows(250, 100, 32, [40, 90, 150]) == [slice(0, 90), slice(90, 150), slice(150, 250)]


def test_a_last_paragraph_after_a_long_one_has_a_window_of_its_own() -> None:
    cuts = windows(520, 100, 32, [500])

    assert cuts[-1] == slice(500, 520)
    assert cuts[-2].stop == 500


def test_paragraphs_begin_after_blank_lines() -> None:
    text = "one\ntwo\n\nthree\n \n\n  four\n\n"

    assert [text[start:].split("\n", maxsplit=1)[0] for start in paragraph_starts(text)] == ["three", "four"]


def test_a_short_text_is_one_window() -> None:
    assert windows(254, 254, 32) == [slice(0, 254)]
    assert windows(0, 254, 32) == [slice(0, 0)]


@given(st.lists(st.integers(2, 256), max_size=200), st.integers(1, 4_096))
def test_every_row_is_in_one_batch_and_only_a_single_row_may_exceed_the_limit(lengths: list[int], tokens_max: int) -> None:
    made = list(batches(lengths, tokens_max))

    assert sorted(index for batch in made for index in batch) == list(range(len(lengths)))
    assert all(len(batch) == 1 or len(batch) * max(lengths[index] for index in batch) <= tokens_max for batch in made)
