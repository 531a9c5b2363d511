"""SQLite: the consistency check finds nothing in a sound palace and names every mismatch."""

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


@pytest.mark.parametrize("word", ["f" * 40_000, "\u00e6" * 20_000, "x" + "\u00e6" * 20_000])
def test_a_word_that_is_longer_than_the_index_keeps_is_no_damage(busy: SqlStore, word: str) -> None:
    busy.memories.add([memory("long", f"dump {word} end")])

    assert list(busy.check()) == []


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        ("UPDATE counters SET value = 9 WHERE name = 'memories'", "The counter 'memories' is 9, but the rows add up to 3."),
        (
            "UPDATE counters SET value = 9 WHERE name = 'current_facts'",
            "The counter 'current_facts' is 9, but the rows add up to 1.",
        ),
        ("UPDATE place_counts SET count = 9 WHERE place_id = 1", "The counter of the place wing / room is wrong."),
        ("UPDATE predicate_counts SET count = 2", "The counter of the predicate 'knows' is wrong."),
        ("INSERT INTO memory_text (memory_text) VALUES ('delete-all')", "The text index does not agree with the memories."),
        ("INSERT INTO memory_text (rowid, words) VALUES (1, 'stray')", "The text index does not agree with the memories."),
        ("UPDATE memory_text_data SET block = x'00' WHERE id > 10", "The text index does not agree with the memories."),
        ("DELETE FROM vectors", "Found memories marked as embedded that have no vector: 1."),
        ("UPDATE memories SET embedded = 0", "Found memories with a vector that are marked as pending: 1."),
        ("UPDATE memories SET words = 99 WHERE id = 'a'", "Found memories whose number of words is wrong: 1."),
        ("DELETE FROM memory_tags WHERE tag = 'x'", "Found tags that are missing from the index: 1."),
        ("INSERT INTO memory_tags VALUES ('y', 1)", "Found tags in the index that no memory has: 1."),
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

    assert list(busy.check()) == ["Found rows of mentions whose owner no longer exists: 2."]
