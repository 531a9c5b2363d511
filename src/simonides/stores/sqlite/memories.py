"""What is remembered? Memories, their places and their counters."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime

from simonides.domain.errors import Conflict, NotFound
from simonides.domain.memory import EVERYTHING, Memory, Order, Place, PlaceCount, Scope
from simonides.stores.sqlite.database import Database
from simonides.stores.sqlite.functions import word_count
from simonides.stores.sqlite.rows import (
    MEMORY_COLUMNS,
    content_hash,
    key_list,
    memory_values,
    micros,
    moment,
    read_memory,
    row_list,
)
from simonides.stores.sqlite.scopes import condition

_INSERT = """
    INSERT INTO memories (
        id, content, place_id, words, traits, speaker, content_hash, created_at, author, role, conversation, position, event_time,
        source, chunk, added_by, tags, importance, kind, user_id, metadata, valid_from, ended_at, end_reason, superseded_by,
        accesses, accessed_at
    ) VALUES (
        :id, :content, :place_id, :words, :traits, :speaker, :content_hash, :created_at, :author, :role, :conversation,
        :position, :event_time, :source, :chunk, :added_by, :tags, :importance, :kind, :user_id, :metadata, :valid_from,
        :ended_at, :end_reason, :superseded_by, :accesses, :accessed_at
    )
"""
_UPDATE = """
    UPDATE memories SET
        content = :content, place_id = :place_id, words = :words, traits = :traits, speaker = :speaker,
        content_hash = :content_hash, created_at = :created_at,
        author = :author, role = :role, conversation = :conversation, position = :position, event_time = :event_time,
        source = :source, chunk = :chunk, added_by = :added_by, tags = :tags, importance = :importance, kind = :kind,
        user_id = :user_id, metadata = :metadata, valid_from = :valid_from, ended_at = :ended_at, end_reason = :end_reason,
        superseded_by = :superseded_by, accesses = :accesses, accessed_at = :accessed_at
    WHERE id = :id
"""
_FROM = "FROM memories m JOIN places p ON p.id = m.place_id"
_BY_ID = f"SELECT {MEMORY_COLUMNS} {_FROM} WHERE m.id = ?"
_BY_IDS = f"SELECT {MEMORY_COLUMNS} {_FROM} WHERE m.id IN (SELECT value FROM json_each(?))"
_BY_KEYS = f"SELECT {MEMORY_COLUMNS}, m.key {_FROM} WHERE m.key IN (SELECT value FROM json_each(?))"
_AFTER = f"SELECT {MEMORY_COLUMNS}, m.key {_FROM} WHERE m.key > ? ORDER BY m.key LIMIT ?"
_READ_FROM = f"""
    SELECT {MEMORY_COLUMNS} {_FROM} WHERE m.source = ? ORDER BY m.conversation, m.position, m.chunk, m.key LIMIT 1000000
"""
_KEY = "SELECT key FROM memories WHERE id = ?"
_KNOWN_IDS = "SELECT id FROM memories WHERE id IN (SELECT value FROM json_each(?)) LIMIT 1"
_KEYS = "SELECT id, key FROM memories WHERE id IN (SELECT value FROM json_each(?))"
_BEFORE = "SELECT key, content FROM memories WHERE id = ?"
_DELETE = "DELETE FROM memories WHERE id = ?"
_DROP_VECTORS = "DELETE FROM vectors WHERE memory = ?"
_MARK_PENDING = "UPDATE memories SET embedded = 0 WHERE key = ?"
_TOUCH = """
    UPDATE memories SET accesses = accesses + 1, accessed_at = max(ifnull(accessed_at, :moment), :moment)
    WHERE key IN (SELECT value FROM json_each(:keys))
"""
_KEEP_PLACE = "INSERT INTO places (wing, room, hall) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
_PLACE_ID = "SELECT id FROM places WHERE wing = ? AND room = ? AND hall = ?"
_PLACES = """
    SELECT p.wing, p.room, p.hall, c.count, c.latest FROM place_counts c JOIN places p ON p.id = c.place_id
    WHERE c.count > 0 ORDER BY p.wing, p.room, p.hall
"""
_COUNT_BY_PLACE = """
    SELECT sum(c.count) FROM place_counts c JOIN places p ON p.id = c.place_id
    WHERE (:wing IS NULL OR p.wing = :wing) AND (:room IS NULL OR p.room = :room) AND (:hall IS NULL OR p.hall = :hall)
