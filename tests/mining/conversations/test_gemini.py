"""Gemini CLI: conversations are read from documents, from lines, from its log and from saved chats."""

import json
from pathlib import Path

import pytest

from mining.conversations.sampling import SAMPLES, at, read, said


@pytest.mark.requirement("convos-formats")
def test_a_session_document_is_read_without_thoughts_and_notes() -> None:
    (session,), faults = read(SAMPLES / "gemini-session.json")

    assert faults == []
    assert (session.key, session.title) == ("92f6-gemini", "Explain the frame parser")
    assert said(session) == [
        ("user", "What does frame.c do?"),
        ("assistant", ""),
        ("assistant", "It parses frames."),
        ("user", "Thanks."),
    ]
    assert session.turns[1].tools == ('[tool] read_file {"path": "frame.c"}\n-> int parse(void);',)
    assert session.turns[2].time == at("2026-01-20T14:57:50")
    assert session.turns[2].speaker == "gemini-2.5-pro"


@pytest.mark.requirement("convos-formats")
def test_a_session_of_lines_takes_the_last_version_of_a_message_and_keeps_what_was_taken_back() -> None:
    (session,), faults = read(SAMPLES / "gemini-session.jsonl")

    assert faults == []
    assert (session.key, session.title) == ("b7-gemini-lines", "Routes of the service")
    assert said(session) == [
        ("user", "List the routes."),
        ("assistant", "There are three routes."),
        ("user", "List the routes with their verbs."),
    ]


@pytest.mark.requirement("convos-split")
def test_a_log_gives_one_conversation_for_each_session() -> None:
    conversations, _ = read(SAMPLES / "gemini-logs.json")

    assert {found.key: said(found) for found in conversations} == {
        "s-one": [("user", "hello there"), ("user", "and again")],
        "s-two": [("user", "another day")],
    }


def test_a_saved_chat_is_read(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint-boats.json"
    call = {"functionCall": {"name": "ls", "args": {"path": "."}}}
    answer = {"functionResponse": {"name": "ls", "response": {"output": "a b"}}}
    chat = [("user", [{"text": "What is here?"}]), ("model", [call]), ("user", [answer]), ("model", [{"text": "Two files."}])]
    path.write_text(json.dumps([{"role": role, "parts": parts} for role, parts in chat]))

    (conversation,), _ = read(path)

    assert conversation.key == "checkpoint-boats"
    assert said(conversation) == [("user", "What is here?"), ("assistant", ""), ("assistant", "Two files.")]
    assert conversation.turns[1].tools == ('[tool] ls {"path": "."}\n-> a b',)
