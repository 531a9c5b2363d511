"""Notes whose time is none: the zero of many a program is 0001-01-01, and its never is 9999-12-31."""

from datetime import UTC, datetime

import pytest

from simonides.domain.memory import Origin
from simonides.engine.engine import Engine
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace

ZERO, NEVER = datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC)


@pytest.fixture(params=[ZERO, NEVER], ids=["zero", "never"])
def undated(request: pytest.FixtureRequest, palace: Palace) -> Palace:
    for text in ("The rent is 900 euros since last December.", "The rent is now 950 euros since last December."):
        palace.memories.remember(Draft(text, origin=Origin(event_time=request.param)))
    return palace


def test_a_question_for_a_time_is_answered_beside_them(undated: Palace) -> None:
    assert len(undated.answer("what did we discuss last December").hits) == 2


def test_a_palace_with_them_is_dreamt_of(undated: Palace, engine: Engine) -> None:
    report = engine.dream(undated.info.name)

    assert report is not None
    assert report.is_complete
