"""Aider: a history is split where aider was started."""

import pytest

from mining.conversations.sampling import SAMPLES, at, read, said


@pytest.mark.requirement("convos-formats", "convos-split")
def test_every_start_that_led_to_words_is_a_conversation() -> None:
    (first, last), faults = read(SAMPLES / "aider.chat.history.md")

    assert faults == []
    assert (first.key, first.started_at) == ("2026-02-01 09:30:00", at("2026-02-01T09:30:00"))
    assert [turn.role for turn in first.turns] == ["tool", "user", "assistant", "user", "assistant"]
    assert first.turns[1].text == "add a --dry-run flag\nto the importer"
    assert "> not a note, a prompt in code" in first.turns[2].text
    assert first.turns[2].tools == ("[tool] aider\n-> Tokens: 2.1k sent, 310 received.\nApplied edit to importer.py",)
    assert said(last) == [("user", "/ask what is left?"), ("assistant", "Nothing is left.")]
