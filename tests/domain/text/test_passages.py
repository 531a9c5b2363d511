"""Passages of long texts, and the shares of an answer."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simonides.domain.text.passages import excerpt_of, passage_of, shares
from simonides.domain.text.token_estimate import estimate_tokens

FILLER = "Nothing of interest happened on that day in the harbour. "


@pytest.mark.requirement("bounded-passages")
def test_the_passage_is_where_the_question_is_answered() -> None:
    text = FILLER * 200 + "The mooring fee for the Heron is 42 crowns. " + FILLER * 200

    passage = passage_of(text, "what is the mooring fee of the Heron?", 120)

    assert "The mooring fee for the Heron is 42 crowns." in passage.text
    assert text[passage.start : passage.end] == passage.text
    assert passage.length == len(text)
    assert not passage.is_whole


@pytest.mark.requirement("bounded-passages")
def test_a_word_that_the_text_repeats_tells_less_than_one_it_holds_once() -> None:
    text = "The boat. We bought the boat in May. " + FILLER * 10 + "The key hangs behind the clock. " + FILLER * 10

    assert "The key hangs" in excerpt_of(text, "where is the boat key", 240)
    assert "bought the boat" in excerpt_of(text, "when did we buy the boat", 240)


@pytest.mark.requirement("bounded-passages")
def test_a_short_text_stays_whole_and_a_foreign_question_gets_the_beginning() -> None:
    assert passage_of("short", "anything", 100).is_whole
    assert passage_of(FILLER * 100, "zebra", 50).start == 0


@given(st.text(max_size=3_000), st.text(max_size=60), st.integers(20, 200))
def test_a_passage_is_a_piece_of_the_text_and_fits(text: str, question: str, tokens_max: int) -> None:
    passage = passage_of(text, question, tokens_max)

    assert text[passage.start : passage.end] == passage.text
    assert passage.is_whole or estimate_tokens(passage.text) <= tokens_max


@given(st.lists(st.integers(0, 5_000), max_size=20), st.integers(0, 4_000))
def test_shares_stay_within_the_answer_and_waste_nothing(needs: list[int], tokens_max: int) -> None:
    given_out = shares(needs, tokens_max)

    assert sum(given_out) <= tokens_max
    assert all(got <= need for got, need in zip(given_out, needs, strict=True))
    assert sum(needs) > tokens_max or given_out == needs
