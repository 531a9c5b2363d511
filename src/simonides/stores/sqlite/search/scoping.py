"""Rows in scope: found from columns where they are loaded, by SQL where they are not."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from simonides.domain.memory import Scope
from simonides.stores.sqlite.connection.database import Database
from simonides.stores.sqlite.connection.lists import key_list
from simonides.stores.sqlite.search.scopes import SCOPES
from simonides.stores.sqlite.vectors.snapshot import Mask, Snapshot

_PLACES = """
    SELECT id FROM places
    WHERE (:wing IS NULL OR wing = :wing) AND (:room IS NULL OR room = :room) AND (:hall IS NULL OR hall = :hall)
"""
_FROM = "FROM memories m JOIN places p ON p.id = m.place_id"

Inside = tuple[NDArray[np.int64], NDArray[np.int32]]


class Scoping:
    """Turns scopes into masks."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def mask(self, snapshot: Snapshot, scope: Scope) -> Mask:
        """For each row of the columns whether its memory is in scope."""
        return snapshot.remembered(scope, lambda: self._work_out(snapshot, scope))

    def filter_by_columns(self, snapshot: Snapshot, keys: NDArray[np.int64], scope: Scope) -> Inside:
        """The rows in scope among these, and how many words each holds."""
        mask = self.mask(snapshot, scope)
        known = keys[keys < len(mask)]
        inside = known[mask[known]]
        return inside, snapshot.columns.words[inside]

    def filter_by_rows(self, keys: NDArray[np.int64], scope: Scope) -> Inside:
        """The same, from the rows themselves."""
        where, values = SCOPES.condition(scope)
        sql = f"SELECT m.key, m.words {_FROM} WHERE m.key IN (SELECT value FROM json_each(:keys)) AND {where} ORDER BY m.key"
        rows = self._database.rows(sql, {**values, "keys": key_list(keys.tolist())})
        found = np.array(rows, np.int64).reshape(-1, 2)
        return found[:, 0], found[:, 1].astype(np.int32)

    def _work_out(self, snapshot: Snapshot, scope: Scope) -> Mask:
        columns = snapshot.columns
        if not replace(scope, with_ended=False).is_by_place_only:
            return self._keys_mask(snapshot, scope)
        mask = columns.standing(with_ended=scope.with_ended)
        if (scope.wing, scope.room, scope.hall) != (None, None, None):
            places = columns.group[: columns.size]
            mask &= self._allowed_places(scope, int(places.max(initial=0)))[places]
        return mask

    def _keys_mask(self, snapshot: Snapshot, scope: Scope) -> Mask:
        where, values = SCOPES.condition(scope)
        rows = self._database.rows(f"SELECT m.key {_FROM} WHERE {where}", values)
        keys = np.array(rows, np.int64).reshape(-1)
        mask = np.zeros(snapshot.columns.size, np.bool_)
        mask[keys[keys < len(mask)]] = True
        return mask & snapshot.columns.standing(with_ended=True)

    def _allowed_places(self, scope: Scope, known: int) -> Mask:
        # Other threads move the columns on: they may know of places that the transaction of this one does not see yet.
        last = max(known, self._database.number("SELECT max(id) FROM places"))
        allowed = np.zeros(last + 1, np.bool_)
        for (place,) in self._database.rows(_PLACES, {"wing": scope.wing, "room": scope.room, "hall": scope.hall}):
            allowed[place] = True
        return allowed
