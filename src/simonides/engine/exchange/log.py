"""The change log as lines and back: who changed what and when, and what stood there before, as a line of its kind would tell it.

Lines are numbered anew from 1, so that two palaces with the same past have the same lines. An act is named by its first line.
"""

import json
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from simonides.domain.errors import Invalid
from simonides.domain.graph import Entity, Fact, Observation
from simonides.domain.memory import Memory
from simonides.domain.past.formers import Former
from simonides.domain.records.plain import plain
from simonides.domain.records.record import RecordTable
from simonides.domain.records.tables import ENTITY, FACT, MEMORY, OBSERVATION, SUPERSESSION
from simonides.domain.time import rfc3339
from simonides.domain.validation import number_in
from simonides.engine.exchange.fields import Expected, Fields, expected
from simonides.engine.exchange.lines import Line, dump, read_pair
from simonides.ports.changes import OPERATIONS, RECORDS, UNDO, Change, LogEntry
from simonides.ports.stores import Store

BLOCK = 1_000
SPOOL_BYTES = 8 * 1024 * 1024
"""A log that is larger than this waits in a file until everything else is stored."""
_TABLES: Mapping[str, RecordTable[Any]] = {
    "memory": MEMORY,
    "entity": ENTITY,
    "fact": FACT,
    "observation": OBSERVATION,
    "supersession": SUPERSESSION,
}
_PLAIN = {kind: plain(*table.lined()) for kind, table in _TABLES.items()}
_EXPECTED = {kind: expected(table.lined()) for kind, table in _TABLES.items()}
_NEEDED = ("id", "ordinal", "created_at")
_WITHOUT_TEXT = expected(MEMORY.lined("content"))


def log_lines(store: Store) -> Iterator[Line]:
    """The log of a palace, if it tells anything: since when it does, then every change to a record, the oldest first."""
    began, acts, number = store.changes.began(), dict[int, int](), 0
    for number, entry in enumerate(carried(store), 1):
        if number == 1:
            yield _head(began)
        change = entry.change
        act = acts.setdefault(change.act, number)
        undone = str(acts.get(int(change.id), 0)) if change.kind == UNDO else change.id
        yield _line(replace(change, seq=number, act=act, id=undone), entry.former)
    if not number and began is not None:
        yield _head(began)


def carried(store: Store) -> Iterator[LogEntry]:
    """The lines of a log about records and undone acts, in order."""
    seq = 0
    while entries := store.changes.carried(seq, BLOCK):
        yield from entries
        seq = entries[-1].change.seq


def read_change(fields: Fields) -> tuple[Change, "Line | None"]:
    """The change in a line, and what stood there before, as values that `read_former` reads. Raises Invalid."""
    kind, operation = fields.key("kind"), fields.key("operation")
    if kind not in (*RECORDS, UNDO):
        raise Invalid("kind", f"'{kind[:40]}' is not one of {', '.join((*RECORDS, UNDO))}")
    if operation not in OPERATIONS:
        raise Invalid("operation", f"'{operation[:40]}' is not one of {', '.join(OPERATIONS)}")
    at, number, act = fields.moment("at"), fields.whole("number"), fields.whole("act")
    if at is None or not number or not act:
        raise Invalid("at" if at is None else "number" if not number else "act", "is missing")
    record = fields.key("id")
    if kind == UNDO and number_in(record) is None:
        raise Invalid("id", "of an undone act must be a number")
    actor, client, toolset = (fields.text_or(name, "") for name in ("actor", "client", "toolset"))
    former = fields.mapping("former")
    fields.finish()
    return Change(number, kind, record, OPERATIONS[operation], at, actor, client, toolset, act), former or None


def read_former(kind: str, values: Line) -> Former:
    """What stood there before a change. Raises Invalid."""
    fields = Fields(values)
    if kind == "memory" and "content" not in values:
        return Former(MEMORY.filled({"content": "", **_given(fields, _WITHOUT_TEXT)}), has_text=False)
    if kind == "entity":
        following = fields.whole("next_ordinal") or 0
        return Former(ENTITY.filled(_given(fields, _EXPECTED[kind])), next_ordinal=following)
    if kind == "fact":
        ends = (fields.text_or("subject_id", ""), fields.text_or("object_id", ""))
        return Former(FACT.filled(_given(fields, _EXPECTED[kind])), ends=ends)
    if kind == "observation":
        owner = fields.text_or("entity", "")
        return Former(OBSERVATION.filled({"key": 0, **_given(fields, _EXPECTED[kind])}), owner=owner)
    if kind == "supersession":
        return Former(read_pair(fields))
    return Former(MEMORY.filled(_given(fields, _EXPECTED[kind])))


class LogSpool:
    """The lines of a log that wait until everything else is stored; many of them wait in a file that nobody else can open."""

    def __init__(self) -> None:
        self._file = tempfile.SpooledTemporaryFile(SPOOL_BYTES, "w+", encoding="utf-8")  # noqa: SIM115 - closed by `close`
        self.count = 0

    def add(self, number: int, line: Line) -> None:
        """Keep a line and its number in the file that it came from."""
        self._file.write(f"{number} {dump(line)}\n")
        self.count += 1

    def lines(self) -> Iterator[tuple[int, Line]]:
        """The lines in order."""
        self._file.seek(0)
        for text in self._file:
            number, _, line = text.partition(" ")
            yield int(number), json.loads(line)

    def close(self) -> None:
        """Drop the file."""
        self._file.close()


def _head(began: datetime | None) -> Line:
    return {"type": "log", "began": None if began is None else rfc3339(began)}


def _line(change: Change, former: Former | None) -> Line:
    return {
        "type": "change",
        "number": change.seq,
        "act": change.act,
        "kind": change.kind,
        "id": change.id,
        "operation": change.operation,
        "at": rfc3339(change.at),
        "actor": change.actor,
        "client": change.client,
        "toolset": change.toolset,
        **({} if former is None else {"former": _former(change.kind, former)}),
    }


def _former(kind: str, former: Former) -> Line:
    line = _PLAIN[kind](former.record)
    match former.record:
        case Memory() if not former.has_text:
            del line["content"]
        case Entity():
            line["next_ordinal"] = former.next_ordinal
        case Fact():
            line["subject_id"], line["object_id"] = former.ends
        case Observation():
            line["entity"] = former.owner or ""
    return line


def _given(fields: Fields, wanted: Expected) -> dict[str, object]:
    values = fields.values(wanted)
    for name, *_ in wanted:
        if name in _NEEDED and name not in values:
            raise Invalid(name, "is missing")
    return values
