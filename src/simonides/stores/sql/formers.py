"""Former versions of records in the change log: packed when they are written, unpacked into records when they are read.

A packed row keeps its columns in the order that the triggers write. Columns that a record got later stand last, and rows from
before have none of them.
"""

import json
import zlib
from typing import Any

from simonides.domain.past.formers import Former
from simonides.stores.sql.forms import ENTITY_ROW, FACT_ROW, MEMORY_ROW, OBSERVATION_ROW, SUPERSESSION_ROW, RowForm

_PACKED = {
    "memory": (
        "m.id, m.content, p.wing, p.room, p.hall, m.created_at, m.author, m.role, m.conversation, m.position, m.event_time, "
        "m.source, m.chunk, m.added_by, m.tags, m.importance, m.kind, m.user_id, m.metadata, m.valid_from, m.ended_at, "
        "m.end_reason, m.superseded_by, m.accesses, m.accessed_at"
    ).split(", "),
    "entity": (
        "e.id, e.name, e.created_at, e.updated_at, e.type, e.summary, e.summary_updated_at, e.tags, e.user_id, e.next_ordinal, "
        "e.aliases"
    ).split(", "),
    "fact": (
        "f.id, s.name, f.predicate, o.name, f.created_at, f.valid_from_text, f.valid_from_start, f.valid_from_end, "
        "f.valid_to_text, f.valid_to_start, f.valid_to_end, f.confidence, f.weight, f.source, s.id, o.id"
    ).split(", "),
    "observation": "key, ordinal, content, created_at, updated_at, entity".split(", "),
    "supersession": ("key, id, kind, older, newer, cause, state, created_at, likeness, said_by, decided_at, decided_by").split(
        ", "
    ),
}
_LATER = {"e.aliases": "[]"}
"""What stands for a column that a packed row does not have yet."""
_SHARES = ("m.importance", "f.confidence", "f.weight", "likeness")
_FORMS: dict[str, RowForm[Any]] = {
    "memory": MEMORY_ROW, "entity": ENTITY_ROW, "fact": FACT_ROW, "observation": OBSERVATION_ROW,
    "supersession": SUPERSESSION_ROW,
}  # fmt: skip


def pack(*values: object) -> bytes:
    """The columns of a row as one compressed value."""
    return zlib.compress(json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode())


def packed_json(text: str) -> bytes:
    """Columns that are JSON already, compressed."""
    return zlib.compress(text.encode())


def columns_of(kind: str, former: Former) -> str:
    """A former version as the columns of its packed row, in JSON."""
    values = _FORMS[kind].columns(former.record)
    values |= {"entity": former.owner, "s.id": former.ends[0], "o.id": former.ends[1], "e.next_ordinal": former.next_ordinal}
    if not former.has_text:
        values["m.content"] = None
    return json.dumps([values[column] for column in _PACKED[kind]], ensure_ascii=False, separators=(",", ":"))


def as_json(packed: bytes | str | None) -> str | None:
    """The columns of a packed row as JSON."""
    return packed if packed is None or isinstance(packed, str) else zlib.decompress(packed).decode()


def unpack(kind: str, packed: bytes | str | None) -> Former | None:
    """The record in a packed row; None when nothing was kept. PostgreSQL compresses by itself and gives plain JSON."""
    text = as_json(packed)
    if text is None:
        return None
    columns, packed_values = _PACKED[kind], json.loads(text)
    packed_values += [_LATER[column] for column in columns[len(packed_values) :]]
    values = dict(zip(columns, packed_values, strict=True))
    # PostgreSQL writes a whole number without its point.
    values |= {column: float(values[column]) for column in _SHARES if column in values}
    has_text = kind != "memory" or values["m.content"] is not None
    form = _FORMS[kind]
    row = tuple("" if column == "m.content" and not has_text else values.get(column) for column in form.selected.split(", "))
    return Former(
        form.read(row),
        has_text=has_text,
        owner=values.get("entity", ""),
        ends=(values.get("s.id", ""), values.get("o.id", "")),
        next_ordinal=values.get("e.next_ordinal", 0),
    )
