"""mcp-memory-service: its SQLite file, or the JSON that it exports."""

from collections.abc import Iterator
from pathlib import Path

from simonides.domain.errors import Invalid
from simonides.peers.databases.copies import SqliteCopy, copied
from simonides.peers.databases.pages import Value
from simonides.peers.exports.json_exports import documents_in, listed
from simonides.peers.found import Found, LeftBehind, Line, Lost, mapping_in, moment, rest_of, text_line, texts

PEER = "mcp-memory-service"
FILE = "sqlite_vec.db"
MAGIC = b"SQLite format 3\x00"
_MEMORIES = (
    "id", "content_hash", "content", "tags", "memory_type", "metadata", "created_at", "updated_at", "created_at_iso",
    "updated_at_iso", "deleted_at",
)  # fmt: skip


def read_mcp_memory_service(source: Path) -> Iterator[Found]:
    """The memories of a store or of an export; those that were deleted stay behind."""
    path = source / FILE if source.is_dir() else source
    if not path.is_file():
        raise Invalid("SOURCE", f"{source} holds no {FILE}; name the database or a JSON export")
    with path.open("rb") as stream:
        is_database = stream.read(len(MAGIC)) == MAGIC or path.suffix in {".db", ".sqlite"}
    if is_database:
        with copied(path) as copy:
            yield from _from_store(copy)
    else:
        for each in documents_in(path):
            yield from [each] if isinstance(each, Lost) else (_line(entry) for entry in listed(each[1], "memories"))


def _from_store(copy: SqliteCopy) -> Iterator[Found]:
    deleted = kept = 0
    for row in copy.rows("memories", _MEMORIES, _is_memory):
        if isinstance(row, Lost):
            yield row
        elif row.get("deleted_at") is not None:
            deleted += 1
        else:
            kept += 1
            yield _line({**row, "metadata": mapping_in(row.get("metadata"))})
    if deleted:
        yield LeftBehind("memories", deleted, "they were deleted there")
    if kept:
        yield LeftBehind("vectors", kept, "made by another model; the texts are embedded anew")


def _line(entry: dict[str, object]) -> Line:
    tags = entry.get("tags")
    metadata = entry.get("metadata")
    rest = {"memory_type": entry.get("memory_type"), "store": entry.get("store"), "updated_at": entry.get("updated_at")}
    extra = metadata if isinstance(metadata, dict) else {}
    return text_line(
        str(entry.get("content_hash") or entry.get("id")),
        str(entry.get("content") or ""),
        wing=entry.get("store") if entry.get("store") not in (None, "default") else PEER,
        room=entry.get("memory_type"),
        tags=texts(tags),
        created_at=moment(entry.get("created_at")) or moment(entry.get("created_at_iso")),
        source=extra.get("source") if isinstance(extra.get("source"), str) else None,
        added_by=PEER,
        metadata=rest_of({**extra, **rest}, (), PEER),
    )


def _is_memory(values: tuple[Value, ...]) -> bool:
    return len(values) >= 10 and values[0] is None and isinstance(values[1], str) and isinstance(values[2], str)
