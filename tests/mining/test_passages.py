from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.mining.passages import SIZE_MAX, DrawerPiece, passages

PIECES = st.sampled_from(
    ["word ", "Ein Satz. ", "\n", "\n\n", "\r\n", "# Heading\n\n", "x" * 700, " " * 900, "。", "é\u0301", "- item\n"]
)
TEXTS = st.lists(PIECES, max_size=60).map("".join) | st.text(max_size=4000)


def joined(made: list[DrawerPiece]) -> str:
    return "".join(each.content[each.overlap :] for each in made)


@pytest.mark.requirement("mine-nothing-cut")
@given(TEXTS, st.sampled_from([200, 1000]))
def test_passages_without_their_overlap_are_the_text(text: str, size: int) -> None:
    made = passages(text, size)

    assert joined(made) == (text if text.strip() else "")
    assert all(each.content.strip() for each in made)
    assert all(before.content.endswith(after.content[: after.overlap]) for before, after in pairwise(made))


@given(TEXTS)
def test_a_passage_is_never_much_longer_than_the_limit(text: str) -> None:
    assert all(len(each.content.strip()) <= SIZE_MAX + 1_000 for each in passages(text) if "  " not in each.content)


def test_paragraphs_stay_whole_where_they_fit() -> None:
    paragraph = "A sentence of some length about one thing. " * 12
    text = "\n\n".join([paragraph] * 6)

    made = passages(text)

    assert all(each.content.rstrip().endswith("one thing.") for each in made)
    assert {each.overlap for each in made} == {0}


def test_what_had_to_be_torn_overlaps() -> None:
    made = passages("word " * 1000)

    assert len(made) > 3
    assert all(0 < each.overlap <= 100 for each in made[1:])


def test_a_heading_goes_with_what_follows_it() -> None:
    text = "Intro. " * 90 + "\n\n## Storage\n\n" + "About storage. " * 40

    assert passages(text)[1].content.startswith("## Storage")


def test_a_huge_line_is_cut_in_good_time() -> None:
    assert joined(passages("x" * 3_000_000)) == "x" * 3_000_000


@pytest.mark.requirement("languages-rooms")
@pytest.mark.parametrize(
    "sentence",
    [
        "これは長い文章の中の一つの文です。",
        "这是一个很长的段落里的一句话！",
        "هل هذا سؤال طويل في نص طويل؟ ",
        "यह एक लंबे पाठ का एक वाक्य है। ",
    ],
)
def test_long_texts_are_torn_between_sentences_in_every_script(sentence: str) -> None:
    made = passages(sentence * 200)

    assert len(made) > 2
    assert all(each.content[each.overlap :].rstrip().endswith(sentence.strip()[-1]) for each in made)
