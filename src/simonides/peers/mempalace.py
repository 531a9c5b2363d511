"""MemPalace 3: drawers and diaries of a Chroma or `sqlite_exact` store, the knowledge graph and the identity text."""

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from simonides.domain.actor import Actor
from simonides.domain.errors import Invalid
from simonides.domain.memory import DIARY_HALL
from simonides.peers.databases.chroma import Document, documents
from simonides.peers.databases.copies import SqliteCopy, copied
from simonides.peers.databases.pages import Value
from simonides.peers.found import Found, LeftBehind, Line, Lost, fact_line, mapping_in, moment, place_name, rest_of, text_line

PEER = "mempalace"
CHROMA, EXACT = "chroma.sqlite3", "sqlite_exact.sqlite3"
GRAPH, TUNNELS, IDENTITY = "knowledge_graph.sqlite3", "tunnels.json", "identity.txt"
CLOSETS = "closets"
PARENTS = ("parent_drawer_id", "parent_entry_id")
"""The fields by which a piece of a long drawer names the whole."""

_TAKEN = (
    "wing", "room", "hall", "filed_at", "authored_at", "added_by", "agent", "source_file", "chunk_index", "last_modified", "date",
    *PARENTS,
)  # fmt: skip
_ENTITIES = ("id", "name", "type", "properties", "created_at")
_TRIPLES = (
    "id", "subject", "predicate", "object", "valid_from", "valid_to", "confidence", "source_closet", "source_file",
    "source_drawer_id", "adapter_name", "extracted_at",
)  # fmt: skip


def read_mempalace(source: Path) -> Iterator[Found]:
    """What a palace holds: `source` is its folder, MemPalace's own folder around it, or the store's file."""
    store, around = _store(source)
    if identity := _beside(around, IDENTITY):
        yield {"type": "palace", "description": "", "about": identity.read_text("utf-8", "replace")}
    with copied(store) as copy:
        yield from _drawers(copy, store)
    if graph := _beside(around, GRAPH):
        with copied(graph) as copy:
            yield from _facts(copy)
    if tunnels := _beside(around, TUNNELS):
        yield from _tunnels(tunnels)


def _store(source: Path) -> tuple[Path, list[Path]]:
    """The file of the drawers, and the folders in which the other files may lie."""
    if source.is_file():
        return source, _around(source.parent)
    for folder in (source, source / "palace", source / ".mempalace" / "palace"):
        for name in (CHROMA, EXACT):
            if (folder / name).is_file():
                return folder / name, _around(folder)
    raise Invalid("SOURCE", f"{source} holds neither {CHROMA} nor {EXACT}; name MemPalace's palace folder")


def _around(folder: Path) -> list[Path]:
    return [folder, folder.parent, folder.parent / ".mempalace", folder.parent / ".config" / "mempalace"]


def _beside(folders: list[Path], name: str) -> Path | None:
    return next((folder / name for folder in folders if (folder / name).is_file()), None)


def _drawers(copy: SqliteCopy, store: Path) -> Iterator[Found]:
    pieces: dict[str, list[Document]] = defaultdict(list)
    closets = vectors = 0
    for each in documents(copy) if copy.has_table("embedding_metadata") and store.name != EXACT else _exact(copy):
        if isinstance(each, Lost):
            yield each
            continue
        vectors += 1
        if each.collection and CLOSETS in each.collection:
            closets += 1
        elif each.text is None:
            yield Lost(each.id, "its text could not be read")
        elif parent := next((each.metadata[name] for name in PARENTS if each.metadata.get(name)), None):
            pieces[str(parent)].append(each)
        else:
            yield _drawer(each, each.text)
    for parent_id, parts in pieces.items():
        yield from _whole(parent_id, parts)
    if closets:
        yield LeftBehind("closets", closets, "an index of MemPalace's own; simonides makes its own keywords")
    if vectors:
        yield LeftBehind("vectors", vectors, "made by another model; the texts are embedded anew")


def _exact(copy: SqliteCopy) -> Iterator[Document | Lost]:
    names = {}
    for row in copy.rows("collections", ("id", "name", "dimension", "created_at")):
        if not isinstance(row, Lost):
            names[row["id"]] = row["name"]
    columns = ("collection_id", "id", "document", "metadata_json", "embedding", "dim", "created_at", "updated_at")
    for row in copy.rows("documents", columns, _is_exact):
        if isinstance(row, Lost):
            yield row
            continue
        collection = names.get(row["collection_id"])
        text = row["document"]
        yield Document(
            str(row["id"]), None if collection is None else str(collection), None if text is None else str(text),
            mapping_in(row["metadata_json"]),
        )  # fmt: skip


