"""Copies among hits become one, whichever signs they are written with."""

from datetime import UTC, datetime

import pytest

from simonides.domain.memory import Hit, Memory, Place
from simonides.engine.answers.folding import without_copies

NOW = datetime(2026, 11, 16, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "copy"),
    [
        ("Customers don't receive invoices during holidays", "Customers don\u2019t receive invoices during holidays"),
        ("Deliveries arriving late - call the carriers", "Deliveries arriving late \u2013 call the carriers"),
        ("Invoices waiting for signatures...", "Invoices waiting for signatures\u2026"),
        ("会议改到星期三下午三点", "会议改到星期三下午三点。"),
    ],
)
def test_a_copy_with_other_signs_is_folded(text: str, copy: str) -> None:
    hits = [Hit(Memory(f"{number}", content, Place(), NOW), 1.0) for number, content in enumerate((text, copy))]

    assert [(each.memory.id, len(each.copies)) for each in without_copies(hits)] == [("0", 1)]
