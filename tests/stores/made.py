"""Values for store tests: complete for round trips, plain elsewhere."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simonides.domain.graph import Entity, Fact
from simonides.domain.memory import Memory, Origin, Place
from simonides.domain.time import Stamp
from simonides.ports.embedder import Identity
from simonides.stores.sql.store import SqlStore
from simonides.stores.sqlite.connection.database import Database as SqliteDatabase

NOW = datetime(2026, 5, 10, 14, 32, 1, 123456, tzinfo=UTC)
DIMS = 24
IDENTITY = Identity("counted/1", DIMS)

Vectors = NDArray[np.float32]


def at(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def memory(memory_id: str, content: str = "a text", **fields: Any) -> Memory:
    return replace(Memory(memory_id, content, Place("wing", "room"), NOW), **fields)


def full_memory(memory_id: str) -> Memory:
    return Memory(
        id=memory_id,
        content='Zeile eins\n\tline two — 東京都, "quotes", \U0001f3db and a trailing space ',
        place=Place("wing/sub", "Räume", "hall_facts"),
        created_at=NOW,
        origin=Origin("Ada", "user", "talk-1", 7, at(-5), "src/auth/jwt.py", 3, "mining"),
        tags=("b", "a", "ünï"),
        importance=0.875,
        kind="episodic",
        user_id="user-1",
        metadata={"nested": {"list": [1, 2.5, None, True, "ß"]}, "": "empty key", "half": "\ud83d", "nul": "\x00"},
        valid_from=at(-3600),
        ended_at=at(3600),
        end_reason="superseded",
        superseded_by="other",
        accesses=4,
        accessed_at=at(10),
    )


def entity(name: str, /, **fields: Any) -> Entity:
    return replace(Entity(f"id of {name}", name, NOW, NOW), **fields)


def fact(fact_id: str, subject: str, predicate: str, obj: str, **fields: Any) -> Fact:
    return replace(Fact(fact_id, subject, predicate, obj, NOW), **fields)


def day(text: str) -> Stamp:
    return Stamp.parse(text)


def file_of(store: SqlStore) -> SqliteDatabase:
    """The file behind a palace, for tests that look inside."""
    database = store._database
    assert isinstance(database, SqliteDatabase)
    return database


def unit_vectors(count: int, seed: int = 0, dims: int = DIMS) -> Vectors:
    rows = np.random.default_rng(seed).normal(size=(count, dims)).astype(np.float32)
    unit: Vectors = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit
