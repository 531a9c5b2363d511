"""A rollout of Codex gives every word once, though it holds most of them twice."""

import pytest

from mining.conversations.sampling import SAMPLES, at, read, said


@pytest.mark.requirement("convos-formats")
def test_words_are_taken_once_and_injected_context_is_not() -> None:
    (session,), faults = read(SAMPLES / "codex.jsonl")

    assert faults == []
    assert (session.key, session.started_at) == ("019c-codex-session", at("2026-02-11T07:59:59.5"))
    assert said(session) == [
        ("user", "Why does the cart test fail?"),
        ("assistant", ""),
        ("assistant", "The fixture rounds prices."),
        ("user", "ok"),
        ("user", "ok"),
    ]
    assert session.turns[1].tools == ('[tool] shell {"command":["pytest","-q"]}\n-> 1 failed: test_cart',)
    assert session.turns[2].time == at("2026-02-11T08:00:06")
    assert session.turns[2].speaker == "gpt-5-codex"


@pytest.mark.requirement("convos-formats")
def test_rollouts_of_before_the_wrapping_are_read() -> None:
    (session,), faults = read(SAMPLES / "codex-2025.jsonl")

    assert faults == []
    assert (session.key, session.started_at) == ("old-rollout", at("2025-06-20T10:00:00"))
    assert said(session) == [("user", "Rename the module."), ("assistant", ""), ("assistant", "Renamed.")]
    assert session.turns[1].tools == ('[tool] shell {"command":["mv"]}\n-> done',)
