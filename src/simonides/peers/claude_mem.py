"""claude-mem: observations, summaries of sessions and prompts from its SQLite file."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from simonides.domain.errors import Invalid
from simonides.peers.databases.copies import Row, SqliteCopy, copied
from simonides.peers.databases.pages import Value
from simonides.peers.found import Found, Line, Lost, moment, rest_of, text_line, texts

PEER = "claude-mem"
FILE = "claude-mem.db"
_SESSIONS = ("id", "content_session_id", "memory_session_id", "project")
_OBSERVATIONS = (
    "id", "memory_session_id", "project", "text", "type", "created_at", "created_at_epoch", "title", "subtitle", "facts",
    "narrative", "concepts", "files_read", "files_modified", "prompt_number",
)  # fmt: skip
_PARTS = ("request", "investigated", "learned", "completed", "next_steps", "notes")
_SUMMARIES = ("id", "memory_session_id", "project", *_PARTS, "files_read", "files_edited", "created_at", "created_at_epoch")
_PROMPTS = ("id", "session_db_id", "content_session_id", "prompt_number", "prompt_text", "created_at", "created_at_epoch")


Sessions = dict[str, Row]
"""Sessions by the id that the client gave them: prompts name that one, observations the id that claude-mem gave."""
AsLine = Callable[[Row, Sessions], Line | Lost]


def read_claude_mem(source: Path) -> Iterator[Found]:
    """What claude-mem noted; each project becomes a wing."""
    path = source / FILE if source.is_dir() else source
    if not path.is_file():
        raise Invalid("SOURCE", f"{source} holds no {FILE}; name claude-mem's folder or its database")
    with copied(path) as copy:
        sessions = {str(row["content_session_id"]): row for row in copy.readable("sdk_sessions", _SESSIONS)}
        yield from _read(copy, "observations", _OBSERVATIONS, _observation, sessions)
        yield from _read(copy, "session_summaries", _SUMMARIES, _summary, sessions)
        yield from _read(copy, "user_prompts", _PROMPTS, _prompt, sessions)


def _read(copy: SqliteCopy, table: str, columns: tuple[str, ...], line: AsLine, sessions: Sessions) -> Iterator[Found]:
    for row in copy.rows(table, columns):
        yield row if isinstance(row, Lost) else line(row, sessions)


def _observation(row: Row, _sessions: Sessions) -> Line | Lost:
    facts = [f"- {fact}" for fact in _items(row.get("facts"))]
    parts = [row.get("title"), row.get("subtitle"), row.get("narrative") or row.get("text"), "\n".join(facts)]
    return _line(row, "observation", parts, room=row.get("type"), tags=_items(row.get("concepts")))


def _summary(row: Row, _sessions: Sessions) -> Line | Lost:
    parts = [f"{name.replace('_', ' ')}: {row[name]!s}" for name in _PARTS if row.get(name)]
    return _line(row, "summary", parts, room="summaries")


def _prompt(row: Row, sessions: Sessions) -> Line | Lost:
    asked_in = str(row["content_session_id"])
    session = sessions.get(asked_in, {})
    noted = {"project": session.get("project"), "memory_session_id": session.get("memory_session_id") or asked_in}
    return _line({**row, **noted}, "prompt", [row.get("prompt_text")], room="prompts", author="user", role="user")


def _line(row: Row, kind: str, parts: list[Value] | list[str], **fields: object) -> Line | Lost:
    text = "\n".join(str(part) for part in parts if part)
    if not text:
        return Lost(f"{kind} {row['id']!s}", "has no text")
    rest = {name: row.get(name) for name in ("files_read", "files_modified", "files_edited", "prompt_number")}
    return text_line(
        f"{PEER}:{kind}:{row['id']!s}",
        text,
        wing=row.get("project") or PEER,
        conversation=row.get("memory_session_id"),
        created_at=moment(row.get("created_at_epoch")) or moment(row.get("created_at")),
        added_by=PEER,
        metadata=rest_of(rest, (), PEER),
        **fields,
    )


def _items(value: Value) -> list[str]:
    try:
        read = json.loads(str(value or "[]"))
    except (ValueError, RecursionError):
        return texts(value)
    return [str(each) for each in read if each] if isinstance(read, list) else []
