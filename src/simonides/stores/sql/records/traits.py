"""Traits for ranking: small columns of memories' rows, and which memories are neighbours.

What was read stays valid until something changes, so each reader reuses what was read before and adds to it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from simonides.domain.ranking.traits import ConversationTraits, Traits
from simonides.frozen import frozen
from simonides.stores.sql.database import Database
from simonides.stores.sql.records.rows import Row

_DAY_US = 86_400_000_000
_UNKNOWN: Row = (0, None, None, -1, 0, False, 0)
_KEPT_MAX = 50_000
"""How many of each are kept, which takes a few megabytes."""
_CARRIED_MAX = 10_000
"""How many survive a change: copying more takes as long as reading what a search needs."""
_CONVERSATION = 2
"""The place of the conversation in a row of traits."""

LENGTH = """words - CASE WHEN author IS NULL AND speaker IS NOT NULL
                THEN length(speaker) - length(replace(speaker, ' ', '')) + 1 ELSE 0 END"""
"""The words of a memory without the name that it begins with; SQL. Without an author, the speaker stands in the text."""

Key = TypeVar("Key", int, str)
Value = TypeVar("Value")


@frozen
class TraitSql:
    """The SQL statements about traits."""

    traits: str
    beside: str
    conversations: str


@frozen
class Known:
    """What was read about memories and conversations, valid while nothing changes; several threads share it."""

    traits: dict[int, Row] = field(default_factory=dict)
    beside: dict[int, list[int]] = field(default_factory=dict)
    conversations: dict[str, ConversationTraits] = field(default_factory=dict)
    is_kept: bool = False
    """Whether what is read now is still there when it is asked for again."""

    def without(self, keys: Iterable[int], *, with_talks: bool = False) -> "Known":
        """What is still valid after a change of these memories: with talks, where no conversation has changed."""
        if len(self.traits) > _CARRIED_MAX:
            return Known(is_kept=self.is_kept)
        # Copied, since other threads may still add to what was valid before.
        traits = self.traits.copy()
        for key in keys:
            traits.pop(key, None)
        talks = (self.beside.copy(), self.conversations.copy()) if with_talks else ({}, {})
        return Known(traits, *talks, self.is_kept)

    def stands_alone(self, key: int) -> bool:
        """Whether a memory is known to be part of no conversation."""
        row = self.traits.get(key)
        return row is not None and row[_CONVERSATION] is None


def are_apart(database: Database, sql: TraitSql, keys: Sequence[int], known: Known) -> bool:
    """Whether all of these memories are known to be part of no conversation.

    Where traits are kept, those that ranking will ask for are read now; elsewhere nothing is read to find out, nor where one is
    known to be part of one.
    """
    rows: Sequence[Row | None] = list(map(known.traits.get, keys))
    if any(row is not None and row[_CONVERSATION] is not None for row in rows):
        return False
    if None in rows and known.is_kept and len(known.traits) + len(keys) <= _KEPT_MAX:
        rows = list(map(_trait_rows(database, sql, keys, known).get, keys))
    return all(row is not None and row[_CONVERSATION] is None for row in rows)


def read_traits(database: Database, sql: TraitSql, keys: Sequence[int], known: Known) -> Traits:
    """The traits of memories, in the order asked."""
    found: Sequence[Row | None] = list(map(known.traits.get, keys))
    if None in found:
        rows = _trait_rows(database, sql, keys, known)
        found = [rows.get(key, _UNKNOWN) for key in keys]
    flags, speakers, conversations, positions, times, is_dated, lengths = zip(*found, strict=True) if found else ((),) * 7
    return Traits(
        np.array(flags, np.int64),
        speakers,
        conversations,
        np.array(positions, np.int64),
        np.array(times, np.int64) // _DAY_US,
        np.array(is_dated, np.bool_),
        np.array(lengths, np.int64),
    )


def _trait_rows(database: Database, sql: TraitSql, keys: Sequence[int], known: Known) -> dict[int, Row]:
    def read(missing: list[int]) -> Iterable[tuple[int, Row]]:
        return ((row[0], row[1:]) for row in database.rows(sql.traits, {"keys": database.listed(missing)}))

    return _of_all(keys, known.traits, read)


def read_beside(database: Database, sql: TraitSql, keys: Sequence[int], known: Known) -> NDArray[np.int64]:
    """Pairs of rows: a memory and one directly before or after it in its conversation, ended or not."""

    def read(missing: list[int]) -> Iterable[tuple[int, list[int]]]:
        beside: dict[int, list[int]] = {key: [] for key in missing}
        for key, neighbour in database.rows(sql.beside, {"keys": database.listed(missing)}):
            beside[key].append(neighbour)
        return beside.items()

    spoken = [key for key in keys if not known.stands_alone(key)]
    pairs = [(key, neighbour) for key, beside in _of_all(spoken, known.beside, read).items() for neighbour in beside]
    return np.array(pairs, np.int64).reshape(-1, 2)


def read_conversations(database: Database, sql: TraitSql, names: Sequence[str], known: Known) -> dict[str, ConversationTraits]:
    """The lengths of conversations, in the order asked."""

    def read(missing: list[str]) -> Iterable[tuple[str, ConversationTraits]]:
        rows = database.rows(sql.conversations, {"names": database.listed(missing)})
        return ((name, ConversationTraits(count, words)) for name, count, words in rows)

    found = _of_all(names, known.conversations, read)
    # Always in one order: sums over conversations are rounded by it.
    return {name: found[name] for name in names if name in found}


def _of_all(
    wanted: Sequence[Key], known: dict[Key, Value], read: Callable[[list[Key]], Iterable[tuple[Key, Value]]]
) -> dict[Key, Value]:
    """Known values, and the others as read, which are kept while there is room. Several threads may call this at once."""
    missing = [key for key in wanted if key not in known]
    # What is known once stays known.
    found = {key: known[key] for key in wanted} if not missing else {key: known[key] for key in wanted if key in known}
    if missing:
        fresh = dict(read(missing))
        found |= fresh
        if len(known) + len(fresh) <= _KEPT_MAX:
            known.update(fresh)
    return found
