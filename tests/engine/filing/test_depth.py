"""Metadata that is nested too deeply is refused, and what was filed before it was refused is still read."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from simonides.domain.actor import Actor
from simonides.domain.errors import Invalid
from simonides.domain.memory import EVERYTHING, Memory, Order, Place
from simonides.domain.validation import is_too_deep
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Palace


def nested(levels: int) -> dict[str, Any]:
    """An object of so many levels, every second of them a list."""
    value: Any = {"level": levels}
    for level in range(levels - 1, 0, -1):
        value = {"in": value} if level % 2 else [value]
    return value if isinstance(value, dict) else {"in": value}


@pytest.mark.requirement("depth-refused")
def test_levels_are_counted_however_many_there_are() -> None:
    assert [is_too_deep(nested(levels)) for levels in (1, 31, 32, 33, 50_000)] == [False, False, False, True, True]
    assert not is_too_deep({"wide": [{"a": [1, 2]}] * 10_000})


@pytest.mark.requirement("depth-refused")
def test_metadata_above_32_levels_is_refused_when_filed_amended_and_restored(palace: Palace) -> None:
    memory = palace.memories.remember(Draft("Good.", metadata=nested(32)))

    for refused in (
        lambda: palace.memories.remember(Draft("Bad.", metadata=nested(33))),
        lambda: palace.memories.remember_once(Draft("Bad.", metadata=nested(33))),
        lambda: palace.amending.amend(memory.id, metadata=nested(33)),
        lambda: palace.intake.as_before(replace(memory, metadata=nested(33)), Actor.IMPORTER),
    ):
        with pytest.raises(Invalid, match="nested above 32 levels"):
            refused()

    assert [each.metadata for each in palace.memories.page()] == [nested(32)]


@pytest.mark.requirement("depth-read")
@pytest.mark.parametrize("levels", [33, 400])
def test_what_was_filed_too_deep_comes_back_as_text(palace: Palace, levels: int) -> None:
    deep = Memory("deep", "Filed long ago.", Place(), datetime(2026, 1, 1, tzinfo=UTC), metadata=nested(levels))
    with palace.store.writing("test"):
        palace.store.memories.add([deep])

    [found] = palace.memories.page(EVERYTHING, Order.NEWEST)
    ended = palace.memories.end("deep")

    assert list(found.metadata) == ["nested_json"]
    assert str(found.metadata["nested_json"]).count('"in"') == str(deep.metadata).count("'in'")
    assert ended.metadata == found.metadata
