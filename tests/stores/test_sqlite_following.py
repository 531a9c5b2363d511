"""SQLite: after any events in any order, two open stores of a palace and a plain reading of its rows agree."""

import random
import re
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simonides.domain.memory import Memory, Place, Scope
from simonides.stores.sql.store import SqlStore
from simonides.stores.sqlite.shelf import SqliteShelf
from simonides.stores.sqlite.vectors.tuning import Tuning
from stores.made import IDENTITY, NOW, memory, unit_vectors

# Small enough that a few dozen rows go through folding, the file and both searches.
SMALL = Tuning(exact_rows=12, sign_candidates=500, rescored=500, sidecar_rows=25, tail_rows=4, frequency_kept_from=10_000)
SCOPES = [Scope(), Scope(wing="w1"), Scope(tag="t"), Scope(with_ended=True), Scope(wing="w0", with_ended=True)]


class Stop(Exception):
    """Ends a transaction from inside."""


class Life:
    """Random events in one palace, seen through two stores."""

    def __init__(self, data_dir: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        self._shelf = SqliteShelf(data_dir, tuning=SMALL)
        first = self._shelf.create("p", "", NOW)
        first.claim(IDENTITY)
        self.stores = [first, self._shelf.open("p")]
        self._number = 0

    def happen(self) -> None:
        """One event, by either store; now and then it is taken back at the end."""
        store = self.chance.choice(self.stores)
        is_failing = self.chance.random() < 0.25
        with suppress(Stop), store.writing():
            for _ in range(self.chance.randint(1, 3)):
                self.chance.choice(EVENTS)(self, store)
                if self.chance.random() < 0.3:
                    agree(store)
            if is_failing:
                raise Stop

    def reopen(self) -> None:
        """One of the stores is closed and opened again."""
        index = self.chance.randrange(2)
        self.stores[index].close()
        self.stores[index] = self._shelf.open("p")

    def made(self, memory_id: str) -> Memory:
        """A memory with random properties."""
        return memory(
            memory_id,
            self.chance.choice(["apple pie", "apple", "pear"]),
            place=Place(f"w{self.chance.randrange(3)}", "r"),
            tags=self.chance.choice([(), ("t",)]),
            ended_at=self.chance.choice([None, None, NOW]),
        )

    def add(self, store: SqlStore) -> None:
        for _ in range(self.chance.randint(1, 4)):
            self._number += 1
            (key,) = store.memories.add([self.made(f"m{self._number}")])
            if self.chance.random() < 0.7:
                store.search.put({key: unit_vectors(self.chance.randint(1, 3), seed=self._number)})

    def embed(self, store: SqlStore) -> None:
        for key, _ in store.search.pending(3):
            store.search.put({key: unit_vectors(1, seed=key + 5_000)})

    def replace(self, store: SqlStore) -> None:
        if found := self.any(store):
            store.memories.replace(self.made(found))

    def delete(self, store: SqlStore) -> None:
        if found := self.any(store):
            store.memories.delete(found)

    def trim(self, store: SqlStore) -> None:
        store.changes.trim(self.chance.choice([0, 2, 1000]))

    def any(self, store: SqlStore) -> str | None:
        found = store.memories.page(Scope(with_ended=True), limit=200)
        return self.chance.choice(found).id if found else None


EVENTS: list[Callable[[Life, SqlStore], None]] = [Life.add, Life.add, Life.embed, Life.replace, Life.delete, Life.trim]


def agree(store: SqlStore) -> None:
    """The searches say what the rows say."""
    question = unit_vectors(1, seed=99)
    for scope in SCOPES:
        memories = store.memories.page(scope, limit=10_000)
        keys = [store.memories.key_of(one.id) for one in memories]
        cosines = dict(zip(keys, store.search.cosines(question, keys).tolist(), strict=True))
        expected = sorted((key for key in keys if not np.isnan(cosines[key])), key=lambda key: (-cosines[key], key))

        assert store.search.nearest(question, scope, limit=1_000).keys.tolist() == expected
        holders = [key for key, one in zip(keys, memories, strict=True) if "apple" in one.content]
        assert store.search.matches(["appl", "pie"], scope).keys.tolist() == sorted(holders)


@pytest.mark.parametrize("seed", range(3))
def test_searches_agree_with_the_rows_after_any_events(tmp_path: Path, seed: int) -> None:
    life = Life(tmp_path, seed)

    for step in range(60):
        life.happen()
        if step % 20 == 19:
            life.reopen()
        agree(life.stores[step % 2])

    for store in life.stores:
        agree(store)
        assert list(store.check()) == []
        store.close()


class Strict(sqlite3.Connection):
    """A connection that refuses what Python 3.14 refuses: values without names for placeholders that have some."""

    def execute(self, sql: str, values: Any = (), /) -> sqlite3.Cursor:
        assert isinstance(values, Mapping) or not re.search(r"[(= ]:[a-z]", sql), sql
        return super().execute(sql, values)


def test_values_of_named_placeholders_have_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=Strict))
    life = Life(tmp_path, 0)

    for step in range(8):
        life.happen()
        agree(life.stores[step % 2])

    for store in life.stores:
        store.close()
