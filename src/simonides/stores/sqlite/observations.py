"""What was observed? Texts in the order of their ordinals, attached to nodes, and whom they name."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from simonides.domain.errors import NotFound
from simonides.domain.nodes import Observation
from simonides.stores.sql.rows import Row, micros, moment
from simonides.stores.sqlite.database import Database
from simonides.stores.sqlite.functions import word_count
from simonides.stores.sqlite.means import renew_means
from simonides.stores.sqlite.rows import key_list

_NEXT = "SELECT next_ordinal FROM entities WHERE key = ?"
_RAISE_NEXT = "UPDATE entities SET next_ordinal = max(next_ordinal, ?) WHERE key = ?"
_INSERT = """
    INSERT INTO observations (entity, ordinal, words, created_at, updated_at, content) VALUES (?, ?, ?, ?, ?, ?)
"""
_ORDINALS = "SELECT ordinal FROM observations WHERE entity = ?"
_COLUMNS = "key, ordinal, content, created_at, updated_at, entity"
_FROM_ORDINAL = f"SELECT {_COLUMNS} FROM observations WHERE entity = ? AND ordinal >= ? ORDER BY ordinal"  # noqa: S608 - constants
_OF = f"""
    SELECT {_COLUMNS} FROM observations WHERE entity IN (SELECT value FROM json_each(?)) ORDER BY entity, ordinal
"""  # noqa: S608 - constants
_LAST = f"SELECT {_COLUMNS} FROM observations WHERE entity = ? ORDER BY ordinal DESC LIMIT ?"  # noqa: S608 - constants
_AT = f"SELECT {_COLUMNS} FROM observations WHERE key IN (SELECT value FROM json_each(?)) ORDER BY key"  # noqa: S608 - constants
_ONE = f"SELECT {_COLUMNS} FROM observations WHERE entity = ? AND ordinal = ?"  # noqa: S608 - constants
_REPLACE = "UPDATE observations SET content = ?, words = ?, updated_at = ?, embedded = 0 WHERE key = ?"
_DROP_VECTORS = "DELETE FROM observation_vectors WHERE observation = ?"
_DELETE = "DELETE FROM observations WHERE entity = ? AND ordinal IN (SELECT value FROM json_each(?))"
_FORGET_MENTIONS = "DELETE FROM observation_mentions WHERE observation IN (SELECT value FROM json_each(?))"
# Observations and entities that are gone are passed over; a node that names itself says nothing new.
_SET_MENTION = """
    INSERT INTO observation_mentions (node, entity, observation)
    SELECT o.entity, e.key, o.key FROM observations o, entities e
    WHERE o.key = ? AND e.id IN (SELECT value FROM json_each(?)) AND e.key <> o.entity
    ON CONFLICT DO NOTHING
"""
_ADD_MENTIONS = """
    INSERT INTO observation_mentions (node, entity, observation)
    SELECT o.entity, e.key, o.key FROM observations o, entities e
    WHERE e.id = ? AND o.key IN (SELECT value FROM json_each(?)) AND e.key <> o.entity
    ON CONFLICT DO NOTHING
"""


class SqliteObservations:
    """The observations of one palace."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, node: int, contents: Sequence[str], now: datetime) -> list[Observation]:
        """Append observations; ordinals go up by one and are never given out twice. The node counts as changed."""
        if not contents:
            return []
        with self._database.writing():
            first = self._database.number(_NEXT, (node,))
            numbered = enumerate(contents, first)
            self._database.change_many(_INSERT, (_values(node, ordinal, content, now, now) for ordinal, content in numbered))
            return [_read(row) for row in self._database.rows(_FROM_ORDINAL, (node, first))]

    def restore(self, node: int, observations: Sequence[Observation], next_ordinal: int) -> list[Observation]:
        """Keep observations under the ordinals and times they had; known ordinals are passed over. Those that were kept."""
        with self._database.writing():
            known = {row[0] for row in self._database.rows(_ORDINALS, (node,))}
            fresh = {each.ordinal: each for each in observations if each.ordinal not in known}
            rows: Iterator[Row] = (
                _values(node, each.ordinal, each.content, each.created_at, each.updated_at) for each in fresh.values()
            )
            self._database.change_many(_INSERT, rows)
            self._database.change(_RAISE_NEXT, (next_ordinal, node))
            return [_read(row) for row in self._database.rows(_OF, (key_list([node]),)) if row[1] in fresh]

    def of(self, nodes: Sequence[int]) -> dict[int, list[Observation]]:
        """For each node its observations, by ordinal."""
        found: dict[int, list[Observation]] = {int(node): [] for node in nodes}
        for row in self._database.rows(_OF, (key_list(found),)):
            found[row[-1]].append(_read(row))
        return found

    def last(self, nodes: Sequence[int], count: int) -> dict[int, list[Observation]]:
        """For each node its last observations, at most so many, by ordinal."""
        found = {int(node): self._database.rows(_LAST, (int(node), max(count, 0))) for node in nodes}
        return {node: [_read(row) for row in reversed(rows)] for node, rows in found.items()}

    def at(self, keys: Sequence[int]) -> dict[int, tuple[int, Observation]]:
        """For each row its node and the observation; rows that are gone are left out."""
        rows = self._database.rows(_AT, (key_list(int(key) for key in keys),))
        return {row[0]: (row[-1], _read(row)) for row in rows}

    def replace(self, node: int, ordinal: int, content: str, now: datetime) -> Observation:
        """Put other words under an ordinal; what stood there before. It is pending again. Raises NotFound."""
        with self._database.writing():
            row = self._database.row(_ONE, (node, ordinal))
            if row is None:
                raise NotFound("observation", str(ordinal))
            before = _read(row)
            if before.content != content:
                self._database.change(_DROP_VECTORS, (before.key,))
                self._database.change(_REPLACE, (content, word_count(content), micros(now), before.key))
        return before

    def delete(self, node: int, ordinals: Sequence[int]) -> list[int]:
        """Remove observations with their words, vectors and mentions; the ordinals that were there, in the order given."""
        with self._database.writing():
            known = {row[0] for row in self._database.rows(_ORDINALS, (node,))}
            doomed = [ordinal for ordinal in dict.fromkeys(ordinals) if ordinal in known]
            if doomed:
                self._database.change(_DELETE, (node, key_list(doomed)))
                renew_means(self._database, [node])
        return doomed

    def set_mentions(self, mentions: Mapping[int, Iterable[str]]) -> None:
        """For each observation the ids of the entities it names, in place of what was noted before."""
        with self._database.writing():
            self._database.change(_FORGET_MENTIONS, (key_list(int(key) for key in mentions),))
            named = ((int(key), key_list(ids)) for key, ids in mentions.items() if ids)
            self._database.change_many(_SET_MENTION, named)

    def add_mentions(self, entity_id: str, keys: Iterable[int]) -> None:
        """Observations that name an entity, beside those noted before."""
        with self._database.writing():
            self._database.change(_ADD_MENTIONS, (entity_id, key_list(int(key) for key in keys)))


def _values(node: int, ordinal: int, content: str, created_at: datetime, updated_at: datetime) -> Row:
    return node, ordinal, word_count(content), micros(created_at), micros(updated_at), content


def _read(row: Row) -> Observation:
    return Observation(row[0], row[1], row[2], moment(row[3]), moment(row[4]))
