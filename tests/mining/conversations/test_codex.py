"""Codex: a rollout gives every word once, though it contains most of them twice."""

import json
from pathlib import Path

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


@pytest.mark.requirement("convos-formats")
def test_of_a_message_only_the_injected_parts_are_left_out(tmp_path: Path) -> None:
    content = [
        {"type": "input_text", "text": "# AGENTS.md instructions for /srv\n<INSTRUCTIONS>Be kind.</INSTRUCTIONS>"},
        {"type": "input_text", "text": "<user_shell_command>ls</user_shell_command>"},
        {"type": "input_text", "text": "Why is the tide late?"},
    ]
    found = {"type": "tool_search_call", "call_id": "c1", "arguments": {"query": "tides"}}
    lines = [
        {"type": "session_meta", "payload": {"id": "s1", "timestamp": "2026-10-01T10:00:00Z"}},
        {"type": "world_state", "payload": {"agents_md": "Be kind."}},
        {"type": "response_item", "payload": {"type": "message", "role": "user", "content": content}},
        {"type": "response_item", "payload": found},
        {"type": "response_item", "payload": {"type": "tool_search_output", "call_id": "c1", "tools": [{"name": "tide_table"}]}},
    ]
    path = tmp_path / "rollout.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")

    (session,), faults = read(path)

    assert faults == []
    assert said(session) == [("user", "Why is the tide late?"), ("assistant", "")]
    assert session.turns[1].tools == ('[tool] tool_search {"query": "tides"}\n-> tide_table',)


@pytest.mark.requirement("convos-formats")
@pytest.mark.parametrize("opening", ["<image>", "<image name=[Image #1]>", '<image name=[Image #1] path="/home/ada/mast.png">'])
@pytest.mark.parametrize("is_event_first", [False, True])
def test_a_message_with_a_picture_is_taken_once_and_in_its_words(tmp_path: Path, opening: str, *, is_event_first: bool) -> None:
    words = "What is wrong on [Image #1]?"
    content = [
        {"type": "input_text", "text": opening},
        {"type": "input_image", "image_url": "data:image/png;base64,AAAA"},
        {"type": "input_text", "text": "</image>"},
        {"type": "input_text", "text": words},
    ]
    item = {"type": "response_item", "payload": {"type": "message", "role": "user", "content": content}}
    event = {"type": "event_msg", "payload": {"type": "user_message", "message": words, "local_images": ["/home/ada/mast.png"]}}
    head = {"type": "session_meta", "payload": {"id": "s1", "timestamp": "2026-10-01T10:00:00Z"}}
    lines = [head, event, item] if is_event_first else [head, item, event]
    path = tmp_path / "rollout.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")

    (session,), faults = read(path)

    assert faults == []
    assert said(session) == [("user", words)]


@pytest.mark.requirement("convos-noise")
@pytest.mark.parametrize(
    ("message", "kept"),
    [
        (
            "# Context from my IDE setup:\n\n## Open tabs:\n- tide.py\n\n## My request for Codex:\nWhy is it late?\n",
            "Why is it late?\n",
        ),
        (
            "# Context from my IDE setup:\n\n## Active file: tide.py\n",
            "# Context from my IDE setup:\n\n## Active file: tide.py\n",
        ),
        ("Write the line:\n## My request for Codex:\ninto it.", "Write the line:\n## My request for Codex:\ninto it."),
    ],
)
def test_what_an_editor_puts_in_front_of_a_message_is_left_out(tmp_path: Path, message: str, kept: str) -> None:
    item = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": message}]}
    lines = [
        {"type": "session_meta", "payload": {"id": "s1", "timestamp": "2026-10-01T10:00:00Z"}},
        {"type": "response_item", "payload": item},
        {"type": "event_msg", "payload": {"type": "user_message", "message": message}},
    ]
    path = tmp_path / "rollout.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")

    (session,), _ = read(path)

    assert said(session) == [("user", kept)]
