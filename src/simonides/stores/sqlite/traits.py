"""What does ranking want to know of some memories? Small columns of their rows, and who stands next to whom.

What is read holds until something changes, so each reader takes what was read before and adds to it.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from simonides.domain.traits import Conversation, Traits
from simonides.stores.sqlite.database import Database
from simonides.stores.sqlite.rows import Row, dump, row_list

_DAY_US = 86_400_000_000
_TRAITS = """
    SELECT key, traits, speaker, conversation, coalesce(position, -1), coalesce(event_time, created_at), event_time IS NOT NULL
    FROM memories WHERE key IN (SELECT value FROM json_each(?))
"""
# CROSS JOIN keeps the order of the tables: from the few rows asked for, by the index, to their neighbours.
_BESIDE = """
    SELECT n.key, m.key FROM json_each(?) asked
    CROSS JOIN memories n ON n.key = asked.value
    CROSS JOIN memories m ON m.conversation = n.conversation AND m.position IN (n.position - 1, n.position + 1)
    WHERE m.conversation IS NOT NULL
"""
_CONVERSATIONS = """
    SELECT conversation, count(*), sum(words) FROM memories
    WHERE conversation IN (SELECT value FROM json_each(?)) GROUP BY conversation
"""
_UNKNOWN: Row = (0, None, None, -1, 0, 0)
_KEPT_MAX = 50_000
"""How many of each are kept; a few megabytes."""

Key = TypeVar("Key", int, str)
Value = TypeVar("Value")


def read_traits(database: Database, keys: Sequence[int], known: dict[int, Row]) -> Traits:
    """The traits of memories, in the order asked."""

    def read(missing: list[int]) -> Iterable[tuple[int, Row]]:
        return ((row[0], row[1:]) for row in database.rows(_TRAITS, (row_list(missing),)))

    rows = _of_all(keys, known, read)
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


def read_beside(database: Database, keys: Sequence[int], known: dict[int, list[int]]) -> NDArray[np.int64]:
    """Pairs of rows: a memory, and one right before or after it in its conversation, ended or not."""

    def read(missing: list[int]) -> Iterable[tuple[int, list[int]]]:
        beside: dict[int, list[int]] = {key: [] for key in missing}
        for key, neighbour in database.rows(_BESIDE, (row_list(missing),)):
            beside[key].append(neighbour)
        return beside.items()

    pairs = [(key, neighbour) for key, beside in _of_all(keys, known, read).items() for neighbour in beside]
    return np.array(pairs, np.int64).reshape(-1, 2)


def read_conversations(database: Database, names: Sequence[str], known: dict[str, Conversation]) -> dict[str, Conversation]:
    """How long some conversations are."""

    def read(missing: list[str]) -> Iterable[tuple[str, Conversation]]:
        rows = database.rows(_CONVERSATIONS, (dump(missing),))
        return ((name, Conversation(count, words)) for name, count, words in rows)

    return _of_all(names, known, read)


def _of_all(
    wanted: Sequence[Key], known: dict[Key, Value], read: Callable[[list[Key]], Iterable[tuple[Key, Value]]]
) -> dict[Key, Value]:
    """What is known of these, and what must be read, which is kept while there is room. Several threads may do so at once."""
    found = {key: known[key] for key in wanted if key in known}
    missing = [key for key in wanted if key not in found]
    if missing:
        fresh = dict(read(missing))
        found |= fresh
        if len(known) + len(fresh) <= _KEPT_MAX:
            known.update(fresh)
    return found