def _is_exact(values: tuple[Value, ...]) -> bool:
    return len(values) >= 8 and isinstance(values[0], int) and all(isinstance(each, str) for each in values[1:4])


def _whole(parent_id: str, parts: list[Document]) -> Iterator[Found]:
    """A long drawer put together from its pieces; with a gap, the pieces as they are."""
    ordered = sorted(parts, key=lambda part: _number(part.metadata.get("chunk_index")))
    numbers = [_number(part.metadata.get("chunk_index")) for part in ordered]
    if numbers == list(range(len(numbers))):
        yield _drawer(Document(parent_id, None, None, ordered[0].metadata), "".join(part.text or "" for part in ordered))
        return
    yield Lost(parent_id, f"of its pieces only the numbers {', '.join(map(str, numbers))} are there; each is filed by itself")
    for part in ordered:
        yield _drawer(part, part.text or "")


def _drawer(document: Document, text: str) -> Line:
    fields = document.metadata
    is_diary = fields.get("type") == "diary_entry" or fields.get("hall") == DIARY_HALL
    agent = fields.get("agent") if is_diary else None
    return text_line(
        document.id,
        text,
        wing=fields.get("wing"),
        room=fields.get("room"),
        hall=place_name(fields["hall"], "") if fields.get("hall") else None,
        author=None if agent is None else str(agent),
        role="assistant" if is_diary else None,
        # MemPalace writes the local time of its machine.
        created_at=moment(fields.get("filed_at"), is_local=True),
        event_time=moment(fields.get("authored_at") or (fields.get("filed_at") if is_diary else None), is_local=True),
        source=None if not fields.get("source_file") else str(fields["source_file"]),
        chunk=_number(fields.get("chunk_index")),
        # Only mining notes the time of the file: what it read was not chosen by anybody.
        added_by=Actor.MINER if "source_mtime" in fields else str(fields.get("added_by") or agent or PEER),
        metadata=rest_of(fields, _TAKEN, PEER),
    )


def _facts(copy: SqliteCopy) -> Iterator[Found]:
    names: dict[str, str] = {}
    for row in copy.rows("entities", _ENTITIES, _is_entity):
        if isinstance(row, Lost):
            yield row
            continue
        names[str(row["id"])] = str(row["name"])
        kind = str(row.get("type") or "unknown")
        yield {"type": "entity", "name": str(row["name"]), "entity_type": kind, "created_at": moment(row.get("created_at"))}
    for row in copy.rows("triples", _TRIPLES, _is_triple):
        if isinstance(row, Lost):
            yield row
            continue
        subject, obj = (names.get(str(row[name]), str(row[name])) for name in ("subject", "object"))
        yield fact_line(
            str(row["id"]),
            subject,
            str(row["predicate"]),
            obj,
            valid_from=row.get("valid_from"),
            valid_to=row.get("valid_to"),
            confidence=row.get("confidence"),
            source=row.get("source_file") or row.get("source_drawer_id") or row.get("source_closet"),
            created_at=moment(row.get("extracted_at")),
        )


def _tunnels(file: Path) -> Iterator[Found]:
    """Tunnels that somebody drew become facts between the names of rooms; those found by themselves are found here too."""
    try:
        drawn = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        yield Lost(file.name, f"is not readable JSON ({error})")
        return
    for each in drawn if isinstance(drawn, list) else []:
        if not isinstance(each, dict):
            continue
        ends = [each.get(name) for name in ("source", "target")]
        if all(isinstance(end, dict) and end.get("wing") and end.get("room") for end in ends):
            subject, obj = (f"{end['wing']}/{end['room']}" for end in ends if isinstance(end, dict))
            label = str(each.get("label") or "tunnel_to")
            yield fact_line(f"tunnel_{each.get('id')}", subject, label, obj, created_at=moment(each.get("created_at")))


def _is_entity(values: tuple[Value, ...]) -> bool:
    return len(values) == 5 and all(isinstance(each, str) for each in values[:4])


def _is_triple(values: tuple[Value, ...]) -> bool:
    return len(values) >= 10 and all(isinstance(each, str) for each in values[:4])


def _number(value: Value) -> int:
    try:
        return max(int(value or 0), 0)
    except ValueError:
        return 0
