"""Exports that are lists of memories: mem0 and OpenMemory, memory-mcp, and the memory of Claude and ChatGPT."""

import re
from collections.abc import Iterator
from pathlib import Path

from simonides.domain.errors import Invalid
from simonides.peers.exports.json_exports import ENDINGS, Entry, EntryShape, from_documents, values_in
from simonides.peers.found import Found, LeftBehind, Lost, key_of, rest_of, text_line

MEM0 = EntryShape(
    "mem0",
    ("memory", "content", "data", "text"),
    author=("actor_id", "agent_id", "app_name"),
    ended=("deleted_at", "archived_at"),
    wing=("app_name", "agent_id", "user_id"),
)
MEMORY_MCP = EntryShape(
    "memory-mcp",
    ("content", "text"),
    created=("ingestion_time", "created_at"),
    happened=("event_time",),
    ended=("valid_until", "invalidated_at"),
    author=("agent_id",),
    wing=("namespace", "project_id"),
    room=("memory_type", "type"),
)
CHATS = EntryShape("chat", ("memory", "content", "text", "conversations_memory", "title"), tags=("tags",))

_BULLET = re.compile(r"^\s{0,3}(?:[-*+•]|\d{1,3}[.)])\s+")
_DATED = re.compile(r"^\[?(\d{4}-\d{2}-\d{2})\]?\s*(?:[-–:]\s*)?")


def read_mem0(source: Path) -> Iterator[Found]:
    """The memories of mem0 (`get_all` as JSON) or of an OpenMemory export (a ZIP file)."""
    yield from _read(source, MEM0, "results", "memories", "data")


def read_memory_mcp(source: Path) -> Iterator[Found]:
    """The memories of memory-mcp's export: lines of JSON, or a document with a list."""
    yield from _read(source, MEMORY_MCP, "memories", "results", "data")


def read_chat_memory(source: Path) -> Iterator[Found]:
    """What Claude or ChatGPT remembers of a person, as exported or copied: JSON, or text with one memory in each line."""
    if source.is_file() and not source.name.endswith((*ENDINGS, ".zip")):
        yield from _lines_of_text(source)
    else:
        yield from _read(source, CHATS, "memories", "data", "items", "results")


def _read(source: Path, shape: EntryShape, *names: str) -> Iterator[Found]:
    seen: set[str] = set()

    def read(name: str, document: object) -> Iterator[Found]:
        values = values_in(document, *names)
        # An archive holds documents of other kinds as well; of lines of JSON there may be one, which is no list.
        if values is None and name == source.name:
            values = [document]
        for number, value in enumerate(values or [], 1):
            yield from _once(shape, shape.entry(value), number, seen)

    return from_documents(source, read)


def _once(shape: EntryShape, entry: Entry, number: int, seen: set[str]) -> Iterator[Found]:
    """An archive may hold a memory twice, once with its relations and once alone."""
    line = shape.line(entry, number)
    if isinstance(line, Lost):
        yield line
    elif line["id"] not in seen:
        seen.add(str(line["id"]))
        yield line


def _lines_of_text(source: Path) -> Iterator[Found]:
    try:
        text = source.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise Invalid("SOURCE", f"{source} cannot be read as UTF-8 text") from error
    room, skipped = "", 0
    for raw in text.splitlines():
        if raw.startswith("#"):
            room = raw.lstrip("# ").strip()
            continue
        line = _BULLET.sub("", raw).strip()
        dated = _DATED.match(line)
        kept = line[dated.end() :].strip() if dated else line
        if not kept:
            skipped += bool(line)
            continue
        when = dated.group(1) if dated else None
        yield text_line(
            key_of("chat", kept), kept, wing="chat", room=room, event_time=when, added_by="chat", metadata=rest_of({}, (), "chat")
        )  # fmt: skip
    if skipped:
        yield LeftBehind("lines", skipped, "they hold a date and nothing else")
