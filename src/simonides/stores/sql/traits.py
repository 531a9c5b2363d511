"""What does ranking want to know of some memories? Small columns of their rows, and who stands next to whom."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from simonides.domain.memory import Scope
from simonides.domain.traits import Conversation, Traits
from simonides.stores.sql.database import Database
from simonides.stores.sql.rows import Row
from simonides.stores.sql.scopes import ScopeSql

_DAY_US = 86_400_000_000
_UNKNOWN: Row = (0, None, None, -1, 0, False)
_KEPT_MAX = 50_000
"""How many are kept until something changes; a few megabytes."""

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class TraitSql:
    """What a store says to its database about traits; `{where}` is a scope's condition."""

    traits: str
    beside: str
    conversations: str
    scopes: ScopeSql


@dataclass(frozen=True, slots=True)
class Known:
    """What was read of memories and conversations, for as long as nothing changes; several threads share it."""

    traits: dict[int, Row] = field(default_factory=dict)
    conversations: dict[str, Conversation] = field(default_factory=dict)


def read_traits(database: Database, sql: TraitSql, keys: Sequence[int], known: dict[int, Row]) -> Traits:
    """The traits of memories, in the order asked; `known` are those read before, and takes what is read now."""
    rows = {key: known[key] for key in keys if key in known}
    if unknown := [int(key) for key in keys if key not in rows]:
        read = {row[0]: row[1:] for row in database.rows(sql.traits, {"keys": database.listed(unknown)})}
        _keep(known, read)
        rows |= read
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


def read_conversations(
    database: Database, sql: TraitSql, names: Sequence[str], known: dict[str, Conversation]
) -> dict[str, Conversation]:
    """How long some conversations are; `known` are those read before, and takes what is read now."""
    found = {name: known[name] for name in names if name in known}
    if unknown := [name for name in names if name not in found]:
        rows = database.rows(sql.conversations, {"names": database.listed(unknown)})
        read = {name: Conversation(count, words) for name, count, words in rows}
        _keep(known, read)
        found |= read
    return found


def _keep(known: dict[K, V], read: Mapping[K, V]) -> None:
    # Nothing is ever taken out, so that other threads find what they have seen.
    if len(known) + len(read) <= _KEPT_MAX:
        known.update(read)
