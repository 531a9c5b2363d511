"""Loading vectors and columns into memory: everything of a kind once, in batches; then only what the change log names."""

import sqlite3
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from simonides.stores.sql.records.rows import Row
from simonides.stores.sql.vectors.kernels import FloatRows
from simonides.stores.sqlite.connection.lists import key_list
from simonides.stores.sqlite.records.changes import FIRST_LINE, LATEST
from simonides.stores.sqlite.vectors.columns import ABSENT, ENDED, HAS_VECTORS, LIVE, Columns, ThingRows
from simonides.stores.sqlite.vectors.kinds import Kind
from simonides.stores.sqlite.vectors.snapshot import Mask, Snapshot, VectorRows, ascends

_BATCH = 4_096
_LINES = f"SELECT ifnull(({LATEST}), 0), ifnull(({FIRST_LINE}), 0)"
"""The last line of the log, and the first from which on it tells everything."""


def latest_line(connection: sqlite3.Connection) -> int:
    """The number of the last log line visible to the connection."""
    return _number(connection, LATEST)


def load(connection: sqlite3.Connection, kind: Kind, dims: int) -> Snapshot:
    """Everything, read within the caller's transaction."""
    size = _number(connection, kind.last_thing) + 1
    head = VectorRows.with_capacity(_number(connection, kind.how_many), dims)
    has_vectors = np.zeros(size, np.bool_)
    for batch in _batches(connection.execute(kind.every_vector)):
        keys, owners, vectors = _vector_rows(batch, dims)
        head = head.extended(keys, owners, vectors)
        has_vectors[owners] = True
    columns = Columns.with_capacity(size + 1024)
    for batch in _batches(connection.execute(kind.every_thing)):
        columns = columns.updated(_thing_rows(batch, has_vectors[[row[0] for row in batch]]))
    tail = VectorRows.with_capacity(0, dims)
    return Snapshot(latest_line(connection), columns, head.trimmed(), tail, np.ones(head.size, np.bool_))


def advance(connection: sqlite3.Connection, kind: Kind, snapshot: Snapshot) -> Snapshot | None:
    """The next version, updated with everything the log names since; None when the log does not reach back that far.

    The caller's transaction makes the log and the rows agree.
    """
    latest, first = connection.execute(_LINES).fetchone()
    if latest == snapshot.seq:
        return snapshot
    if latest < snapshot.seq or first > snapshot.seq + 1:
        return None
    # Beyond that many rows reloading everything costs no more.
    limit = max(20_000, snapshot.columns.size)
    named = [row for (row,) in connection.execute(kind.tail, (snapshot.seq, limit))]
    if len(named) == limit or None in named:
        return None
    following = replace(snapshot, seq=latest, masks={}, vector_masks={})
    following, are_spoken = _with_rows(connection, kind, following, sorted(named))
    # Every conversation is as it was where the rows that the log names are new, and part of none.
    is_talk_left = not are_spoken and min(named, default=snapshot.columns.size) >= snapshot.columns.size
    return replace(following, known=snapshot.known.without(named, with_talks=is_talk_left))


def compacted(snapshot: Snapshot) -> Snapshot:
    """The same vectors in one part, without dead ones."""
    chosen = snapshot.at(np.flatnonzero(snapshot.alive))
    chosen = replace(chosen, is_by_owner=ascends(chosen.owners))
    tail = VectorRows.with_capacity(0, snapshot.dims)
    return replace(snapshot, head=chosen, tail=tail, alive=np.ones(chosen.size, np.bool_), vector_masks={})


def _with_rows(connection: sqlite3.Connection, kind: Kind, snapshot: Snapshot, keys: list[int]) -> tuple[Snapshot, bool]:
    """The same with these rows as they are now, and whether any of them is part of a conversation."""
    # Mostly one new row follows the last one: then there is nothing to take back.
    is_new = not keys or keys[0] >= snapshot.columns.size
    before = snapshot if is_new else _without(snapshot, np.array(keys, np.int64))
    tail, columns, are_spoken = before.tail, before.columns, False
    for start in range(0, len(keys), _BATCH):
        wanted = {"keys": key_list(keys[start : start + _BATCH])}
        embedded: set[int] = set()
        if rows := connection.execute(kind.vectors_of, wanted).fetchall():
            vector_keys, owners, vectors = _vector_rows(rows, snapshot.dims)
            tail = tail.extended(vector_keys, owners, vectors)
            embedded.update(owners.tolist())
        if things := connection.execute(kind.some_things, wanted).fetchall():
            columns = columns.updated(_thing_rows(things, np.array([row[0] in embedded for row in things], np.bool_)))
            are_spoken = are_spoken or any(row[-1] for row in things)
    fresh = np.ones(tail.size - snapshot.tail.size, np.bool_)
    return replace(snapshot, columns=columns, tail=tail, alive=np.concatenate([before.alive, fresh])), are_spoken


def _without(snapshot: Snapshot, keys: NDArray[np.int64]) -> Snapshot:
    """The same without these rows and their vectors."""
    alive = snapshot.alive
    had_vectors = keys[(snapshot.columns.states_of(keys) & HAS_VECTORS) != 0]
    if len(had_vectors):
        gone = np.zeros(snapshot.columns.size, np.bool_)
        gone[had_vectors] = True
        alive = alive & ~snapshot.vectors_of(gone)
    return replace(snapshot, columns=snapshot.columns.updated(_absent(keys)), alive=alive)


def _batches(cursor: sqlite3.Cursor) -> Iterator[list[Row]]:
    while batch := cursor.fetchmany(_BATCH):
        yield batch


def _thing_rows(rows: list[Row], has_vectors: Mask) -> ThingRows:
    keys, groups, words, has_ended, _ = np.array(rows, np.int64).T
    state = np.where(has_ended != 0, ENDED, LIVE) | np.where(has_vectors, HAS_VECTORS, 0)
    return ThingRows(keys, groups.astype(np.int32), words.astype(np.int32), state.astype(np.uint8))


def _absent(keys: NDArray[np.int64]) -> ThingRows:
    nothing = np.zeros(len(keys), np.int32)
    return ThingRows(keys, nothing, nothing, np.full(len(keys), ABSENT, np.uint8))


def _vector_rows(rows: list[Row], dims: int) -> tuple[NDArray[np.int64], NDArray[np.int64], FloatRows]:
    keys, owners, blobs = zip(*rows, strict=True)
    vectors = np.frombuffer(b"".join(blobs), np.float16).reshape(len(rows), dims).astype(np.float32)
    return np.array(keys, np.int64), np.array(owners, np.int64), vectors


def _number(connection: sqlite3.Connection, sql: str) -> int:
    row = connection.execute(sql).fetchone()
    return 0 if row is None or row[0] is None else int(row[0])
