"""SQLite: the check is silent when all is well and names what is not."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from simonides.stores.sql.store import SqlStore
from simonides.stores.sqlite.shelf import SqliteShelf
from stores.made import IDENTITY, NOW, entity, fact, file_of, full_memory, memory, unit_vectors


@pytest.fixture
def busy(tmp_path: Path) -> Iterator[SqlStore]:
    """A palace in which everything has happened."""
    store = SqliteShelf(tmp_path).create("p", "", NOW)
    store.claim(IDENTITY)
    keys = store.memories.add([memory("a", "brown fox"), full_memory("b"), memory("c"), memory("d", tags=("x",))])
    store.search.put({key: unit_vectors(2, seed=key) for key in keys[:3]})
    for name in ("Ada", "Bob"):
        store.graph.add_entity(entity(name))
    store.graph.add_fact(fact("f", "Ada", "knows", "Bob"))
    store.graph.set_mentions(keys[0], ["id of Ada"])
    store.memories.replace(memory("a", "a red fox"))
    store.memories.delete("c")
    yield store
    store.close()


def test_a_healthy_palace_is_silent(busy: SqlStore) -> None:
    assert list(busy.check()) == []


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        ("UPDATE counters SET value = 9 WHERE name = 'memories'", "The counter 'memories' says 9, but there are 3."),
        ("UPDATE counters SET value = 9 WHERE name = 'current_facts'", "The counter 'current_facts' says 9, but there are 1."),
        ("UPDATE place_counts SET count = 9 WHERE place_id = 1", "The counter of the place wing / room is wrong."),
        ("UPDATE predicate_counts SET count = 2", "The counter of the predicate 'knows' is wrong."),
        ("INSERT INTO memory_text (memory_text) VALUES ('delete-all')", "The text index does not agree with the memories."),
        ("DELETE FROM vectors", "There are 1 memories marked as embedded that have no vector."),
        ("UPDATE memories SET embedded = 0", "There are 1 memories with a vector that are marked as pending."),
        ("UPDATE memories SET words = 99 WHERE id = 'a'", "There are 1 memories whose number of words is wrong."),
        ("DELETE FROM memory_tags WHERE tag = 'x'", "There are 1 tags that are missing from the index."),
        ("INSERT INTO memory_tags VALUES ('y', 1)", "There are 1 tags in the index that no memory has."),
    ],
)
def test_whatever_does_not_agree_is_named(busy: SqlStore, damage: str, complaint: str) -> None:
    with busy._database.writing():
        busy._database.change(damage)

    assert list(busy.check()) == [complaint]


def test_rows_without_their_owner_are_named(busy: SqlStore) -> None:
    file_of(busy).connection.execute("PRAGMA foreign_keys = OFF")
    with busy._database.writing():
        busy._database.change("INSERT INTO mentions VALUES (999, 999)")

    assert list(busy.check()) == ["2 rows of mentions belong to something that is gone."]
