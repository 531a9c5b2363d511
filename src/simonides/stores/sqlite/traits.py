"""What does ranking want to know of some memories? Small columns of their rows, and who stands next to whom."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simonides.domain.memory import Scope
from simonides.domain.traits import Conversation, Traits
from simonides.stores.sqlite.database import Database
from simonides.stores.sqlite.rows import Row, dump, row_list
from simonides.stores.sqlite.scopes import condition

_DAY_US = 86_400_000_000
_TRAITS = """
    SELECT key, traits, speaker, conversation, coalesce(position, -1), coalesce(event_time, created_at), event_time IS NOT NULL
    FROM memories WHERE key IN (SELECT value FROM json_each(?))
"""
# CROSS JOIN keeps the order of the tables: from the few rows asked for, by the index, to their neighbours.
_BESIDE = """
    SELECT n.key, m.key FROM json_each(:keys) asked
    CROSS JOIN memories n ON n.key = asked.value
    CROSS JOIN memories m ON m.conversation = n.conversation AND m.position IN (n.position - 1, n.position + 1)
    CROSS JOIN places p ON p.id = m.place_id
    WHERE m.conversation IS NOT NULL AND """
_CONVERSATIONS = """
    SELECT conversation, count(*), sum(words) FROM memories
    WHERE conversation IN (SELECT value FROM json_each(?)) GROUP BY conversation
"""
_UNKNOWN: Row = (0, None, None, -1, 0, 0)
_KEPT_MAX = 50_000
"""How many are kept until something changes; a few megabytes."""


def read_traits(database: Database, keys: Sequence[int], known: dict[int, Row]) -> Traits:
    """The traits of memories, in the order asked; `known` are those read before, and takes what is read now."""
    unknown = [int(key) for key in keys if key not in known]
    if len(known) + len(unknown) > _KEPT_MAX:
        known.clear()
        unknown = [int(key) for key in keys]
    if unknown:
        known.update((row[0], row[1:]) for row in database.rows(_TRAITS, (row_list(unknown),)))
    found = [known.get(key, _UNKNOWN) for key in keys]
    flags, speakers, conversations, positions, times, is_dated = zip(*found, strict=True) if found else ((),) * 6
    return Traits(
        np.array(flags, np.int64),
        speakers,
        conversations,
        np.array(positions, np.int64),
        np.array(times, np.int64) // _DAY_US,
        np.array(is_dated, np.bool_),
    )


def read_beside(database: Database, keys: Sequence[int], scope: Scope) -> NDArray[np.int64]:
    """Pairs of rows: a memory, and one in scope right before or after it in its conversation."""
    where, values = condition(scope)
    rows = database.rows(_BESIDE + where, {**values, "keys": row_list(int(key) for key in keys)})
    return np.array(rows, np.int64).reshape(-1, 2)


def read_conversations(database: Database, names: Sequence[str], known: dict[str, Conversation]) -> dict[str, Conversation]:
    """How long some conversations are; `known` are those read before, and takes what is read now."""
    unknown = [name for name in names if name not in known]
    if len(known) + len(unknown) > _KEPT_MAX:
        known.clear()
        unknown = list(names)
    if unknown:
        rows = database.rows(_CONVERSATIONS, (dump(unknown),))
        known.update((name, Conversation(count, words)) for name, count, words in rows)
    return {name: known[name] for name in names if name in known}
