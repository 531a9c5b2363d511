"""How do rows come into memory? The whole palace once, in batches, and after that only what the change log names."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

import sqlite3
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from simonides.stores.sqlite.changes import LATEST
from simonides.stores.sqlite.columns import ABSENT, ENDED, HAS_VECTORS, LIVE, Columns, MemoryRows
from simonides.stores.sqlite.kernels import FloatRows
from simonides.stores.sqlite.rows import Row, key_list
from simonides.stores.sqlite.snapshot import Snapshot, VectorRows

_BATCH = 4_096

_MEMORY = "key, place_id, words, ended_at IS NOT NULL, embedded"
_ALL_MEMORIES = f"SELECT {_MEMORY} FROM memories ORDER BY key"
_SOME_MEMORIES = f"SELECT {_MEMORY} FROM memories WHERE key IN (SELECT value FROM json_each(?)) ORDER BY key"
_ALL_VECTORS = "SELECT key, memory, f16 FROM vectors ORDER BY key"
_SOME_VECTORS = "SELECT key, memory, f16 FROM vectors WHERE memory IN (SELECT value FROM json_each(?)) ORDER BY key"
_COUNT_VECTORS = "SELECT value FROM counters WHERE name = 'vectors'"
_LAST_MEMORY = "SELECT max(key) FROM memories"
_FIRST_LINE = "SELECT min(seq) FROM changes"
_TAIL = "SELECT DISTINCT kind, row FROM changes WHERE seq > ? AND kind IN ('memory', 'vector') LIMIT ?"


def latest_line(connection: sqlite3.Connection) -> int:
    """The number of the last line of the log that the connection sees."""
    return _number(connection, LATEST)


def load(connection: sqlite3.Connection, dims: int) -> Snapshot:
    """Everything, read inside of the caller's transaction."""
    columns = Columns.with_capacity(_number(connection, _LAST_MEMORY) + 1024)
    for batch in _batches(connection.execute(_ALL_MEMORIES)):
        columns = columns.updated(_memory_rows(batch))
    head = VectorRows.with_capacity(_number(connection, _COUNT_VECTORS), dims)
    for batch in _batches(connection.execute(_ALL_VECTORS)):
        head = head.extended(*_vector_rows(batch, dims))
    tail = VectorRows.with_capacity(0, dims)
    return Snapshot(latest_line(connection), columns, head.trimmed(), tail, np.ones(head.size, np.bool_))


def advance(connection: sqlite3.Connection, snapshot: Snapshot) -> Snapshot | None:
    """The next version, with everything the log names since; None when the log does not reach back so far.

    The caller's transaction makes the log and the rows agree.
    """
    latest = latest_line(connection)
    if latest == snapshot.seq:
        return snapshot
    first = _number(connection, _FIRST_LINE)
    if latest < snapshot.seq or first == 0 or first > snapshot.seq + 1:
        return None
    # Beyond that many rows reading everything anew costs no more.
    limit = max(20_000, snapshot.columns.size)
    lines = connection.execute(_TAIL, (snapshot.seq, limit)).fetchall()
    if len(lines) == limit or any(row is None for _, row in lines):
        return None
    return _with_rows(connection, replace(snapshot, seq=latest, masks={}), {row for _, row in lines})


def compacted(snapshot: Snapshot) -> Snapshot:
    """The same vectors in one part, dead ones left out."""
    chosen = snapshot.at(np.flatnonzero(snapshot.alive))
    tail = VectorRows.with_capacity(0, snapshot.dims)
    return replace(snapshot, head=chosen, tail=tail, alive=np.ones(chosen.size, np.bool_))


def _with_rows(connection: sqlite3.Connection, snapshot: Snapshot, changed: set[int]) -> Snapshot:
    keys = np.fromiter(changed, np.int64, len(changed))
    keys.sort()
    alive = snapshot.alive
    had_vectors = keys[(snapshot.columns.states_of(keys) & HAS_VECTORS) != 0]
    if len(had_vectors):
        gone = np.zeros(snapshot.columns.size, np.bool_)
        gone[had_vectors] = True
        alive = alive & ~snapshot.vectors_of(gone)
    tail, columns = snapshot.tail, snapshot.columns.updated(_absent(keys))
    for part in np.array_split(keys, len(keys) // _BATCH + 1):
        wanted = (key_list(part.tolist()),)
        columns = columns.updated(_memory_rows(connection.execute(_SOME_MEMORIES, wanted).fetchall()))
        if vectors := connection.execute(_SOME_VECTORS, wanted).fetchall():
            tail = tail.extended(*_vector_rows(vectors, snapshot.dims))
    fresh = np.ones(tail.size - snapshot.tail.size, np.bool_)
    return replace(snapshot, columns=columns, tail=tail, alive=np.concatenate([alive, fresh]))


def _batches(cursor: sqlite3.Cursor) -> Iterator[list[Row]]:
    while batch := cursor.fetchmany(_BATCH):
        yield batch


def _memory_rows(rows: list[Row]) -> MemoryRows:
    values = np.array(rows, np.int64).reshape(-1, 5)
    state = np.where(values[:, 3] != 0, ENDED, LIVE) | np.where(values[:, 4] != 0, HAS_VECTORS, 0)
    return MemoryRows(values[:, 0], values[:, 1].astype(np.int32), values[:, 2].astype(np.int32), state.astype(np.uint8))


def _absent(keys: NDArray[np.int64]) -> MemoryRows:
    nothing = np.zeros(len(keys), np.int32)
    return MemoryRows(keys, nothing, nothing, np.full(len(keys), ABSENT, np.uint8))


def _vector_rows(rows: list[Row], dims: int) -> tuple[NDArray[np.int64], NDArray[np.int64], FloatRows]:
    keys, owners, blobs = zip(*rows, strict=True)
    vectors = np.frombuffer(b"".join(blobs), np.float16).reshape(len(rows), dims).astype(np.float32)
    return np.array(keys, np.int64), np.array(owners, np.int64), vectors


def _number(connection: sqlite3.Connection, sql: str) -> int:
    row = connection.execute(sql).fetchone()
    return 0 if row is None or row[0] is None else int(row[0])
