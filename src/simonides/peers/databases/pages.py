"""Rows of a damaged SQLite file, read page by page: no root page and no index is needed, only the leaf that holds a row.

The file format is public and frozen (sqlite.org, "Database File Format"); the names of its fields are used here.
"""

import struct
from collections.abc import Iterator
from pathlib import Path

from simonides.frozen import frozen
from simonides.peers.found import Lost

Value = str | bytes | int | float | None

_LEAF, _INDEX_LEAF = 0x0D, 0x0A
_TRUNK_MAX = 1_000_000
_INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


@frozen
class SalvagedRow:
    """A row of some table or an entry of some index: a leaf does not say of which."""

    rowid: int | None
    """None for an entry of an index, which names the row in its last value."""
    values: tuple[Value, ...]


class _Damaged(Exception):
    """A cell that leads outside of the file or of its page."""


def salvaged_rows(path: Path) -> Iterator[SalvagedRow | Lost]:
    """Every row that can still be read; for a row that is cut off, the page it begins on."""
    pages = _Pages(path.read_bytes())
    unused = pages.unused()
    for number in range(1, pages.count + 1):
        if number not in unused:
            yield from pages.rows(number)


class _Pages:
    """The pages of one file, numbered from 1."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        size = int.from_bytes(data[16:18])
        size = 65536 if size == 1 else size
        # A file whose first bytes are gone most likely has pages of the usual size.
        self._size = size if size >= 512 and size & (size - 1) == 0 else 4096
        reserved = data[20] if len(data) > 20 else 0
        self._usable = self._size - (reserved if reserved < 64 else 0)
        self.count = -(-len(data) // self._size)

    def unused(self) -> set[int]:
        """The pages of the free list: they hold rows that were deleted."""
        free: set[int] = set()
        trunk = int.from_bytes(self._data[32:36])
        while 0 < trunk <= self.count and trunk not in free and len(free) < _TRUNK_MAX:
            free.add(trunk)
            page = self._page(trunk)
            leaves = min(int.from_bytes(page[4:8]), (self._usable - 8) // 4)
            free.update(int.from_bytes(page[8 + 4 * each : 12 + 4 * each]) for each in range(leaves))
            trunk = int.from_bytes(page[:4])
        return free

    def rows(self, number: int) -> Iterator[SalvagedRow | Lost]:
        """The rows of a page, if it is a leaf of a table, or its entries, if it is a leaf of an index."""
        page = self._page(number)
        head = 100 if number == 1 else 0
        if len(page) < head + 8 or page[head] not in {_LEAF, _INDEX_LEAF}:
            return
        cells = int.from_bytes(page[head + 3 : head + 5])
        if cells * 2 > self._usable:
            return
        for each in range(cells):
            at = head + 8 + 2 * each
            try:
                yield self._row(page, int.from_bytes(page[at : at + 2]), is_index=page[head] == _INDEX_LEAF)
            except (_Damaged, IndexError, UnicodeDecodeError, ValueError):
                yield Lost(f"page {number}, row {each + 1}", "cut off or overwritten")

    def _page(self, number: int) -> bytes:
        return self._data[(number - 1) * self._size : number * self._size]

    def _row(self, page: bytes, at: int, *, is_index: bool) -> SalvagedRow:
        if not 0 < at < self._usable:
            raise _Damaged
        length, at = _varint(page, at)
        if is_index:
            return SalvagedRow(None, _values(self._payload(page, at, length, (self._usable - 12) * 64 // 255 - 23)))
        rowid, at = _varint(page, at)
        return SalvagedRow(_signed(rowid), _values(self._payload(page, at, length, self._usable - 35)))

    def _payload(self, page: bytes, at: int, length: int, local_max: int) -> bytes:
        """The bytes of a row: those on its leaf, at most `local_max`, then those on its overflow pages."""
        if length > len(self._data):
            raise _Damaged
        local = self._local(length, local_max)
        payload = page[at : at + local]
        following = int.from_bytes(page[at + local : at + local + 4]) if local < length else 0
        while len(payload) < length:
            if not 0 < following <= self.count:
                raise _Damaged
            overflow = self._page(following)
            part = overflow[4 : 4 + min(self._usable - 4, length - len(payload))]
            if not part:
                raise _Damaged
            payload += part
            following = int.from_bytes(overflow[:4])
        return payload

    def _local(self, length: int, local_max: int) -> int:
        if length <= local_max:
            return length
        least = (self._usable - 12) * 32 // 255 - 23
        fitting = least + (length - least) % (self._usable - 4)
        return fitting if fitting <= local_max else least


def _values(payload: bytes) -> tuple[Value, ...]:
    header, at = _varint(payload, 0)
    if header > len(payload):
        raise _Damaged
    kinds = []
    while at < header:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    values = []
    for kind in kinds:
        size = _size(kind)
        part = payload[at : at + size]
        if len(part) < size:
            raise _Damaged
        values.append(_value(kind, part))
        at += size
    return tuple(values)


def _size(kind: int) -> int:
    if kind >= 12:
        return (kind - 12) // 2
    return 8 if kind == 7 else _INTEGER_BYTES.get(kind, 0)


def _value(kind: int, part: bytes) -> Value:
    if kind in {8, 9}:
        return kind - 8
    if kind == 0:
        return None
    if kind == 7:
        [number] = struct.unpack(">d", part)
        return float(number)
    if kind < 12:
        return int.from_bytes(part, signed=True)
    return part.decode() if kind % 2 else part


def _varint(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for count in range(8):
        byte = data[at + count]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + count + 1
    return value << 8 | data[at + 8], at + 9


def _signed(value: int) -> int:
    return value - (1 << 64) if value >= 1 << 63 else value
