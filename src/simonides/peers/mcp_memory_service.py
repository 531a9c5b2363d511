"""mcp-memory-service: its SQLite file, or the JSON that it exports."""

from collections.abc import Iterator
from pathlib import Path

from simonides.domain.errors import Invalid
from simonides.peers.databases.copies import Row, SqliteCopy, copied
from simonides.peers.databases.pages import Value
from simonides.peers.exports.json_exports import from_documents, listed
from simonides.peers.found import Found, LeftBehind, Line, Lost, mapping_in, moment, rest_of, text_line, texts

PEER = "mcp-memory-service"
FILE = "sqlite_vec.db"
MAGIC = b"SQLite format 3\x00"
_MEMORIES = (
    "id", "content_hash", "content", "tags", "memory_type", "metadata", "created_at", "updated_at", "created_at_iso",
    "updated_at_iso", "deleted_at", "store", "parent_id", "version", "confidence", "last_accessed", "superseded_by",
)  # fmt: skip
_BELIEFS = ("belief_hash", "content", "confidence", "status", "created_at", "derived_from", "contradicted_by")


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
        yield from from_documents(path, lambda _name, document: map(_line, listed(document, "memories")))


def _from_store(copy: SqliteCopy) -> Iterator[Found]:
    deleted = kept = 0
    dates = {row["content_hash"]: row["created_at"] for row in copy.readable("memories", ("content_hash", "created_at"))}
    for row in copy.rows("memories", _MEMORIES, _is_memory):
        if isinstance(row, Lost):
            yield row
        elif row.get("deleted_at") is not None:
            deleted += 1
        else:
            kept += 1
            replaced_at = dates.get(row.get("superseded_by") or "")
            yield _line({**row, "metadata": mapping_in(row.get("metadata")), "replaced_at": replaced_at})
    for row in copy.rows("beliefs", _BELIEFS):
        yield row if isinstance(row, Lost) else _belief(row)
    if deleted:
        yield LeftBehind("memories", deleted, "they were deleted there")
    if kept:
        yield LeftBehind("vectors", kept, "made by another model; the texts are embedded anew")
    if links := sum(1 for _ in copy.readable("memory_graph", ("source_hash",))):
        yield LeftBehind("links between memories", links, "found there by likeness; recall finds them here anew")


def _line(entry: dict[str, object]) -> Line:
    metadata = entry.get("metadata")
    extra = metadata if isinstance(metadata, dict) else {}
    replacement = entry.get("superseded_by") or extra.get("superseded_by")
    rest = {name: entry.get(name) for name in ("memory_type", "store", "updated_at", "parent_id")}
    return text_line(
        str(entry.get("content_hash") or entry.get("id")),
        str(entry.get("content") or ""),
        wing=entry.get("store") if entry.get("store") not in (None, "default") else PEER,
        room=entry.get("memory_type"),
        tags=texts(entry.get("tags")),
        created_at=moment(entry.get("created_at")) or moment(entry.get("created_at_iso")),
        source=extra.get("source") if isinstance(extra.get("source"), str) else None,
        added_by=PEER,
        metadata=rest_of({**extra, **rest}, ("superseded_by",), PEER),
        **_replaced(entry, str(replacement)) if replacement else {},
    )


def _replaced(entry: dict[str, object], replacement: str) -> dict[str, object]:
    """A memory that another replaced has ended when the other was written."""
    ended = moment(entry.get("replaced_at")) or moment(entry.get("updated_at")) or moment(entry.get("created_at"))
    return {"superseded_by": replacement, "ended_at": ended}


def _belief(row: Row) -> Line:
    """What the service concluded from memories; one that is superseded stays a text of its own, with its status."""
    rest = {name: row.get(name) for name in ("status", "confidence", "derived_from", "contradicted_by")}
    return text_line(
        str(row["belief_hash"]),
        str(row["content"] or ""),
        wing=PEER,
        room="beliefs",
        created_at=moment(row.get("created_at")),
        added_by=PEER,
        metadata=rest_of(rest, (), PEER),
    )


def _is_memory(values: tuple[Value, ...]) -> bool:
    return len(values) >= 10 and values[0] is None and isinstance(values[1], str) and isinstance(values[2], str)
