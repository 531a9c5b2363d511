"""Memories, their places and their counters."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta

from simonides.domain.errors import Conflict, NotFound
from simonides.domain.memory import EVERYTHING, Facet, Memory, MemoryDot, Order, Place, PlaceCount, Scope
from simonides.domain.ranking.traits import flags_of, speaker_of
from simonides.frozen import frozen
from simonides.stores.sql.database import Database, Values, totals
from simonides.stores.sql.forms import MEMORY_ROW
from simonides.stores.sql.records.rows import Row, content_hash, micros, moment
from simonides.stores.sql.search.scopes import ScopeSql
from simonides.stores.sql.search.words import KeepWords, word_count

ORDERS = {
    Order.NEWEST: "m.created_at DESC, m.key DESC",
    Order.OLDEST: "m.created_at, m.key",
    Order.IMPORTANT: "m.importance DESC, m.created_at DESC, m.key DESC",
}
_SAME_TEXT_MAX = 1_000
_DAYS_MAX = 100_000
_SEEN_MAX = 500
_HAPPENED, _DAY_US = "coalesce(m.event_time, m.created_at)", 86_400_000_000
# Whole numbers are grouped several times faster than dates as text. Rounded down, also before 1970.
DAY_NUMBER = f"({_HAPPENED} - (({_HAPPENED} {{rest}} {_DAY_US}) + {_DAY_US}) {{rest}} {_DAY_US}) / {_DAY_US}"
"""The day on which a memory happened, counted from 1970; `{rest}` is the sign of the remainder."""
_EPOCH = date(1970, 1, 1)


@frozen
class MemorySql:
    """The SQL statements about memories; `{where}` is a scope's condition, `{order}` one of ORDERS."""

    insert: str
    """Passes over a known id; returns id and key."""
    update: str
    by_id: str
    by_ids: str
    by_keys: str
    after: str
    read_from: str
    keys: str
    before: str
    delete: str
    drop_vectors: str
    mark_pending: str
    touch: str
    keep_place: str
    place_id: str
    places: str
    count_by_place: str
    count: str
    totals: str
    same_text: str
    page: str
    """The indexes choose the rows first, so that only those of the page are read."""
    tally: str
    """`{value}` is one of `facets`, the number of a day for days and months; `{joined}` the table of tags where it is needed."""
    dots: str
    tags_joined: str
    facets: Mapping[Facet, str]
    scopes: ScopeSql


