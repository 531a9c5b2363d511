"""Memories as values."""

from datetime import UTC, datetime

import pytest

from simonides.domain.memory import Memory, Origin, Place


@pytest.mark.parametrize(
    ("conversation", "metadata", "talk"),
    [
        ("c-81", {"title": "Mast and sails"}, "Mast and sails"),
        ("c-81", {"title": " "}, "c-81"),
        ("c-81", {}, "c-81"),
        (None, {"title": "A page"}, None),
    ],
)
def test_a_conversation_is_known_by_its_title_or_else_by_its_id(
    conversation: str | None, metadata: dict[str, object], talk: str | None
) -> None:
    now = datetime(2026, 3, 4, tzinfo=UTC)

    assert Memory("m", "words", Place(), now, Origin(conversation=conversation), metadata=metadata).talk == talk
