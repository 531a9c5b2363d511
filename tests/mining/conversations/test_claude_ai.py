"""Claude.ai: an export gives each conversation with its attachments and tools."""

import pytest

from mining.conversations.sampling import SAMPLES, at, read, said


@pytest.mark.requirement("convos-formats", "convos-split")
def test_every_conversation_with_words_is_read() -> None:
    conversations, faults = read(SAMPLES / "claude-ai.json")

    assert faults == []
    assert [(found.key, found.title) for found in conversations] == [("c1a0de-01", "Sourdough timing"), ("c1a0de-03", None)]
    assert conversations[0].started_at == at("2026-01-05T18:00:00")
    assert conversations[1].turns[0].time == at("2026-01-07T06:00:01")


def test_attachments_are_kept_to_the_letter_and_thinking_is_left_out() -> None:
    (bread, _), _ = read(SAMPLES / "claude-ai.json")

    question = "How long do I proof at 24 degrees?\n\n[attachment: recipe.txt]\nFlour 500 g\nWater 375 g\n\n[file: crumb.jpg]"
    assert said(bread) == [("user", question), ("assistant", "About five hours.")]
    assert [turn.speaker for turn in bread.turns] == [None, "Claude"]
    assert bread.turns[1].tools == ('[tool] web_search {"query": "proofing 24 C"}\n-> 4 to 6 hours',)
