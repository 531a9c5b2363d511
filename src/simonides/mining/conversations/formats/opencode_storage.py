"""The storage of OpenCode: sessions, messages and parts from files or from rows, as the same objects."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from simonides.frozen import frozen
from simonides.mining.conversations.databases import object_in, rows
from simonides.mining.conversations.json_documents import json_values
from simonides.mining.conversations.reading import Fault, own_files, own_folder
from simonides.mining.conversations.shapes import fields, items, moment, string, written
from simonides.mining.conversations.values import UnreadableConversation

_SESSIONS = "SELECT id, title, time_created FROM {} ORDER BY time_created, id"
_WHOLE = "SELECT id, data, time_created, type FROM session_message WHERE session_id = ? ORDER BY seq"
_MESSAGES = "SELECT id, data, time_created FROM message WHERE session_id = ? ORDER BY time_created, id"
_PARTS = "SELECT message_id, data, time_created FROM part WHERE session_id = ? ORDER BY id"

Session = dict[str, Any]


@frozen
class _Stored:
    """A row: its id, or that of the message it is part of, its data, and when it was created."""

    key: str
    data: dict[str, Any]
    created: object
    more: object = None
    """Further columns of the query."""


def storage_below(folder: Path) -> Path | None:
    """The storage folder that a folder is or contains."""
    places = [own_folder(folder, *names) for names in ((), ("storage",), ("opencode", "storage"))]
    return next((place for place in places if place and own_folder(place, "session") and own_folder(place, "message")), None)


def from_folder(storage: Path) -> Iterator[Session | UnreadableConversation]:
    """Sessions from session/<project>/<id>.json, with their messages and parts."""
    projects = sorted((storage / "session").iterdir())
    for path in [path for project in projects for path in own_files(storage, "ses*.json", "session", project.name)]:
        for info in _objects([path]):
            if isinstance(info, UnreadableConversation):
                yield info
                continue
            key = string(info.get("id")) or path.stem
            messages, faults = _messages(storage, key)
            yield from faults
            yield {"info": {**info, "id": key}, "messages": messages}


def _messages(storage: Path, key: str) -> tuple[list[Session], list[UnreadableConversation]]:
    messages: list[Session] = []
    faults: list[UnreadableConversation] = []
    for info in _objects(_within(storage, "message", key)):
        if isinstance(info, UnreadableConversation):
            faults.append(info)
            continue
        found = list(_objects(_within(storage, "part", string(info.get("id")))))
        faults += [part for part in found if isinstance(part, UnreadableConversation)]
        messages.append({"info": info, "parts": [part for part in found if not isinstance(part, UnreadableConversation)]})
    return sorted(messages, key=_order), faults


def _within(storage: Path, folder: str, key: str) -> list[Path]:
    # An id must be a name, not a path, so that a session cannot lead out of the storage folder.
    is_name = key not in {"", ".", ".."} and not set(key) & {"/", "\\", "\0"}
    return own_files(storage, "*.json", folder, key) if is_name else []


def _order(message: Session) -> tuple[datetime, str]:
    info = fields(message["info"])
    return moment(fields(info.get("time")).get("created")) or datetime.max.replace(tzinfo=UTC), string(info.get("id"))


def _objects(paths: list[Path]) -> Iterator[Session | UnreadableConversation]:
    for path in paths:
        for found in json_values(path):
            yield UnreadableConversation(path, found.reason, found.line) if isinstance(found, Fault) else fields(found.value)


def is_database(tables: frozenset[str]) -> bool:
    """Whether a database with these tables belongs to OpenCode."""
    return bool(_session_tables(tables)) and ({"message", "part"} <= tables or "session_message" in tables)


def from_database(path: Path, tables: frozenset[str]) -> Iterator[Session | UnreadableConversation]:
    """Sessions from the tables of that name, with their messages."""
    seen = set()
    for table in _session_tables(tables):
        for row in rows(path, _SESSIONS.format(table)):
            if isinstance(row, Fault):
                yield UnreadableConversation(path, row.reason)
            elif (key := written(row[0])) not in seen:
                seen.add(key)
                messages, faults = _whole_messages(path, key) if "session_message" in tables else ([], [])
                # An older session stays in the old tables until it is opened again.
                if not messages and {"message", "part"} <= tables:
                    messages, faults = _parted_messages(path, key)
                yield from faults
                yield {"info": {"id": key, "title": row[1], "time": {"created": row[2]}}, "messages": messages}


def _session_tables(tables: frozenset[str]) -> list[str]:
    return [table for table in ("session_v2", "session") if table in tables]


def _whole_messages(path: Path, session: str) -> tuple[list[Session], list[UnreadableConversation]]:
    found = list(_stored(path, _WHOLE, session))
    whole = [_whole(row) for row in found if not isinstance(row, UnreadableConversation)]
    return [message for message in whole if message], [row for row in found if isinstance(row, UnreadableConversation)]


def _whole(row: _Stored) -> Session | None:
    """A message of the newer form, converted to the older; None when it is not from a speaker."""
    data, kind = row.data, row.more
    time = {"created": row.created, **fields(data.get("time"))}
    if kind == "user":
        files = [{"type": "file", "filename": fields(file).get("name")} for file in items(data.get("files"))]
        return {"info": {"role": "user", "time": time}, "parts": [{"type": "text", "text": data.get("text")}, *files]}
    if kind == "assistant":
        model = fields(data.get("model")).get("id")
        return {"info": {"role": "assistant", "time": time, "modelID": model}, "parts": items(data.get("content"))}
    if kind == "shell":
        state = {"input": data.get("command"), "output": data.get("output")}
        return {"info": {"role": "assistant", "time": time}, "parts": [{"type": "tool", "tool": "shell", "state": state}]}
    return None


def _parted_messages(path: Path, session: str) -> tuple[list[Session], list[UnreadableConversation]]:
    messages: dict[str, Session] = {}
    faults: list[UnreadableConversation] = []
    for found in _stored(path, _MESSAGES, session):
        if isinstance(found, UnreadableConversation):
            faults.append(found)
        else:
            messages[found.key] = {"info": {"time": {"created": found.created}, **found.data}, "parts": []}
    for found in _stored(path, _PARTS, session):
        if isinstance(found, UnreadableConversation):
            faults.append(found)
        elif found.key in messages:
            messages[found.key]["parts"].append(found.data)
    return list(messages.values()), faults


def _stored(path: Path, statement: str, session: str) -> Iterator[_Stored | UnreadableConversation]:
    for row in rows(path, statement, session):
        if isinstance(row, Fault):
            yield UnreadableConversation(path, row.reason)
            continue
        key = written(row[0])
        try:
            yield _Stored(key, object_in(row[1]), row[2], *row[3:])
        except ValueError as error:
            yield UnreadableConversation(path, f"the data of {key[:120]} is not JSON: {str(error)[:100]}")