"""
_ORDERS = {
    Order.NEWEST: "m.created_at DESC, m.key DESC",
    Order.OLDEST: "m.created_at, m.key",
    Order.IMPORTANT: "m.importance DESC, m.created_at DESC, m.key DESC",
}
_SAME_TEXT_MAX = 1_000


class SqliteMemories:
    """The memories of one palace."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, memories: Sequence[Memory]) -> list[int]:
        """File memories; their keys in order. Raises Conflict on a known id."""
        if not memories:
            return []
        with self._database.writing():
            self._refuse_known([memory.id for memory in memories])
            places = self._place_ids(memory.place for memory in memories)
            self._database.change_many(
                _INSERT, (memory_values(memory, places[memory.place], word_count(memory.content)) for memory in memories)
            )
            return self._keys([memory.id for memory in memories])

    def get(self, memory_id: str) -> Memory:
        """The memory with that id, ended or not. Raises NotFound."""
        row = self._database.row(_BY_ID, (memory_id,))
        if row is None:
            raise NotFound("memory", memory_id)
        return read_memory(row)

    def find(self, memory_ids: Sequence[str]) -> list[Memory]:
        """Those of the ids that exist, in the order asked."""
        found = {row[0]: read_memory(row) for row in self._database.rows(_BY_IDS, (key_list(memory_ids),))}
        return [found[memory_id] for memory_id in memory_ids if memory_id in found]

    def at(self, keys: Sequence[int]) -> dict[int, Memory]:
        """The memories in those rows; rows that are gone are left out."""
        rows = self._database.rows(_BY_KEYS, (row_list(int(key) for key in keys),))
        return {row[-1]: read_memory(row) for row in rows}

    def after(self, key: int, limit: int) -> dict[int, Memory]:
        """The memories in the rows after that one, ended or not, in the order of rows."""
        return {row[-1]: read_memory(row) for row in self._database.rows(_AFTER, (key, max(limit, 0)))}

    def key_of(self, memory_id: str) -> int:
        """The row of a memory. Raises NotFound."""
        row = self._database.row(_KEY, (memory_id,))
        if row is None:
            raise NotFound("memory", memory_id)
        return int(row[0])

    def replace(self, memory: Memory) -> None:
        """Put a new version in the place of the memory with the same id; new content is pending again. Raises NotFound."""
        with self._database.writing():
            before = self._database.row(_BEFORE, (memory.id,))
            if before is None:
                raise NotFound("memory", memory.id)
            key, content = before
            place_id = self._place_ids([memory.place])[memory.place]
            self._database.change(_UPDATE, memory_values(memory, place_id, word_count(memory.content)))
            if content != memory.content:
                self._database.change(_DROP_VECTORS, (key,))
                self._database.change(_MARK_PENDING, (key,))

    def delete(self, memory_id: str) -> bool:
        """Remove a memory, its vectors, words and mentions; False when there was none."""
        with self._database.writing():
            return _has_changed(self._database.change(_DELETE, (memory_id,)))

    def same_text(self, content: str, scope: Scope = EVERYTHING) -> list[Memory]:
        """The memories whose content is exactly this, oldest first."""
        where, values = condition(scope)
        values |= {"hash": content_hash(content), "content": content, "limit": _SAME_TEXT_MAX}
        sql = f"""
            SELECT {MEMORY_COLUMNS} {_FROM} WHERE m.content_hash = :hash AND m.content = :content AND {where}
            ORDER BY m.created_at, m.key LIMIT :limit
        """
        return [read_memory(row) for row in self._database.rows(sql, values)]

    def page(self, scope: Scope = EVERYTHING, order: Order = Order.NEWEST, limit: int = 50, offset: int = 0) -> list[Memory]:
        """A page of memories."""
        where, values = condition(scope)
        values |= {"limit": max(limit, 0), "offset": max(offset, 0)}
        # The rows are chosen from the indexes first, so that only those of the page are read.
        sql = f"""
            SELECT {MEMORY_COLUMNS} {_FROM}
            WHERE m.key IN (SELECT m.key {_FROM} WHERE {where} ORDER BY {_ORDERS[order]} LIMIT :limit OFFSET :offset)
            ORDER BY {_ORDERS[order]} LIMIT :limit
        """
        return [read_memory(row) for row in self._database.rows(sql, values)]

    def read_from(self, source: str) -> list[Memory]:
        """The memories that were read from a file, ended or not, by conversation, position and piece."""
        return [read_memory(row) for row in self._database.rows(_READ_FROM, (source,))]

    def count(self, scope: Scope = EVERYTHING) -> int:
        """How many there are; without reading rows when the place alone decides."""
        if scope.is_by_place_only:
            return self._database.number(_COUNT_BY_PLACE, {"wing": scope.wing, "room": scope.room, "hall": scope.hall})
        where, values = condition(scope)
        return self._database.number(f"SELECT count(*) {_FROM} WHERE {where}", values)

    def places(self) -> list[PlaceCount]:
        """Every place that holds a memory, sorted by place; never reads a memory."""
        return [PlaceCount(Place(*row[:3]), row[3], moment(row[4])) for row in self._database.rows(_PLACES)]

    def touch(self, keys: Sequence[int], moment: datetime) -> None:
        """Note that these memories were recalled; not a change that others need to hear of."""
        if len(keys) == 0:
            return
        with self._database.writing():
            self._database.change(_TOUCH, {"moment": micros(moment), "keys": key_list(int(key) for key in keys)})

    def _refuse_known(self, memory_ids: Sequence[str]) -> None:
        seen: set[str] = set()
        for memory_id in memory_ids:
            if memory_id in seen:
                raise Conflict("memory", memory_id)
            seen.add(memory_id)
        known = self._database.row(_KNOWN_IDS, (key_list(memory_ids),))
        if known is not None:
            raise Conflict("memory", known[0])

    def _keys(self, memory_ids: Sequence[str]) -> list[int]:
        keys: dict[str, int] = dict(self._database.rows(_KEYS, (key_list(memory_ids),)))
        return [keys[memory_id] for memory_id in memory_ids]

    def _place_ids(self, places: Iterable[Place]) -> dict[Place, int]:
        ids: dict[Place, int] = {}
        for place in places:
            if place not in ids:
                values = (place.wing, place.room, place.hall)
                self._database.change(_KEEP_PLACE, values)
                ids[place] = self._database.number(_PLACE_ID, values)
        return ids


def _has_changed(cursor: sqlite3.Cursor) -> bool:
    return cursor.rowcount > 0
