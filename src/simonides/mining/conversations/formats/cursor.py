"""Conversations of Cursor, in state.vscdb, an SQLite file of keys and JSON values.

Composers are in cursorDiskKV, their messages inside them or, since 2025, in rows of their own (bubbles); older chats are tabs
in one row of ItemTable.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from simonides.domain.validation import clean_text
from simonides.frozen import frozen
from simonides.mining.conversations.calls import ToolCall
from simonides.mining.conversations.databases import object_in, rows
from simonides.mining.conversations.look import Look
from simonides.mining.conversations.reading import Fault
from simonides.mining.conversations.shapes import fields, items, moment, name, string, written
from simonides.mining.conversations.thread import Thread
from simonides.mining.conversations.values import Format, Item, Role, UnreadableConversation

_TABLES = ("cursorDiskKV", "ItemTable")
_COMPOSERS = "SELECT key, value FROM {} WHERE key >= 'composerData:' AND key < 'composerData;' ORDER BY key"
_BUBBLES = "SELECT key, value FROM {} WHERE key >= ? AND key < ? ORDER BY key"
_CHATS = "SELECT key, value FROM {} WHERE key IN ('composer.composerData', ?) ORDER BY key LIMIT 2"
_CHAT_KEY = "workbench.panel.aichat.view.aichat.chatdata"
_ROLES: dict[object, Role] = {1: "user", 2: "assistant", "user": "user", "ai": "assistant"}


@frozen
class _Stored:
    key: str
    value: dict[str, Any]


def recognises(sight: Look) -> bool:
    """Recognised by a database with one of the two tables of keys and values."""
    return sight.kind == "database" and not sight.tables.isdisjoint(_TABLES)


def read(sight: Look) -> Iterator[Item]:
    """Every composer, then every tab of the older chats."""
    for table in [table for table in _TABLES if table in sight.tables]:
        for found in _stored(sight.path, _COMPOSERS.format(table)):
            yield from [found] if isinstance(found, UnreadableConversation) else _composer(sight.path, table, found)
        for found in _stored(sight.path, _CHATS.format(table), _CHAT_KEY):
            yield from [found] if isinstance(found, UnreadableConversation) else _chats(sight.path, found)


def _stored(path: Path, statement: str, *values: str) -> Iterator[_Stored | UnreadableConversation]:
    for row in rows(path, statement, *values):
        if isinstance(row, Fault):
            yield UnreadableConversation(path, row.reason)
        elif row[1] is not None:
            # Cursor leaves an empty value behind when it deletes something.
            yield _value(path, written(row[0]), row[1])


def _value(path: Path, key: str, value: object) -> _Stored | UnreadableConversation:
    try:
        return _Stored(key, object_in(value))
    except ValueError as error:
        return UnreadableConversation(path, f"the value of {key[:120]} is not JSON: {str(error)[:100]}")


def _composer(path: Path, table: str, stored: _Stored) -> Iterator[Item]:
    composer = stored.value
    key = name(composer.get("composerId")) or stored.key.partition(":")[2]
    bubbles = [fields(bubble) for bubble in items(composer.get("conversation"))]
    if headers := [string(fields(header).get("bubbleId")) for header in items(composer.get("fullConversationHeadersOnly"))]:
        found: dict[str, dict[str, Any]] = {}
        for row in _stored(path, _BUBBLES.format(table), f"bubbleId:{key}:", f"bubbleId:{key};"):
            if isinstance(row, UnreadableConversation):
                yield row
            else:
                found[row.key.rpartition(":")[2]] = row.value
        bubbles = [found[header] for header in headers if header in found]
        if missing := sum(header not in found for header in headers):
            yield UnreadableConversation(
                path, f"the composer {clean_text(key)} lacks {missing} of its messages (of {len(headers)})"
            )
    yield from _conversation(path, Thread(key, name(composer.get("name")), moment(composer.get("createdAt"))), bubbles)


def _chats(path: Path, stored: _Stored) -> Iterator[Item]:
    for number, tab in enumerate(map(fields, items(stored.value.get("tabs")))):
        # A tab records only when it was last used, so its start is unknown.
        thread = Thread(name(tab.get("tabId")) or str(number), name(tab.get("chatTitle")))
        yield from _conversation(path, thread, [fields(bubble) for bubble in items(tab.get("bubbles"))])
    for composer in map(fields, items(stored.value.get("allComposers"))):
        if bubbles := [fields(bubble) for bubble in items(composer.get("conversation"))]:
            thread = Thread(string(composer.get("composerId")), name(composer.get("name")), moment(composer.get("createdAt")))
            yield from _conversation(path, thread, bubbles)


def _conversation(path: Path, thread: Thread, bubbles: list[dict[str, Any]]) -> Iterator[Item]:
    for bubble in bubbles:
        _take(thread, bubble)
    if not thread.is_empty:
        yield thread.conversation(path, CURSOR.name)


def _take(thread: Thread, bubble: dict[str, Any]) -> None:
    kind = bubble.get("type")
    role = _ROLES.get(kind) if isinstance(kind, int | str) else None
    if not role:
        return
    time = moment(bubble.get("createdAt")) or moment(fields(bubble.get("timingInfo")).get("clientStartTime"))
    speaker = name(fields(bubble.get("modelInfo")).get("modelName")) or name(bubble.get("modelType"))
    speaker = speaker if role == "assistant" else None
    thread.say(role, string(bubble.get("text")) or string(bubble.get("rawText")), speaker=speaker, time=time)
    if tool := fields(bubble.get("toolFormerData")):
        result = tool.get("result")
        call = ToolCall.of(
            name(tool.get("name")) or "tool", tool.get("rawArgs") or tool.get("params"), written(result) if result else ""
        )
        thread.call(call, speaker=speaker, time=time)


CURSOR = Format("cursor", "Cursor chats", recognises, read)
