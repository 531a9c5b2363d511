"""OpenCode: files, its database and an exported document give the same sessions."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from mining.conversations.sampling import at, read, said

SESSION = "ses_469cf929c"
INFO: dict[str, Any] = {"id": SESSION, "title": "Fix the index", "time": {"created": 1767225600000, "updated": 1767225900000}}
TOOL = {"status": "completed", "input": {"filePath": "index.ts"}, "output": "Edit applied"}
MESSAGES: list[tuple[dict[str, Any], list[dict[str, Any]]]] = [
    (
        {"id": "msg_a1", "sessionID": SESSION, "role": "user", "time": {"created": 1767225601000}},
        [
            {"id": "prt_1", "type": "text", "text": "Update index.ts"},
            {"id": "prt_2", "type": "text", "text": "Called the Read tool with the following input", "synthetic": True},
            {"id": "prt_3", "type": "file", "filename": "index.ts", "mime": "text/plain", "url": "file:///srv/index.ts"},
        ],
    ),
    (
        {"id": "msg_a2", "sessionID": SESSION, "role": "assistant", "modelID": "gpt-5", "time": {"created": 1767225602000}},
        [
            {"id": "prt_4", "type": "step-start"},
            {"id": "prt_5", "type": "reasoning", "text": "Hmm."},
            {"id": "prt_6", "type": "text", "text": "I will edit it."},
            {"id": "prt_7", "type": "tool", "tool": "edit", "callID": "c1", "state": TOOL},
            {"id": "prt_8", "type": "text", "text": "It is edited."},
        ],
    ),
]


def write(path: Path, value: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=2))


def folder(root: Path) -> Path:
    write(root / "storage" / "session" / "global" / f"{SESSION}.json", INFO)
    for info, parts in MESSAGES:
        write(root / "storage" / "message" / SESSION / f"{info['id']}.json", info)
        for part in parts:
            write(root / "storage" / "part" / info["id"] / f"{part['id']}.json", part)
    return root


def database(root: Path) -> Path:
    path = root / "opencode.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE session (id TEXT PRIMARY KEY, title TEXT, time_created INTEGER)")
        connection.execute("CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT)")
        connection.execute(
            "CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, data TEXT)"
        )
        connection.execute("INSERT INTO session VALUES (?, ?, ?)", (SESSION, INFO["title"], INFO["time"]["created"]))
        for info, parts in MESSAGES:
            bare = {key: value for key, value in info.items() if key not in {"id", "sessionID"}}
            message = (info["id"], SESSION, info["time"]["created"], json.dumps(bare))
            connection.execute("INSERT INTO message VALUES (?, ?, ?, ?)", message)
            rows = [(part["id"], info["id"], SESSION, 0, json.dumps(part)) for part in parts]
            connection.executemany("INSERT INTO part VALUES (?, ?, ?, ?, ?)", rows)
    return path


def newer_database(root: Path) -> Path:
    path = root / "opencode.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE session_v2 (id TEXT PRIMARY KEY, title TEXT, time_created INTEGER)")
        connection.execute(
            "CREATE TABLE session_message (id TEXT, session_id TEXT, type TEXT, seq INTEGER, time_created INTEGER, data TEXT)"
        )
        connection.execute("INSERT INTO session_v2 VALUES (?, ?, ?)", (SESSION, INFO["title"], INFO["time"]["created"]))
        state = {"status": "completed", "input": {"filePath": "index.ts"}, "content": [{"type": "text", "text": "Edit applied"}]}
        content = [
            {"type": "reasoning", "id": "r1", "text": "Hmm."},
            {"type": "text", "id": "t1", "text": "I will edit it."},
            {"type": "tool", "id": "c1", "name": "edit", "state": state},
            {"type": "text", "id": "t2", "text": "It is edited."},
        ]
        messages: list[tuple[str, int, dict[str, Any]]] = [
            ("user", 1767225601000, {"text": "Update index.ts", "files": [{"uri": "file:///srv/index.ts", "name": "index.ts"}]}),
            ("model-switched", 1767225601500, {"model": {"id": "gpt-5"}}),
            ("assistant", 1767225602000, {"agent": "build", "model": {"id": "gpt-5", "providerID": "x"}, "content": content}),
            ("synthetic", 1767225603000, {"text": "nobody said this"}),
        ]
        for seq, (kind, created, data) in enumerate(messages):
            row = (f"msg_{seq}", SESSION, kind, seq, created, json.dumps({**data, "time": {"created": created}}))
            connection.execute("INSERT INTO session_message VALUES (?, ?, ?, ?, ?, ?)", row)
    return path


def document(root: Path) -> Path:
    path = root / "export.json"
    write(path, {"info": INFO, "messages": [{"info": info, "parts": parts} for info, parts in MESSAGES]})
    return path


@pytest.mark.requirement("convos-formats")
@pytest.mark.parametrize("kept", [folder, database, newer_database, document])
def test_sessions_are_the_same_wherever_they_are_kept(tmp_path: Path, kept: Any) -> None:
    (session,), faults = read(kept(tmp_path))

    assert faults == []
    assert (session.key, session.title, session.started_at) == (SESSION, "Fix the index", at("2026-01-01T00:00:00"))
    assert said(session) == [
        ("user", "Update index.ts\n[file: index.ts]"),
        ("assistant", "I will edit it."),
        ("assistant", "It is edited."),
    ]
    assert session.turns[1].tools == ('[tool] edit {"filePath": "index.ts"}\n-> Edit applied',)
    assert [turn.speaker for turn in session.turns] == [None, "gpt-5", "gpt-5"]
    assert session.turns[1].time == at("2026-01-01T00:00:02")


@pytest.mark.requirement("convos-broken")
def test_a_broken_part_is_reported_while_the_rest_is_read(tmp_path: Path) -> None:
    root = folder(tmp_path)
    part = root / "storage" / "part" / "msg_a2" / "prt_6.json"
    part.write_text(part.read_text()[:30])

    (session,), (fault,) = read(root)

    assert fault.path == part
    assert said(session)[-1] == ("assistant", "It is edited.")


@pytest.mark.requirement("convos-broken")
def test_an_id_that_is_a_path_leads_nowhere(tmp_path: Path) -> None:
    root = folder(tmp_path)
    write(root / "storage" / "session" / "global" / "ses_evil.json", {**INFO, "id": "../../outside"})
    write(root / "outside" / "x.json", {"id": "msg_a1", "role": "user"})

    conversations, _ = read(root)

    assert [found.key for found in conversations] == [SESSION]
