"""Where does OpenCode keep sessions, messages and parts? As files or as rows; either way they become the same objects."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from simonides.mining.conversations.databases import rows
from simonides.mining.conversations.documents import json_values
from simonides.mining.conversations.reading import Fault
from simonides.mining.conversations.shapes import fields, moment, parsed, string, written
from simonides.mining.conversations.values import Unreadable

_SESSIONS = "SELECT id, title, time_created FROM session ORDER BY time_created, id"
_MESSAGES = "SELECT id, data, time_created FROM message WHERE session_id = ? ORDER BY time_created, id"
_PARTS = "SELECT message_id, data, time_created FROM part WHERE session_id = ? ORDER BY id"

Session = dict[str, Any]


def storage_below(folder: Path) -> Path | None:
    """The storage folder that a folder is or holds."""
    places = (folder, folder / "storage", folder / "opencode" / "storage")
    return next((place for place in places if (place / "session").is_dir() and (place / "message").is_dir()), None)


def from_folder(storage: Path) -> Iterator[Session | Unreadable]:
    """Sessions from session/<project>/<id>.json, with their messages and parts."""
    for path in sorted(storage.glob("session/*/ses*.json")):
        for info in _objects([path]):
            if isinstance(info, Unreadable):
                yield info
                continue
            key = string(info.get("id")) or path.stem
            messages, faults = _messages(storage, key)
            yield from faults
            yield {"info": {**info, "id": key}, "messages": messages}


def _messages(storage: Path, key: str) -> tuple[list[Session], list[Unreadable]]:
    messages: list[Session] = []
    faults: list[Unreadable] = []
    for info in _objects(_within(storage / "message", key)):
        if isinstance(info, Unreadable):
            faults.append(info)
            continue
        found = list(_objects(_within(storage / "part", string(info.get("id")))))
        faults += [part for part in found if isinstance(part, Unreadable)]
        messages.append({"info": info, "parts": [part for part in found if not isinstance(part, Unreadable)]})
    return sorted(messages, key=_order), faults


def _within(folder: Path, key: str) -> list[Path]:
    # An id is a name and no path, so that a session cannot lead out of the storage.
    is_name = key not in {"", ".", ".."} and not set(key) & {"/", "\\", "\0"}
    return sorted((folder / key).glob("*.json")) if is_name else []


def _order(message: Session) -> tuple[datetime, str]:
    info = fields(message["info"])
    return moment(fields(info.get("time")).get("created")) or datetime.max.replace(tzinfo=UTC), string(info.get("id"))


def _objects(paths: list[Path]) -> Iterator[Session | Unreadable]:
    for path in paths:
        for found in json_values(path):
            yield Unreadable(path, found.reason, found.line) if isinstance(found, Fault) else fields(found.value)


def from_database(path: Path) -> Iterator[Session | Unreadable]:
    """Sessions from the table of that name, with their messages and parts."""
    for row in rows(path, _SESSIONS):
        if isinstance(row, Fault):
            yield Unreadable(path, row.reason)
            continue
        key = written(row[0])
        messages: dict[str, Session] = {}
        for found in _stored(path, _MESSAGES, key):
            if isinstance(found, Unreadable):
                yield found
            else:
                messages[found[0]] = {"info": {"time": {"created": found[2]}, **found[1]}, "parts": []}
        for found in _stored(path, _PARTS, key):
            if isinstance(found, Unreadable):
                yield found
            elif found[0] in messages:
                messages[found[0]]["parts"].append(found[1])
        yield {"info": {"id": key, "title": row[1], "time": {"created": row[2]}}, "messages": list(messages.values())}


def _stored(path: Path, statement: str, session: str) -> Iterator[tuple[str, Session, object] | Unreadable]:
    for row in rows(path, statement, session):
        if isinstance(row, Fault):
            yield Unreadable(path, row.reason)
            continue
        key, data, created = written(row[0]), row[1], row[2]
        try:
            yield key, fields(parsed(data.decode("utf-8", "replace") if isinstance(data, bytes) else written(data))), created
        except ValueError as error:
            yield Unreadable(path, f"the data of {key[:120]} is not JSON: {str(error)[:100]}")
