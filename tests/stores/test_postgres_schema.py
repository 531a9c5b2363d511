"""PostgreSQL: the schema checklist of the graph contract, item by item, in the catalogue of a real server."""

from collections.abc import Iterator

import pytest

from simonides.stores.postgres.shelf import PostgresShelf
from simonides.stores.postgres.vectors.graphs import graph_statements
from simonides.stores.sql.store import SqlStore
from stores.made import DIMS, IDENTITY, NOW, entity

CASCADES = {
    ("observations", "entities"),
    ("facts", "entities"),
    ("events", "entities"),
    ("node_vectors", "entities"),
    ("observation_vectors", "observations"),
    ("observation_mentions", "observations"),
    ("mentions", "entities"),
}


@pytest.fixture
def store(database_url: str) -> Iterator[SqlStore]:
    store = PostgresShelf(database_url, lambda: NOW).create("p", "", NOW)
    store.claim(IDENTITY)
    yield store
    store.close()


def keys(store: SqlStore) -> set[tuple[str, tuple[str, ...]]]:
    """Every unique key: table and columns."""
    rows = store.database.rows("""
        SELECT i.indrelid::regclass::text, array_agg(a.attname::text ORDER BY k.place)
        FROM pg_index i CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY AS k (number, place)
        JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
        WHERE i.indisunique AND i.indrelid::regclass::text NOT LIKE 'pg_%%' AND k.place <= i.indnkeyatts
        GROUP BY i.indexrelid, i.indrelid
    """)
    return {(table, tuple(columns)) for table, columns in rows}


def methods(store: SqlStore) -> set[tuple[str, str]]:
    """Which table has an index of which method."""
    return set(
        store.database.rows("""
            SELECT i.indrelid::regclass::text, am.amname FROM pg_index i
            JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am am ON am.oid = c.relam
        """)
    )


def types(store: SqlStore) -> dict[tuple[str, str], str]:
    rows = store.database.rows("""
        SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod) FROM pg_attribute a
        JOIN pg_class c ON c.oid = a.attrelid WHERE c.relkind = 'r' AND a.attnum > 0
    """)
    return {(table, column): kind for table, column, kind in rows}


@pytest.mark.requirement("postgres-schema")
def test_names_ordinals_relations_and_vectors_are_unique_in_a_palace(store: SqlStore) -> None:
    assert {
        ("entities", ("palace", "folded")),
        ("observations", ("palace", "entity", "ordinal")),
        ("facts", ("palace", "subject", "predicate_folded", "object")),
        ("observation_vectors", ("palace", "observation", "perspective", "part")),
        ("node_vectors", ("palace", "entity", "perspective", "part")),
        ("perspectives", ("palace", "name")),
    } <= keys(store)


@pytest.mark.requirement("postgres-schema")
def test_what_belongs_to_a_node_goes_with_it(store: SqlStore) -> None:
    rows = store.database.rows("""
        SELECT conrelid::regclass::text, confrelid::regclass::text FROM pg_constraint WHERE contype = 'f' AND confdeltype = 'c'
    """)

    assert set(rows) >= CASCADES


@pytest.mark.requirement("postgres-schema")
def test_vectors_have_graphs_and_texts_a_word_index(store: SqlStore) -> None:
    with store.database.set_aside() as connection:  # type: ignore[attr-defined]
        for statement in graph_statements(DIMS):
            connection.execute(statement)

    found = methods(store)

    assert {(table, "hnsw") for table in ("vectors", "observation_vectors", "node_vectors", "chunk_vectors")} <= found
    assert ("observations", "gin") in found


@pytest.mark.requirement("postgres-schema")
def test_tags_are_arrays_and_texts_are_tsvectors(store: SqlStore) -> None:
    found = types(store)

    assert found["entities", "tags"] == found["memories", "tags"] == "text[]"
    assert found["observations", "text"] == "tsvector"
    assert found["observation_vectors", "vector"] == "halfvec"
    assert {("entities", "updated_at"), ("entities", "summary_updated_at"), ("events", "operation"), ("events", "at")} <= set(
        found
    )


@pytest.mark.requirement("postgres-schema")
def test_a_person_may_search_observations_in_sql(store: SqlStore) -> None:
    store.graph.add_entity(entity("Ada"))
    (key,) = store.nodes.keys(["ada"]).values()
    store.observations.add(key, ["She keeps the harbour ledger"], NOW)

    found = store.database.rows(
        "SELECT content FROM observations WHERE palace = %(palace)s AND text @@ to_tsquery('simple', 'harbour & ledger')"
    )

    assert found == [("She keeps the harbour ledger",)]
