"""Half a surrogate pair in an HTTP body: the answer is the same as on stdio."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simonides.domain.validation import clean_text
from simonides.servers.http.bodies import mend

PIECES = ["\\ud800", "\\udBFF", "\\uDC00", "\\udfff", "\\\\", "\\n", '\\"', "ud800", "\\ud7ff", "\\ue000", "\\ufffd", "é", "x"]


@pytest.mark.parametrize(
    ("sent", "passed_on"),
    [
        (rb'"\ud800 note"', rb'"\ufffd note"'),
        (rb'"\uDFFF\uD83d\uDCA5\ud800"', rb'"\ufffd\uD83d\uDCA5\ufffd"'),
        (rb'"\\ud800 \\\ud800"', rb'"\\ud800 \\\ufffd"'),
        (rb'"\ud800\\udc00"', rb'"\ufffd\\udc00"'),
        (rb'"\ud8', rb'"\ud8'),
    ],
)
def test_only_unpaired_escapes_are_replaced(sent: bytes, passed_on: bytes) -> None:
    assert mend(sent) == passed_on


@given(st.lists(st.sampled_from(PIECES)).map("".join))
@example("\\ud800\\ud800\\udc00")
def test_a_mended_body_reads_as_the_cleaned_text_and_keeps_its_length(inside: str) -> None:
    body = f'"{inside}"'.encode()

    mended = mend(body)

    assert json.loads(mended) == clean_text(json.loads(body))
    assert len(mended) == len(body)
