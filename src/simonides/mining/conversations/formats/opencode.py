"""Conversations of OpenCode: files below storage/, since 2026 opencode.db, and exported documents.

The database first had messages and parts in two tables and now has both in one row of session_message; either may occur.
"""

from collections.abc import Iterator
from typing import Any

from simonides.mining.conversations.calls import ToolCall
from simonides.mining.conversations.formats.opencode_storage import from_database, from_folder, is_database, storage_below
from simonides.mining.conversations.look import Look, records_of
from simonides.mining.conversations.reading import Fault
from simonides.mining.conversations.shapes import fields, items, moment, name, string, written
from simonides.mining.conversations.thread import Thread
from simonides.mining.conversations.values import Format, Item, UnreadableConversation


def recognises(sight: Look) -> bool:
    """Recognised by a folder with sessions and messages, a database with both and parts, or a document with info and messages."""
    if sight.kind == "folder":
        return storage_below(sight.path) is not None
    if sight.kind == "database":
        return is_database(sight.tables)
    return any(isinstance(record.get("info"), dict) and isinstance(record.get("messages"), list) for record in sight.records)


def read(sight: Look) -> Iterator[Item]:
    """Every session."""
    if sight.kind == "folder":
        found = from_folder(storage_below(sight.path) or sight.path)
    elif sight.kind == "database":
        found = from_database(sight.path, sight.tables)
    else:
        found = _exported(sight)
    for session in found:
        if isinstance(session, UnreadableConversation):
            yield session
            continue
        info = fields(session.get("info"))
        thread = Thread(string(info.get("id")), name(info.get("title")), moment(fields(info.get("time")).get("created")))
        for message in map(fields, items(session.get("messages"))):
            _take(thread, fields(message.get("info")), [fields(part) for part in items(message.get("parts"))])
        if not thread.is_empty:
            yield thread.conversation(sight.path, OPENCODE.name)


def _exported(sight: Look) -> Iterator[dict[str, Any] | UnreadableConversation]:
    for found in records_of(sight):
        yield UnreadableConversation(sight.path, found.reason, found.line) if isinstance(found, Fault) else fields(found.value)


def _take(thread: Thread, info: dict[str, Any], parts: list[dict[str, Any]]) -> None:
    time, model = moment(fields(info.get("time")).get("created")), name(info.get("modelID"))
    if info.get("role") == "user":
        thread.say("user", _words(parts), time=time)
        return
    # Text between two calls is a turn of its own, so that calls stay where they happened.
    for part in parts:
        if part.get("type") == "tool":
            thread.call(_call(part), speaker=model, time=time)
        else:
            thread.say("assistant", _words([part]), speaker=model, time=time)


def _words(parts: list[dict[str, Any]]) -> str:
    words = []
    for part in parts:
        if part.get("type") == "text" and not part.get("synthetic") and not part.get("ignored"):
            words.append(string(part.get("text")))
        elif part.get("type") == "file":
            words.append(f"[file: {string(part.get('filename'))}]")
    return "\n".join(word for word in words if word)


def _call(part: dict[str, Any]) -> ToolCall:
    state = fields(part.get("state"))
    # Since the middle of 2026 the output is a list of contents, and an error an object.
    texts = [string(fields(content).get("text")) for content in items(state.get("content"))]
    error = state.get("error")
    result = state.get("output") or "\n".join(text for text in texts if text) or fields(error).get("message") or error
    called = name(part.get("tool")) or name(part.get("name")) or "tool"
    return ToolCall.of(called, state.get("input"), written(result) if result else "")


OPENCODE = Format("opencode", "OpenCode sessions", recognises, read)
