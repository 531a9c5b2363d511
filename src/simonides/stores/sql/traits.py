"""What does ranking want to know of some memories? Small columns of their rows, and who stands next to whom."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simonides.domain.memory import Scope
from simonides.domain.traits import Conversation, Traits
from simonides.stores.sql.database import Database
from simonides.stores.sql.scopes import ScopeSql

_DAY_US = 86_400_000_000
_UNKNOWN = (0, None, None, -1, 0, False)


@dataclass(frozen=True, slots=True)
class TraitSql:
    """What a store says to its database about traits; `{where}` is a scope's condition."""

    traits: str
    beside: str
    conversations: str
    scopes: ScopeSql


def read_traits(database: Database, sql: TraitSql, keys: Sequence[int]) -> Traits:
    """The traits of memories, in the order asked."""
    rows = {row[0]: row[1:] for row in database.rows(sql.traits, {"keys": database.listed(keys)})}
    found = [rows.get(key, _UNKNOWN) for key in keys]
    flags, speakers, conversations, positions, times, is_dated = zip(*found, strict=True) if found else ((),) * 6
    return Traits(
        np.array(flags, np.int64),
        speakers,
        conversations,
        np.array(positions, np.int64),
        np.array(times, np.int64) // _DAY_US,
        np.array(is_dated, np.bool_),
    )


def read_beside(database: Database, sql: TraitSql, keys: Sequence[int], scope: Scope) -> NDArray[np.int64]:
    """Pairs of rows: a memory, and one in scope right before or after it in its conversation."""
    where, values = sql.scopes.condition(scope)
    rows = database.rows(sql.beside.format(where=where), {**values, "keys": database.listed(keys)})
    return np.array(rows, np.int64).reshape(-1, 2)


def read_conversations(database: Database, sql: TraitSql, names: Sequence[str]) -> dict[str, Conversation]:
    """How long some conversations are."""
    rows = database.rows(sql.conversations, {"names": database.listed(names)})
    return {name: Conversation(count, words) for name, count, words in rows}
