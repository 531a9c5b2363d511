"""PostgreSQL: what searches have read is kept, and never beyond a change, whoever made it."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from simonides.domain.memory import Origin
from simonides.stores.postgres.connection.database import Database
from simonides.stores.postgres.search import kept_reads
from simonides.stores.postgres.search.kept_reads import Kept, KeptReads
from simonides.stores.postgres.shelf import PostgresShelf
from simonides.stores.postgres.vectors.tuning import Tuning
from simonides.stores.sql.database import NOTHING, Values
from simonides.stores.sql.records.rows import Row
from simonides.stores.sql.store import SqlStore
from simonides.stores.sql.vectors import nearness
from stores.made import IDENTITY, NOW, Vectors, entity, memory, unit_vectors

Asked = list[tuple[str, list[Row]]]
"""Statements, each with the rows that it gave."""


class Refused(Exception):
    """What takes a transaction back."""


@pytest.fixture
def store(database_url: str) -> Iterator[SqlStore]:
    store = PostgresShelf(database_url, lambda: NOW).create("p", "", NOW)
    store.claim(IDENTITY)
    store.memories.add([memory("first", "the heron nests in the reeds")])
    yield store
    store.close()


@pytest.fixture
def other(store: SqlStore, database_url: str) -> Iterator[SqlStore]:
    """The same palace as another process has it open."""
    other = PostgresShelf(database_url, lambda: NOW).open(store.info.name)
    yield other
    other.close()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """What is asked from now on."""
    asked: Asked = []
    rows = Database.rows

    def noted(self: Database, sql: str, values: Values = NOTHING) -> list[Row]:
        found = rows(self, sql, values)
        asked.append((sql, found))
        return found

    monkeypatch.setattr(Database, "rows", noted)
    return asked


@pytest.fixture
def crowded(database_url: str) -> Iterator[SqlStore]:
    """A palace where one word is rare, one is read whole, and one is too common for that."""
    store = PostgresShelf(database_url, lambda: NOW, tuning=Tuning(posting_budget=10)).create("crowded", "", NOW)
    texts = ["zebra otter river", *["otter river"] * 5, *["river"] * 12]
    store.memories.add([memory(str(number), text) for number, text in enumerate(texts)])
    yield store
    store.close()


def found(store: SqlStore) -> tuple[list[str], int, int]:
    """The memories that hold a word, how many hold a phrase, and how many hold two words that are in none at first."""
    with store.reading():
        keys = store.search.matches(["heron"]).keys.tolist()
        phrase, absent = store.search.phrases([["heron", "nest"], ["otter", "swim"]], 1, 10)
        return [each.id for each in store.memories.at(keys).values()], len(phrase), len(absent)


def nearest(store: SqlStore, question: Vectors) -> list[float]:
    with store.reading():
        cosines: list[float] = store.search.nearest(question).cosines.tolist()
        return cosines


def file_and_take_back(store: SqlStore, question: Vectors) -> None:
    with store.writing():
        [key] = store.memories.add([memory("second", "a heron nests here, too")])
        store.search.put({key: unit_vectors(1, seed=2)})
        assert found(store) == (["first", "second"], 2, 0)
        assert len(nearest(store, question)) == 1
        raise Refused


def kept_of(store: SqlStore) -> KeptReads:
    return KeptReads(store.database)  # type: ignore[arg-type]


def test_a_word_and_a_phrase_are_found_in_what_others_filed_changed_and_deleted(store: SqlStore, other: SqlStore) -> None:
    assert found(store) == (["first"], 1, 0)

    other.memories.add([memory("second", "a heron nests here, and a heron nests there"), memory("third", "an otter swims")])
    assert found(store) == (["first", "second"], 2, 1)

    other.memories.replace(memory("second", "an otter swims"))
    assert found(store) == (["first"], 1, 2)

    other.memories.delete("first")
    assert found(store) == ([], 0, 2)


def test_what_a_transaction_saw_before_it_was_taken_back_is_not_kept(store: SqlStore) -> None:
    question = unit_vectors(1, seed=1)
    with pytest.raises(Refused):
        file_and_take_back(store, question)

    [key] = store.memories.add([memory("third", "an otter swims")])
    store.search.put({key: question})

    assert found(store) == (["first"], 1, 1)
    assert nearest(store, question) == pytest.approx([1.0], abs=1e-3)


def test_a_vector_that_takes_the_place_of_another_is_compared(store: SqlStore, other: SqlStore) -> None:
    question = unit_vectors(1, seed=1)
    [key] = store.memories.add([memory("second")])
    store.search.put({key: unit_vectors(1, seed=2)})
    before = nearest(store, question)

    other.search.put({key: question})

    assert before != nearest(store, question) == pytest.approx([1.0], abs=1e-3)


def test_a_new_turn_of_a_conversation_stands_beside_the_one_before(store: SqlStore, other: SqlStore) -> None:
    def turn(number: int) -> int:
        [key] = other.memories.add([memory(f"turn {number}", origin=Origin(conversation="talk", position=number))])
        return key

    first = turn(1)
    with store.reading():
        assert store.search.beside([first]).tolist() == []

    second = turn(2)
    with store.reading():
        assert store.search.beside([first]).tolist() == [[first, second]]


def test_a_memory_that_has_ended_is_no_longer_found(store: SqlStore, other: SqlStore) -> None:
    assert found(store)[0] == ["first"]

    other.memories.replace(memory("first", "the heron nests in the reeds", ended_at=NOW))

    assert found(store)[0] == []


def test_a_second_search_asks_for_nothing_about_words_again(store: SqlStore, asked: Asked) -> None:
    found(store)
    asked.clear()
    found(store)

    assert len(asked) == 1, "only the memories themselves are read"


@pytest.mark.parametrize(
    ("phrase", "holders", "places"),
    [(["otter", "river"], 6, 6 + 6), (["zebra", "otter", "river"], 1, 1 + 6 + 1)],
    ids=["a common word", "a word that is kept and a common one"],
)
def test_of_a_common_word_only_the_places_near_the_rarest_are_read(
    crowded: SqlStore, asked: Asked, phrase: list[str], holders: int, places: int
) -> None:
    with crowded.reading():
        [found] = crowded.search.phrases([phrase], 1, 10)

    assert len(found) == holders
    assert sum(len(each[-1]) for sql, rows in asked if "postings" in sql for each in rows) == 2 * places


def test_a_word_that_is_known_to_be_common_is_not_looked_up_with_a_new_one(crowded: SqlStore, asked: Asked) -> None:
    with crowded.reading():
        crowded.search.matches(["otter", "river"])
        asked.clear()
        assert len(crowded.search.matches(["zebra", "river"]).keys) == 1

    assert sum("postings" in sql for sql, _ in asked) == 1


def test_positions_are_read_once_where_nothing_is_kept(store: SqlStore, asked: Asked) -> None:
    store.graph.add_entity(entity("Ada"))
    store.observations.add(store.nodes.keys(["ada"])["ada"], ["keeps herons"], NOW)

    asked.clear()
    with store.reading():
        assert len(store.perspectives.matches(["heron"]).keys) == 1
    assert sum("postings" in sql for sql, _ in asked) == 1

    with store.writing():
        store.memories.add([memory("second", "a heron")])
        asked.clear()
        assert len(store.search.matches(["heron"]).keys) == 2
    assert sum("postings" in sql for sql, _ in asked) == 1


def test_how_much_is_kept_of_vectors_is_counted_by_vector(store: SqlStore, asked: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearness, "_SEEN_MAX", 10)
    keys = store.memories.add([memory(str(number)) for number in range(3)])
    store.search.put({key: unit_vectors(6, seed=key) for key in keys})

    with store.reading():
        for key in keys:
            store.search.of([key])
        asked.clear()
        store.search.of(keys[2:])
        assert not asked
        store.search.of(keys[:1])
    assert len(asked) == 1


def test_notes_are_known_to_be_apart_by_the_traits_that_ranking_asks_for(store: SqlStore, asked: Asked) -> None:
    keys = store.memories.add([memory("second"), memory("turn", origin=Origin(conversation="talk", position=1))])
    asked.clear()
    with store.reading():
        assert store.search.are_apart(keys[:1])
        store.search.traits(keys[:1])
    assert len(asked) == 1

    with store.reading():
        store.search.traits(keys[1:])
        asked.clear()
        assert not store.search.are_apart([1, *keys])
    assert not asked, "one turn is enough"


def test_an_added_text_leaves_what_is_kept_and_a_deletion_does_not(store: SqlStore) -> None:
    kept = kept_of(store)
    with store.reading():
        kept.now().add_counts({"heron": (1, 1), "reed": (1, 1)})
        kept.now().add_places({"heron": np.arange(1)})

    store.memories.add([memory("second", "heron, heron and otter")])
    with store.reading():
        now = kept.now()
        assert now.counts == {"heron": (2, 3), "reed": (1, 1)}
        assert len(now.places["heron"]) == 3

    store.memories.delete("second")
    with store.reading():
        assert (kept.now().counts, kept.now().places, kept.now().size) == ({}, {}, 0)


def test_a_reader_of_an_older_moment_leaves_what_newer_ones_keep(store: SqlStore, other: SqlStore) -> None:
    kept = kept_of(store)

    def now(*words: str) -> set[str]:
        with store.reading():
            kept.now().add_counts(dict.fromkeys(words, (1, 1)))
            return set(kept.now().counts)

    with ThreadPoolExecutor(1) as elsewhere, store.reading():
        assert store.memories.count() == 1
        other.memories.add([memory("second", "an otter swims")])
        assert elsewhere.submit(now, "heron").result() == {"heron"}
        assert kept.now().counts == {}
        assert elsewhere.submit(now).result() == {"heron"}


def test_little_is_kept_and_nothing_outside_of_a_transaction(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = kept_of(store)
    monkeypatch.setattr(kept_reads, "BYTES_MAX", 1_000)

    def now(words: int) -> Kept:
        with store.reading():
            kept.now().add_counts({str(number): (1, 1) for number in range(words)})
            return kept.now()

    assert now(1) is now(0)
    assert now(9) is not now(0)
    assert kept.now() is not kept.now()


@pytest.mark.parametrize("filed_since", [0, 1], ids=["at the same number", "at a later number"])
def test_the_same_number_on_a_server_that_lacks_the_last_commits_is_another_moment(
    store: SqlStore, other: SqlStore, filed_since: int
) -> None:
    assert found(store) == (["first"], 1, 0)
    last = store.changes.latest()

    # As if the second memory had been committed under that number by a server which had not seen the first.
    other.memories.add([memory("second", "a heron nests here, too")])
    with other.writing():
        for statement in (
            "UPDATE changes SET at = at + 1 WHERE palace = %(palace)s AND seq = %(last)s",
            "DELETE FROM changes WHERE palace = %(palace)s AND seq > %(last)s",
            "UPDATE counters SET value = %(last)s WHERE palace = %(palace)s AND name = 'changes'",
        ):
            other.database.change(statement, {"last": last})
    other.memories.add([memory(f"later {number}", "an otter swims") for number in range(filed_since)])

    assert found(store) == (["first", "second"], 2, filed_since)


def test_after_a_number_that_went_back_searches_keep_again(store: SqlStore, asked: Asked) -> None:
    store.memories.add([memory("second", "an otter swims")])
    found(store)
    # As after a restore.
    with store.writing():
        for statement in (
            "DELETE FROM changes WHERE palace = %(palace)s AND seq > 1",
            "UPDATE counters SET value = 1 WHERE palace = %(palace)s AND name = 'changes'",
        ):
            store.database.change(statement)

    found(store)
    asked.clear()
    found(store)

    assert len(asked) == 1, "only the memories themselves are read"
