"""Supersessions: pairs of an older statement and the newer one that takes its place."""

from collections.abc import Sequence

from simonides.domain.errors import Conflict, NotFound
from simonides.domain.memory import ENTITIES
from simonides.domain.past.supersession import PairKind, Supersession
from simonides.frozen import frozen
from simonides.ports.supersessions import ALL_PAIRS, PairFilter
from simonides.stores.sql.database import Database, Values
from simonides.stores.sql.forms import SUPERSESSION_ROW


@frozen
class SupersessionSql:
    """The SQL statements about pairs."""

    insert: str
    update: str
    delete: str
    key: str
    by_id: str
    by_key: str
    any: str
    touching: str
    page: str
    count: str
    after: str


class SupersessionRows:
    """The pairs of one palace."""

    def __init__(self, database: Database, sql: SupersessionSql) -> None:
        self._database = database
        self._sql = sql
        self._has_had_some = False

    def add(self, pair: Supersession) -> int:
        """Record a pair; returns its number. Raises Conflict when these two are a pair already."""
        with self._database.writing():
            if self._database.row(self._sql.key, {"id": pair.id}) is not None:
                raise Conflict("pair", pair.id)
            self._database.change(self._sql.insert, SUPERSESSION_ROW.values(pair))
            return self._database.number(self._sql.key, {"id": pair.id})

    def get(self, pair_id: str) -> Supersession:
        """The pair with that id. Raises NotFound."""
        return self._one(self._sql.by_id, {"id": pair_id}, pair_id)

    def at(self, key: int) -> Supersession:
        """The pair with that number. Raises NotFound."""
        return self._one(self._sql.by_key, {"key": key}, str(key))

    def replace(self, pair: Supersession) -> None:
        """Replace the pair with the same id; it keeps its number. Raises NotFound."""
        with self._database.writing():
            if not self._database.change(self._sql.update, SUPERSESSION_ROW.values(pair)).rowcount:
                raise NotFound("pair", pair.id)

    def delete(self, pair_id: str) -> bool:
        """Remove a pair; False when there was none."""
        with self._database.writing():
            return self._database.change(self._sql.delete, {"id": pair_id}).rowcount > 0

    def touching(self, kind: PairKind, ids: Sequence[str], limit: int = 1000) -> list[Supersession]:
        """The pairs in which one of these is the older or the newer, in the order of recording."""
        # Every search asks, and most palaces have no pairs: that is seen in a tenth of the time. Once there were some, nobody
        # looks again.
        self._has_had_some = self._has_had_some or self._database.row(self._sql.any) is not None
        if not self._has_had_some:
            return []
        return self._read(self._sql.touching, {"kind": kind, "ids": self._database.listed(ids), "limit": max(limit, 0)})

    def page(self, wanted: PairFilter = ALL_PAIRS, limit: int = 50, offset: int = 0) -> list[Supersession]:
        """A page of pairs, the latest first."""
        return self._read(self._sql.page, {**self._filter(wanted), "limit": max(limit, 0), "offset": max(offset, 0)})

    def count(self, wanted: PairFilter = ALL_PAIRS) -> int:
        """How many pairs there are."""
        return self._database.number(self._sql.count, self._filter(wanted))

    def after(self, key: int, limit: int) -> list[Supersession]:
        """The pairs after a number, in the order of recording."""
        return self._read(self._sql.after, {"key": key, "limit": max(limit, 0)})

    def _filter(self, wanted: PairFilter) -> dict[str, object]:
        states = self._database.listed(wanted.states)
        return {
            "states": states,
            "any_state": not wanted.states,
            "cause": wanted.cause,
            "kind": wanted.kind,
            "wing": wanted.wing,
            "of_entities": wanted.wing == ENTITIES,
            "is_timely": wanted.is_timely,
        }

    def _one(self, sql: str, values: Values, name: str) -> Supersession:
        row = self._database.row(sql, values)
        if row is None:
            raise NotFound("pair", name)
        return SUPERSESSION_ROW.read(row)

    def _read(self, sql: str, values: Values) -> list[Supersession]:
        return [SUPERSESSION_ROW.read(row) for row in self._database.rows(sql, values)]
