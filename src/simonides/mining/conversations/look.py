"""A first look at a path: enough of its content to tell one format from another."""

import stat
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from simonides.frozen import frozen
from simonides.mining.conversations.databases import tables
from simonides.mining.conversations.json_documents import json_values
from simonides.mining.conversations.reading import Fault, ReadRecord, json_lines, lines, open_text

_HEAD = 65_536
_LINES_LOOKED_AT = 60
_ELEMENTS_LOOKED_AT = 4
_DATABASE_SIGN = b"SQLite format 3\0"
_PACKED_SIGNS = {b"\x28\xb5\x2f\xfd": "zstd", b"\x1f\x8b": "gzip", b"PK\x03\x04": "zip"}
_UTF16_SIGNS = (b"\xff\xfe", b"\xfe\xff")
# UTF-16 without a byte order mark, and most binary formats, contain NULs early.
_UNREADABLE_SHARE = 0.1

Kind = Literal["folder", "database", "lines", "document", "text"]


@frozen
class Look:
    """The first sight of a source: its kind, the first JSON objects in it, its tables, and how its text begins."""

    path: Path
    kind: Kind
    head: str = ""
    records: tuple[dict[str, Any], ...] = ()
    tables: frozenset[str] = frozenset()


def look(path: Path) -> Look | Fault:
    """A first look at a file or folder, or the reason why it cannot be read."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            return Look(path, "folder")
        if not stat.S_ISREG(mode):
            return Fault("is not a regular file")
        return _look_into(path)
    except (OSError, ValueError) as error:
        # A path may contain what the system refuses, a NUL for instance.
        return Fault(getattr(error, "strerror", None) or "cannot be read")


def records_of(sight: Look) -> Iterator[ReadRecord | Fault]:
    """All JSON values of a source: one per line, or the elements of its document."""
    return json_lines(sight.path) if sight.kind == "lines" else json_values(sight.path)


def _look_into(path: Path) -> Look | Fault:
    with path.open("rb") as file:
        start = file.read(_HEAD)
    if start.startswith(_DATABASE_SIGN):
        found = tables(path)
        return found if isinstance(found, Fault) else Look(path, "database", tables=found)
    if packing := next((name for sign, name in _PACKED_SIGNS.items() if start.startswith(sign)), None):
        # Codex compresses old rollouts, and exports come as zip files.
        return Fault(f"is packed ({packing}); unpack it first")
    if not start.startswith(_UTF16_SIGNS) and b"\0" in start:
        return Fault("is not text")
    with open_text(path) as text:
        head = text.read(_HEAD)
    if not head.strip():
        return Fault("is empty" if len(start) < _HEAD else "begins with nothing but blanks")
    if sum("\udc80" <= sign <= "\udcff" for sign in head) > _UNREADABLE_SHARE * len(head):
        return Fault("is not UTF-8 text")
    return _look_at_text(path, head)


def _look_at_text(path: Path, head: str) -> Look:
    first = head.lstrip()[0]
    if first == "[" and (records := _elements(path)):
        return Look(path, "document", head, records)
    if records := _lines(path):
        return Look(path, "lines", head, records)
    if first == "{" and (records := _elements(path)):
        return Look(path, "document", head, records)
    return Look(path, "text", head)


def _elements(path: Path) -> tuple[dict[str, Any], ...]:
    values = (found.value for found in islice(json_values(path), _ELEMENTS_LOOKED_AT) if isinstance(found, ReadRecord))
    return tuple(value for value in values if isinstance(value, dict))


def _lines(path: Path) -> tuple[dict[str, Any], ...]:
    """The objects that begin at the margin, provided the file consists of them and they were not pasted into other text."""
    found = list(islice(lines(path), _LINES_LOOKED_AT))
    texts = [line[1] for line in found if not isinstance(line, Fault) and line[1].strip()]
    if 2 * sum(text.startswith("{") for text in texts) < len(texts):
        return ()
    values = (record.value for record in islice(json_lines(path), _LINES_LOOKED_AT) if isinstance(record, ReadRecord))
    return tuple(value for value in values if isinstance(value, dict))
