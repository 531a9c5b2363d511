"""Cache files: loaded vectors in a file beside the palace, mapped into memory so that many processes share them.

A cache file is never needed: one that is missing, torn, of another format or of another history is ignored and rewritten.
"""

import json
import mmap
import os
import sqlite3
import struct
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simonides.digests import blake2b
from simonides.machine.files import open_private
from simonides.stores.sqlite.records.changes import LATEST
from simonides.stores.sqlite.vectors.columns import Columns
from simonides.stores.sqlite.vectors.snapshot import Snapshot, VectorRows, ascends

_MAGIC = b"SIMOVEC2"
_HEAD = 4_096
_PREFIX = struct.Struct("<8sI")
_ALIGNMENT = 64
_WRITTEN_IN_S = 3_600
"""A file that nobody has written to for so long is not being written any more."""
_DTYPES = ("<i4", "<i4", "u1", "<i8", "<i8", "<f4", "<u8", "i1")
# Event and time tell a line from another with the same number: a restored copy has another history.
_LINE = "SELECT kind, id, row, operation, at FROM changes WHERE seq = ?"


def path_of(directory: Path, name: str) -> Path:
    """The path of the cache file for that kind of vectors."""
    return directory / f"{name}.cache"


def write(path: Path, connection: sqlite3.Connection, snapshot: Snapshot) -> Snapshot | None:
    """Write a snapshot to the file and return it mapped from there; None when that fails.

    The snapshot has all its vectors in one part.
    """
    line = _line(connection, snapshot.seq)
    if line is None:
        return None
    _clear_away(path)
    temporary = path.with_name(f"{path.name}.{os.getpid()}.{os.urandom(4).hex()}")
    try:
        _write_file(temporary, _arrays(snapshot), {"seq": snapshot.seq, "line": line, "dims": snapshot.dims})
        temporary.replace(path)
    except OSError:
        # The disk is full, or the system cannot replace a mapped file: every process then loads for itself.
        temporary.unlink(missing_ok=True)
        return None
    return _map(path)


def read(path: Path, connection: sqlite3.Connection, dims: int) -> Snapshot | None:
    """The snapshot in the file, if it is complete and belongs to this palace's history."""
    snapshot = _map(path)
    if snapshot is None or snapshot.dims != dims:
        return None
    header = _header(path)
    latest = connection.execute(LATEST).fetchone()
    if header is None or latest is None or latest[0] < snapshot.seq or header["line"] != _line(connection, snapshot.seq):
        return None
    return snapshot


def _clear_away(path: Path) -> None:
    """Remove what writers of this file have left that were killed meanwhile, as for want of memory."""
    for left in path.parent.glob(f"{path.name}.*"):
        # Another process may do the same, or have finished.
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _WRITTEN_IN_S:
                left.unlink()


def _write_file(path: Path, arrays: list[NDArray[Any]], stamp: dict[str, object]) -> None:
    header = json.dumps({**stamp, "shapes": [array.shape for array in arrays]}).encode()
    with os.fdopen(open_private(path), "wb") as file:
        file.write(_PREFIX.pack(_MAGIC, len(header)) + header)
        file.write(b"\0" * (_HEAD - file.tell()))
        for array in arrays:
            file.write(np.ascontiguousarray(array).data)
            file.write(b"\0" * (-file.tell() % _ALIGNMENT))
        file.write(_digest(header))
        file.flush()
        os.fsync(file.fileno())


def _map(path: Path) -> Snapshot | None:
    header = _header(path)
    if header is None:
        return None
    try:
        with path.open("rb") as file:
            memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        arrays, offset = [], _HEAD
        for dtype, shape in zip(_DTYPES, header["shapes"], strict=True):
            array = np.frombuffer(memory, dtype, int(np.prod(shape)), offset).reshape(shape)
            arrays.append(array)
            offset += array.nbytes + -array.nbytes % _ALIGNMENT
    except (OSError, ValueError):
        return None
    if len(memory) != offset + len(header["digest"]) or memory[offset:] != header["digest"]:
        return None
    return _snapshot(header["seq"], arrays)


def _header(path: Path) -> dict[str, Any] | None:
    try:
        with path.open("rb") as file:
            magic, length = _PREFIX.unpack(file.read(_PREFIX.size))
            text = file.read(length) if magic == _MAGIC and length < _HEAD else b""
        header: dict[str, Any] = json.loads(text)
    except (OSError, ValueError, struct.error):
        return None
    return {**header, "digest": _digest(text)}


def _arrays(snapshot: Snapshot) -> list[NDArray[Any]]:
    columns, rows = snapshot.columns, snapshot.head.trimmed()
    end = columns.size
    return [columns.group[:end], columns.words[:end], columns.state[:end], *rows.arrays()]


def _snapshot(seq: int, arrays: list[NDArray[Any]]) -> Snapshot:
    group, words, state, keys, owners, scales, signs, codes = arrays
    columns = Columns(group, words, state, len(state))
    head = VectorRows(keys, owners, scales, signs, codes, len(keys), ascends(owners))
    tail = VectorRows.with_capacity(0, codes.shape[1])
    return Snapshot(seq, columns, head, tail, np.ones(len(keys), np.bool_))


def _line(connection: sqlite3.Connection, seq: int) -> list[object] | None:
    row = connection.execute(_LINE, (seq,)).fetchone()
    return None if row is None else list(row)


def _digest(header: bytes) -> bytes:
    return blake2b(header, digest_size=16).digest()
