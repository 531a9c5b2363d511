"""trusty-memory: the drawers and triples of each palace, from its `kg.db`; the identity text beside it."""

import json
from collections.abc import Iterator
from pathlib import Path

from simonides.domain.errors import Invalid
from simonides.peers.databases.copies import Row, SqliteCopy, copied
from simonides.peers.found import Found, Line, Lost, fact_line, moment, rest_of, text_line, texts

PEER = "trusty-memory"
FILE = "kg.db"
_DRAWERS = ("id", "room_id", "content", "importance", "tags", "created_at", "source_file", "room", "wing", "access_count")
_TRIPLES = ("id", "subject", "predicate", "object", "valid_from", "valid_to", "confidence", "provenance", "created_at")


def read_trusty_memory(source: Path) -> Iterator[Found]:
    """One palace's folder, or the folder of all palaces: then each becomes a wing."""
    path = source if source.is_file() else source / FILE
    paths = [path] if path.is_file() else sorted(source.glob(f"*/{FILE}")) or sorted(source.glob(f"palaces/*/{FILE}"))
    if not paths:
        raise Invalid("SOURCE", f"{source} holds no {FILE}; name a palace's folder of trusty-memory")
    for each in paths:
        identity = each.with_name("identity.txt")
        if len(paths) == 1 and identity.is_file():
            yield {"type": "palace", "description": "", "about": identity.read_text("utf-8", "replace")}
        with copied(each) as copy:
            yield from _palace(copy, each.parent.name)


def _palace(copy: SqliteCopy, name: str) -> Iterator[Found]:
    for row in copy.rows("drawers", _DRAWERS):
        yield row if isinstance(row, Lost) else _drawer(row, name)
    for row in copy.rows("triples", _TRIPLES):
        if isinstance(row, Lost):
            yield row
            continue
        yield fact_line(
            None if row.get("id") is None else f"{PEER}:{name}:{row['id']!s}",
            str(row["subject"]),
            str(row["predicate"]),
            str(row["object"]),
            valid_from=moment(row.get("valid_from")),
            valid_to=moment(row.get("valid_to")),
            confidence=row.get("confidence"),
            source=row.get("provenance"),
        )


def _drawer(row: Row, name: str) -> Line:
    importance = row.get("importance")
    return text_line(
        str(row["id"]),
        str(row["content"]),
        wing=row.get("wing") or name,
        room=row.get("room"),
        tags=_tags(row.get("tags")),
        importance=min(max(float(importance), 0.0), 1.0) if isinstance(importance, int | float) else None,
        created_at=moment(row.get("created_at")),
        source=row.get("source_file"),
        added_by=PEER,
        metadata=rest_of({"room_id": row.get("room_id")}, (), PEER),
    )


def _tags(value: object) -> list[str]:
    try:
        return texts(json.loads(str(value or "[]")))
    except (ValueError, RecursionError):
        return texts(value)
