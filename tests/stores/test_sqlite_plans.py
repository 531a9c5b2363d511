"""SQLite: what is asked often is found by an index, so that its cost does not grow with the palace."""

from collections.abc import Callable
from pathlib import Path

import pytest

from simonides.domain.graph import Fact
from simonides.domain.memory import Origin
from simonides.engine.browsing.facets import provenance_counts
from simonides.ports.stores import Store
from simonides.stores.sql.store import SqlStore
from simonides.stores.sqlite.connection.database import Database
from simonides.stores.sqlite.shelf import SqliteShelf
from stores.made import NOW, entity, fact, memory


def plans_of(store: SqlStore, ask: Callable[[Store], object]) -> list[str]:
    """The steps of the plan of every statement that a question sends."""
    database, asked = store.database, list[str]()
    assert isinstance(database, Database)
    database.connection.set_trace_callback(asked.append)
    ask(store)
    database.connection.set_trace_callback(None)
    questions = [sql for sql in asked if sql.lstrip().startswith(("SELECT", "WITH", "UPDATE"))]
    return [row[3] for sql in questions for row in database.rows(f"EXPLAIN QUERY PLAN {sql}")]


@pytest.mark.parametrize(
    "ask",
    [
        lambda store: store.changes.about("memory", "one", 5),
        lambda store: store.changes.changed_after("memory", ["one"], NOW, 5),
        lambda store: store.changes.deleted(5),
        lambda store: store.changes.undone(),
        lambda store: store.changes.first_from(NOW),
    ],
)
def test_the_log_is_not_read_from_end_to_end(tmp_path: Path, ask: Callable[[Store], object]) -> None:
    store = SqliteShelf(tmp_path).create("p", "", NOW)
    store.memories.add([memory("one"), memory("two")])

    plans = plans_of(store, ask)

    assert [plan for plan in plans if plan.startswith("SEARCH changes") or "USING" in plan]
    assert not [plan for plan in plans if plan == "SCAN changes" or "INTEGER PRIMARY KEY" in plan]
    store.close()


def test_what_is_erased_is_looked_up_in_the_log_by_its_records(tmp_path: Path) -> None:
    store = SqliteShelf(tmp_path).create("p", "", NOW)

    plans = plans_of(store, lambda store: store.changes.scrub("memory", ["one"]))

    assert [plan for plan in plans if plan.startswith("SEARCH changes USING INDEX changes_of_record (kind=? AND id=?)")]
    store.close()


def test_the_same_text_is_looked_up_by_its_hash(tmp_path: Path) -> None:
    store = SqliteShelf(tmp_path).create("p", "", NOW)
    store.memories.add([memory("one", "the heron nests in the reeds")])
    database, asked = store.database, list[str]()
    assert isinstance(database, Database)
    database.connection.set_trace_callback(asked.append)

    store.memories.same_text("the heron nests in the reeds")

    database.connection.set_trace_callback(None)
    [question] = [sql for sql in asked if "content_hash" in sql]
    plan = [row[3] for row in database.rows(f"EXPLAIN QUERY PLAN {question}")]
    assert plan[0] == "SEARCH m USING INDEX memories_by_text (content_hash=?)"
    store.close()


def test_what_a_fact_says_is_looked_up_without_reading_the_other_facts_of_its_subject(tmp_path: Path) -> None:
    store = SqliteShelf(tmp_path).create("p", "", NOW)
    with store.writing():
        for name in ("hub", *(f"name {number}" for number in range(300))):
            store.graph.add_entity(entity(name))
        for number in range(300):
            store.graph.add_fact(fact(f"f{number}", "hub", "knows", f"name {number}"))

    def steps(ask: Callable[[], list[Fact]]) -> int:
        counted, database = list[None](), store.database
        assert isinstance(database, Database)
        database.connection.set_progress_handler(lambda: counted.append(None), 10)
        ask()
        database.connection.set_progress_handler(None, 0)
        return len(counted)

    assert steps(lambda: store.graph.current("hub", NOW, "knows", "name 7")) * 5 < steps(lambda: store.graph.current("hub", NOW))
    store.close()


def test_kinds_of_source_and_trust_classes_are_counted_in_one_reading_each(tmp_path: Path) -> None:
    store = SqliteShelf(tmp_path).create("p", "", NOW)
    store.memories.add([memory("one"), memory("two", origin=Origin(added_by="cli"))])

    steps = plans_of(store, provenance_counts)

    assert len([step for step in steps if step.startswith(("SEARCH m", "SCAN m"))]) == 2
    assert provenance_counts(store) == {"source_kind": [("person", 1), ("agent", 1)], "trust": [("own", 1), ("reported", 1)]}
    store.close()
