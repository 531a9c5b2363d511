"""The documents of a Chroma store, read from its SQLite file alone: neither Chroma nor its vector index is needed."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from simonides.peers.databases.copies import SqliteCopy
from simonides.peers.databases.pages import Value
from simonides.peers.found import Lost, mapping_in

DOCUMENT = "chroma:document"
UNNAMED = "chroma:row:"
"""How the id of a document begins whose own id is lost."""
DELETE = 3
"""The operation in the queue that removes a document."""

_EMBEDDINGS = ("id", "segment_id", "embedding_id", "seq_id", "created_at")
_METADATA = ("id", "key", "string_value", "int_value", "float_value", "bool_value")
_QUEUE = ("seq_id", "created_at", "operation", "topic", "id", "vector", "encoding", "metadata")


@dataclass(slots=True)
class Document:
    """One document with its metadata; without a text where that could not be read."""

    id: str
    collection: str | None
    text: str | None = None
    metadata: dict[str, Value] = field(default_factory=dict)


def documents(store: SqliteCopy) -> Iterator[Document | Lost]:
    """Every document, in the order of filing, with what a killed writer left in the queue."""
    lost: list[Lost] = []
    by_row = _listed(store, lost)
    _describe(store, by_row, lost)
    by_id = {document.id: document for document in by_row.values()}
    _take_from_queue(store, by_id, lost)
    _take_from_words(store, by_row)
    if lost:
        _take_from_index(store, by_id)
    yield from lost
    named = {document.text for document in by_id.values() if not document.id.startswith(UNNAMED)}
    # A document without its name may have been found again, with its name, in the queue.
    yield from (each for each in by_id.values() if not each.id.startswith(UNNAMED) or each.text not in named)


def _listed(store: SqliteCopy, lost: list[Lost]) -> dict[int, Document]:
    collections = {
        row["id"]: row["name"]
        for row in _kept(store.rows("collections", ("id", "name")), lost)
    }  # fmt: skip
    segments = {
        row["id"]: collections.get(row["collection"])
        for row in _kept(store.rows("segments", ("id", "type", "scope", "collection"), _is_segment), lost)
    }
    listed = {}
    for row in _kept(store.rows("embeddings", _EMBEDDINGS, _is_embedding), lost):
        collection = segments.get(row["segment_id"])
        if isinstance(row["id"], int):
            listed[row["id"]] = Document(str(row["embedding_id"]), None if collection is None else str(collection))
    return listed


def _describe(store: SqliteCopy, by_row: dict[int, Document], lost: list[Lost]) -> None:
    for row in _kept(store.rows("embedding_metadata", _METADATA, _is_metadata), lost):
        number = row["id"]
        if not isinstance(number, int):
            continue
        # Where the row that names the document is lost, the document goes by the number of that row.
        document = by_row.setdefault(number, Document(f"{UNNAMED}{number}", None))
        value = next((row.get(name) for name in _METADATA[2:] if row.get(name) is not None), None)
        if row["key"] == DOCUMENT:
            document.text = None if value is None else str(value)
        else:
            document.metadata[str(row["key"])] = value


def _take_from_queue(store: SqliteCopy, by_id: dict[str, Document], lost: list[Lost]) -> None:
    """Complete the documents from the queue: what was written and not yet filed, and texts that were lost in the tables."""
    if not store.has_table("embeddings_queue"):
        return
    for row in _kept(store.rows("embeddings_queue", _QUEUE, _is_queued), lost):
        document_id = str(row["id"])
        known = by_id.get(document_id)
        if known is not None and known.text is not None and known.collection is not None:
            continue
        if row["operation"] == DELETE:
            by_id.pop(document_id, None)
            continue
        metadata = mapping_in(row["metadata"])
        text = metadata.pop(DOCUMENT, None)
        document = known or Document(document_id, None)
        document.text = document.text if text is None else str(text)
        document.metadata |= metadata
        by_id[document_id] = document


def _take_from_words(store: SqliteCopy, by_row: dict[int, Document]) -> None:
    """Texts that are lost in the tables may still stand in the index of words."""
    missing = {number: document for number, document in by_row.items() if document.text is None}
    if not missing:
        return
    for row in store.rows("embedding_fulltext_search_content", ("id", "c0"), _is_words):
        number = None if isinstance(row, Lost) else row["id"]
        if isinstance(number, int) and number in missing and not isinstance(row, Lost) and row["c0"]:
            missing[number].text = str(row["c0"])


def _take_from_index(store: SqliteCopy, by_id: dict[str, Document]) -> None:
    """The last trace of a text whose row is lost: the index over the values of metadata holds each text, but nothing else."""
    known = {document.text for document in by_id.values()}
    for _, text, row in store.entries(_is_entry):
        if text not in known:
            known.add(str(text))
            by_id[f"{UNNAMED}{row!s}"] = Document(f"{UNNAMED}{row!s}", None, str(text))


def _kept(rows: Iterator[dict[str, Value] | Lost], lost: list[Lost]) -> Iterator[dict[str, Value]]:
    for row in rows:
        if isinstance(row, Lost):
            lost.append(row)
        else:
            yield row


def _is_segment(values: tuple[Value, ...]) -> bool:
    return len(values) == 4 and str(values[1]).startswith("urn:chroma:segment/")


def _is_embedding(values: tuple[Value, ...]) -> bool:
    return len(values) == 5 and values[0] is None and isinstance(values[1], str) and isinstance(values[2], str)


def _is_metadata(values: tuple[Value, ...]) -> bool:
    return len(values) in {5, 6} and isinstance(values[0], int) and isinstance(values[1], str)


def _is_entry(values: tuple[Value, ...]) -> bool:
    return len(values) == 3 and values[0] == DOCUMENT and isinstance(values[1], str) and isinstance(values[2], int)


def _is_words(values: tuple[Value, ...]) -> bool:
    return len(values) == 2 and values[0] is None and isinstance(values[1], str)


def _is_queued(values: tuple[Value, ...]) -> bool:
    return len(values) == 8 and isinstance(values[2], int) and isinstance(values[3], str) and isinstance(values[4], str)
