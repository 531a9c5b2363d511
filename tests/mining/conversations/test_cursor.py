"""Cursor: its database gives composers, with their bubbles inside or beside them, and the tabs of older chats."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from mining.conversations.sampling import at, read, said

COMPOSER = "6f0c-composer"
CHAT_KEY = "workbench.panel.aichat.view.aichat.chatdata"
HEADERS = [
    {"bubbleId": "b1", "type": 1},
    {"bubbleId": "b2", "type": 2},
    {"bubbleId": "b3", "type": 2},
    {"bubbleId": "b0", "type": 1},
]
COMPOSED = {
    f"composerData:{COMPOSER}": {
        "_v": 10,
        "composerId": COMPOSER,
        "name": "Cache headers",
        "createdAt": 1767225600000,
        "fullConversationHeadersOnly": HEADERS,
    },
    f"bubbleId:{COMPOSER}:b1": {"_v": 3, "type": 1, "text": "Set the cache headers.", "createdAt": "2026-01-01T00:00:01.000Z"},
    f"bubbleId:{COMPOSER}:b2": {
        "_v": 3,
        "type": 2,
        "text": "",
        "modelInfo": {"modelName": "gpt-5"},
        "toolFormerData": {"name": "edit_file", "rawArgs": '{"path":"app.py"}', "result": '{"ok":true}', "status": "completed"},
        "timingInfo": {"clientStartTime": 1767225605000},
    },
    f"bubbleId:{COMPOSER}:b3": {"type": 2, "text": "Done.", "thinking": {"text": "hm"}, "createdAt": "2026-01-01T00:00:09.000Z"},
    f"bubbleId:{COMPOSER}:b0": {"type": 1, "text": "Thanks.", "createdAt": "2026-01-01T00:00:10.000Z"},
    "composerData:aa-inline": {
        "composerId": "aa-inline",
        "createdAt": 1735689600000,
        "conversation": [{"type": 1, "text": "Inline?"}, {"type": 2, "text": "Inline."}],
    },
}
TABS = {
    "tabs": [
        {
            "tabId": "tab-1",
            "chatTitle": "Regex",
            "lastSendTime": 1720000000000,
            "bubbles": [{"type": "user", "text": "Match a date."}, {"type": "ai", "rawText": "Use \\d.", "modelType": "gpt-4"}],
        }
    ]
}


def database(path: Path, **tables: dict[str, object]) -> Path:
    with closing(sqlite3.connect(path)) as connection, connection:
        for table, rows in tables.items():
            connection.execute(f"CREATE TABLE {table} (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)")
            for key, value in rows.items():
                stored = value if isinstance(value, bytes | None) else json.dumps(value)
                connection.execute(f"INSERT INTO {table} VALUES (?, ?)", (key, stored))  # noqa: S608 the tables are ours
    return path


@pytest.mark.requirement("convos-formats", "convos-split")
def test_composers_are_read_in_the_order_of_their_headers(tmp_path: Path) -> None:
    path = database(tmp_path / "state.vscdb", ItemTable={}, cursorDiskKV=dict(COMPOSED))

    (composed, inline), faults = read(path)

    assert faults == []
    assert (composed.key, composed.title, composed.started_at) == (COMPOSER, "Cache headers", at("2026-01-01T00:00:00"))
    assert said(composed) == [("user", "Set the cache headers."), ("assistant", ""), ("assistant", "Done."), ("user", "Thanks.")]
    assert composed.turns[1].tools == ('[tool] edit_file {"path":"app.py"}\n-> {"ok":true}',)
    assert [turn.speaker for turn in composed.turns] == [None, "gpt-5", None, None]
    assert composed.turns[1].time == at("2026-01-01T00:00:05")
    assert (inline.key, said(inline)) == ("aa-inline", [("user", "Inline?"), ("assistant", "Inline.")])


@pytest.mark.requirement("convos-formats")
def test_the_tabs_of_older_chats_are_read(tmp_path: Path) -> None:
    path = database(tmp_path / "state.vscdb", ItemTable={CHAT_KEY: TABS, "workbench.other": {"tabs": 1}})

    (tab,), _ = read(path)

    assert (tab.key, tab.title) == ("tab-1", "Regex")
    assert [(turn.role, turn.speaker, turn.text) for turn in tab.turns] == [
        ("user", None, "Match a date."),
        ("assistant", "gpt-4", "Use \\d."),
    ]


@pytest.mark.requirement("convos-broken")
def test_rows_that_are_missing_deleted_or_broken_are_reported_while_the_rest_is_read(tmp_path: Path) -> None:
    rows: dict[str, object] = dict(COMPOSED)
    del rows[f"bubbleId:{COMPOSER}:b3"]
    rows |= {"composerData:deleted": None, "composerData:broken": b'{"composerId": "bro\xff', f"bubbleId:{COMPOSER}:b1": b"{"}
    path = database(tmp_path / "state.vscdb", cursorDiskKV=rows)

    conversations, faults = read(path)

    assert [found.key for found in conversations] == [COMPOSER, "aa-inline"]
    assert said(conversations[0]) == [("assistant", ""), ("user", "Thanks.")]
    assert sum("is not JSON" in fault.reason for fault in faults) == 2
    assert any("lacks 2 of its messages (of 4)" in fault.reason for fault in faults)


@pytest.mark.requirement("convos-broken")
def test_a_cut_database_is_reported(tmp_path: Path) -> None:
    path = database(tmp_path / "state.vscdb", cursorDiskKV={**COMPOSED, "filler": "x" * 100_000})
    path.write_bytes(path.read_bytes()[:9_000])

    _, faults = read(path)

    assert any("database" in fault.reason for fault in faults)


def test_a_database_is_never_written_to(tmp_path: Path) -> None:
    path = database(tmp_path / "state.vscdb", cursorDiskKV=dict(COMPOSED))
    before = path.read_bytes()

    read(path)

    assert path.read_bytes() == before
    assert [found.name for found in tmp_path.iterdir()] == ["state.vscdb"]