class MemoryRows:
    """The memories of one palace; `keep_words` adds texts to the text index."""

    def __init__(self, database: Database, sql: MemorySql, keep_words: KeepWords) -> None:
        self._database = database
        self._sql = sql
        self._keep_words = keep_words

    def add(self, memories: Sequence[Memory], embedded: Collection[str] = ()) -> list[int]:
        """File memories; returns their keys in order. Raises Conflict on a known id.

        The vectors of the `embedded` ids follow in the same transaction.
        """
        if not memories:
            return []
        ids = [memory.id for memory in memories]
        with self._database.writing():
            places = self._place_ids(memory.place for memory in memories)
            rows = [{**self._values(memory, places[memory.place]), "embedded": memory.id in embedded} for memory in memories]
            keys: dict[str, int] = dict(self._database.add_rows(self._sql.insert, rows))
            _refuse_known(ids, keys)
            self._keep_words({keys[memory.id]: memory.content for memory in memories}, are_new=True)
        return [keys[memory_id] for memory_id in ids]

    def get(self, memory_id: str) -> Memory:
        """The memory with that id, ended or not. Raises NotFound."""
        row = self._database.row(self._sql.by_id, {"id": memory_id})
        if row is None:
            raise NotFound("memory", memory_id)
        return MEMORY_ROW.read(row)

    def find(self, memory_ids: Sequence[str]) -> list[Memory]:
        """The memories with these ids, in the order asked; unknown ids are left out."""
        rows = self._database.rows(self._sql.by_ids, {"ids": self._database.listed(memory_ids)})
        found = {row[0]: MEMORY_ROW.read(row) for row in rows}
        return [found[memory_id] for memory_id in memory_ids if memory_id in found]

    def at(self, keys: Sequence[int]) -> dict[int, Memory]:
        """The memories in those rows; rows that no longer exist are left out."""
        known: dict[int, Memory] = self._database.once("memories at", dict)
        # One search asks for the same few again and again; an export reads all of them at one moment, and keeps none.
        if len(known) > _SEEN_MAX:
            known.clear()
        missing = [int(key) for key in keys if key not in known]
        if missing:
            rows = self._database.rows(self._sql.by_keys, {"keys": self._database.listed(missing)})
            known |= {row[-1]: MEMORY_ROW.read(row) for row in rows}
        return {key: known[key] for key in dict.fromkeys(keys) if key in known}

    def after(self, key: int, limit: int) -> dict[int, Memory]:
        """The memories in the rows after that one, ended or not, in the order of rows."""
        rows = self._database.rows(self._sql.after, {"key": key, "limit": max(limit, 0)})
        return {row[-1]: MEMORY_ROW.read(row) for row in rows}

    def key_of(self, memory_id: str) -> int:
        """The row of a memory. Raises NotFound."""
        keys = self._keys([memory_id])
        if memory_id not in keys:
            raise NotFound("memory", memory_id)
        return keys[memory_id]

    def replace(self, memory: Memory) -> None:
        """Replace the memory with the same id; new content is pending again. Raises NotFound."""
        with self._database.writing():
            before = self._database.row(self._sql.before, {"id": memory.id})
            if before is None:
                raise NotFound("memory", memory.id)
            key, content = before
            place_id = self._place_ids([memory.place])[memory.place]
            self._database.change(self._sql.update, self._values(memory, place_id))
            if content != memory.content:
                self._keep_words({key: memory.content})
                self._database.change(self._sql.drop_vectors, {"key": key})
                self._database.change(self._sql.mark_pending, {"key": key})

    def delete(self, memory_id: str) -> bool:
        """Remove a memory, its vectors, words and mentions; False when there was none."""
        with self._database.writing():
            return self._database.change(self._sql.delete, {"id": memory_id}).rowcount > 0

    def same_text(self, content: str, scope: Scope = EVERYTHING) -> list[Memory]:
        """The memories whose content is exactly this, oldest first."""
        where, values = self._sql.scopes.condition(scope)
        values |= {"hash": content_hash(content), "content": content, "limit": _SAME_TEXT_MAX}
        return [MEMORY_ROW.read(row) for row in self._database.rows(self._sql.same_text.format(where=where), values)]

    def page(self, scope: Scope = EVERYTHING, order: Order = Order.NEWEST, limit: int = 50, offset: int = 0) -> list[Memory]:
        """A page of memories."""
        where, values = self._sql.scopes.condition(scope)
        values |= {"limit": max(limit, 0), "offset": max(offset, 0)}
        return [
            MEMORY_ROW.read(row) for row in self._database.rows(self._sql.page.format(where=where, order=ORDERS[order]), values)
        ]

    def read_from(self, source: str) -> list[Memory]:
        """The memories that were read from a file, ended or not, by conversation, position and piece."""
        return [MEMORY_ROW.read(row) for row in self._database.rows(self._sql.read_from, {"source": source})]

    def count(self, scope: Scope = EVERYTHING) -> int:
        """How many memories there are; read from counters when only the place matters."""
        if scope == EVERYTHING:
            counted = totals(self._database, self._sql.totals)
            return counted["memories"] - counted["ended"]
        if scope.is_by_place_only:
            return counted_by_place(self._database, self._sql.count_by_place, scope)
        where, values = self._sql.scopes.condition(scope)
        return self._database.number(self._sql.count.format(where=where), values)

    def places(self) -> list[PlaceCount]:
        """Every place that holds a memory, sorted by place; never reads a memory."""
        return [PlaceCount(Place(*row[:3]), row[3], moment(row[4])) for row in self._database.rows(self._sql.places)]

    def tally(self, facet: Facet, scope: Scope = EVERYTHING, limit: int = 50) -> list[tuple[str, int]]:
        """How many memories in scope have each value of a facet."""
        where, values = self._sql.scopes.condition(scope)
        is_date = facet in (Facet.DAY, Facet.MONTH)
        if facet in (Facet.SOURCE_KIND, Facet.TRUST):
            value, marks = self._sql.scopes.provenance(facet)
            values |= marks
        else:
            value = self._sql.facets[facet]
        parts = {
            "value": value,
            "joined": self._sql.tags_joined if facet is Facet.TAG else "",
        }
        values["limit"] = _DAYS_MAX if is_date else max(limit, 0)
        rows = self._database.rows(self._sql.tally.format(where=where, **parts), values)
        return _dates(rows, facet, limit) if is_date else [(str(value), int(count)) for value, count in rows]

    def dots(self, after: int, limit: int, scope: Scope = EVERYTHING) -> list[MemoryDot]:
        """The memories in scope in the rows after one, in row order, without their texts."""
        where, values = self._sql.scopes.condition(scope)
        parts = {"where": where, "day": self._sql.facets[Facet.DAY]}
        rows = self._database.rows(self._sql.dots.format(**parts), values | {"after": after, "limit": max(limit, 0)})
        return [MemoryDot(key, wing, room, int(day), importance, writer) for key, wing, room, day, importance, writer in rows]

    def touch(self, keys: Sequence[int], moment: datetime) -> None:
        """Note that these memories were recalled; not entered in the change log."""
        if len(keys) == 0:
            return
        with self._database.writing():
            values = {"moment": micros(moment), "keys": self._database.listed(int(key) for key in keys)}
            self._database.change(self._sql.touch, values)

    def _values(self, memory: Memory, place_id: int) -> Values:
        origin = memory.origin
        return {
            **MEMORY_ROW.values(memory),
            "tags": self._database.listed(memory.tags),
            "place_id": place_id,
            "words": word_count(memory.content),
            "traits": flags_of(memory.content, origin.author, origin.role),
            "speaker": speaker_of(memory.content, origin.author),
            "content_hash": content_hash(memory.content),
        }

    def _keys(self, memory_ids: Sequence[str]) -> dict[str, int]:
        return dict(self._database.rows(self._sql.keys, {"ids": self._database.listed(memory_ids)}))

    def _place_ids(self, places: Iterable[Place]) -> dict[Place, int]:
        ids: dict[Place, int] = {}
        for place in places:
            if place not in ids:
                values = {"wing": place.wing, "room": place.room, "hall": place.hall}
                ids[place] = self._database.number(self._sql.place_id, values)
                if not ids[place]:
                    self._database.change(self._sql.keep_place, values)
                    ids[place] = self._database.number(self._sql.place_id, values)
        return ids


def _refuse_known(asked: Sequence[str], added: Collection[str]) -> None:
    """Raise Conflict for the first id that was known before, or that was asked for twice."""
    left = set(added)
    for memory_id in asked:
        if memory_id not in left:
            raise Conflict("memory", memory_id)
        left.remove(memory_id)


def _dates(rows: Iterable[Row], facet: Facet, limit: int) -> list[tuple[str, int]]:
    """Days, or months made of them, the latest first."""
    length = len("2026-11") if facet is Facet.MONTH else len("2026-11-16")
    counted: Counter[str] = Counter()
    for number, count in rows:
        counted[(_EPOCH + timedelta(days=int(number))).isoformat()[:length]] += int(count)
    return sorted(counted.items(), reverse=True)[: max(limit, 0)]


def counted_by_place(database: Database, sql: str, scope: Scope) -> int:
    """How many memories are in a scope that only names a place; asked once at each moment that is read."""
    place = {"wing": scope.wing, "room": scope.room, "hall": scope.hall}
    return database.once(("count", scope), lambda: database.number(sql, place))
