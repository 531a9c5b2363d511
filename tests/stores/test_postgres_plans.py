"""PostgreSQL: its plans for the hot statements, which must use the indexes, in a database of some size."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from simonides.domain.code import CodeScope
from simonides.domain.graph import Direction
from simonides.domain.memory import Order, Scope
from simonides.ports.stores import Store
from simonides.stores.postgres.connection.database import Database
from simonides.stores.postgres.shelf import PostgresShelf
from simonides.stores.postgres.vectors.graphs import graph_statements
from stores.filling import ROWS, fill
from stores.made import DIMS, IDENTITY, NOW, at, unit_vectors
from support.postgres import Server

pytestmark = [pytest.mark.long, pytest.mark.timeout(300)]

BASE = 1_000_000
SMALL = {
    "counters",
    "meta",
    "palaces",
    "perspectives",
    "place_counts",
    "places",
    "projects",
    "simonides_schema",
    "dreams",
    "pg_class",
}
"""Tables of a few rows, which may be read from end to end."""


@dataclass
class Planner:
    """Keeps the plan of every statement that a palace sends."""

    store: Store
    plans: list[dict[str, Any]] = field(default_factory=list)

    def nodes(self) -> Iterator[dict[str, Any]]:
        for plan in self.plans:
            yield from _below(plan)

    def read_whole(self) -> set[str]:
        """The large tables that are read from end to end."""
        return {node["Relation Name"] for node in self.nodes() if node["Node Type"] == "Seq Scan"} - SMALL

    def indexes(self) -> set[str]:
        return {node["Index Name"] for node in self.nodes() if "Index Name" in node}


@pytest.fixture(scope="module")
def filled(postgres: Server) -> Iterator[Store]:
    """A palace of some thousand memories beside another one of the same size."""
    url = postgres.new_database()
    shelf = PostgresShelf(url, lambda: NOW)
    stores = [shelf.create(name, "", NOW) for name in ("ours", "theirs")]
    with postgres.administrator(url.rpartition("/")[2]) as administrator:
        for number, store in enumerate(stores, 1):
            row = administrator.execute("SELECT id FROM palaces WHERE name = %s", (store.info.name,)).fetchone()
            assert row is not None
            fill(administrator, int(str(row[0])), number * BASE, DIMS)
        # Made at once over all vectors, a graph takes a fraction of the time.
        for store in stores:
            store.claim(IDENTITY)
        for statement in graph_statements(DIMS):
            administrator.execute(statement.encode())
        administrator.execute("ANALYZE")
    yield stores[0]
    for store in stores:
        store.close()
    postgres.drop_database(url)


@pytest.fixture
def planner(filled: Store, monkeypatch: pytest.MonkeyPatch) -> Planner:
    planner = Planner(filled)
    run = Database._run

    def explain_and_run(database: Database, sql: str, values: Any) -> Any:
        row = run(database, f"EXPLAIN (FORMAT JSON) {sql}", values).fetchone()
        assert row is not None
        planner.plans.append(row[0][0]["Plan"])
        return run(database, sql, values)

    monkeypatch.setattr(Database, "_run", explain_and_run)
    return planner


KEYS = [BASE + 7, BASE + 70, BASE + 700]
QUESTION = unit_vectors(1)

HOT: dict[str, tuple[Callable[[Store], object], set[str]]] = {
    "a memory by id": (lambda store: store.memories.get("memory 7"), {"memories_palace_id_key"}),
    "memories by row": (lambda store: store.memories.at(KEYS), {"memories_pkey"}),
    "the newest": (lambda store: store.memories.page(limit=10), {"memories_by_time"}),
    "the newest of a room": (lambda store: store.memories.page(Scope(room="room 7"), limit=10), set()),
    "the most important": (lambda store: store.memories.page(order=Order.IMPORTANT, limit=10), {"memories_by_importance"}),
    "the newest that were chosen": (lambda store: store.memories.page(Scope(is_chosen=True), limit=10), {"memories_chosen"}),
    "those with a tag": (lambda store: store.memories.page(Scope(tag="tag 7"), limit=10), {"memory_tags_pkey"}),
    "those of a user": (lambda store: store.memories.page(Scope(user_id="user 7"), limit=10), set()),
    "those of a file": (lambda store: store.memories.read_from("file 7"), {"memories_by_source"}),
    "the same text": (lambda store: store.memories.same_text("text 7"), {"memories_by_text"}),
    "the way through all": (lambda store: store.memories.after(BASE + 50, 10), {"memories_pkey"}),
    "words": (lambda store: store.search.matches(["word7", "word77"]), {"terms_pkey", "postings_pkey"}),
    "a phrase": (lambda store: store.search.phrase(["word7", "word14"]), {"postings_pkey"}),
    "neighbours of all": (lambda store: store.search.nearest(QUESTION, limit=10), {"vectors_near_24"}),
    "neighbours in a room": (lambda store: store.search.nearest(QUESTION, Scope(room="room 7"), 10), {"memories_by_place"}),
    "vectors by row": (lambda store: store.search.of(KEYS), {"vectors_pkey"}),
    "what has no vector yet": (lambda store: store.search.pending(10), {"memories_pending"}),
    "what stands beside": (lambda store: store.search.beside(KEYS), {"memories_by_conversation"}),
    "conversations": (lambda store: store.search.conversations(["talk 7"]), {"memories_by_conversation"}),
    "an entity by name": (lambda store: store.graph.entity("Name 7"), {"entities_palace_folded_key", "entities_palace_id_key"}),
    "an entity by alias": (lambda store: store.graph.named(["alias_7"]), {"entity_aliases_pkey"}),
    "entities by name": (lambda store: store.graph.entities(10), {"entities_palace_folded_key"}),
    "facts both ways": (
        lambda store: store.graph.facts_of("Name 7", Direction.BOTH), {"facts_outgoing", "facts_incoming"},
    ),
    "what is open": (lambda store: store.graph.open("Name 7", "knows 6"), set()),
    "what is current": (lambda store: store.graph.current("Name 7", NOW, "knows 6"), set()),
    "the timeline": (lambda store: store.graph.timeline(limit=10), {"facts_by_beginning"}),
    "who is named": (lambda store: store.graph.mentions_of(["entity 7"], 10), {"mentions_by_entity"}),
    "whom memories name": (lambda store: store.graph.mentioned_in(KEYS), {"mentions_pkey"}),
    "nodes of a type": (lambda store: store.nodes.of_type("TYPE 7", 10), {"entities_by_type"}),
    "nodes that changed": (lambda store: store.nodes.changed_since(at(-1e9), 10), {"entities_by_update"}),
    "a step of a walk": (lambda store: store.nodes.adjacent(KEYS, NOW), {"facts_current", "facts_current_incoming"}),
    "facts among nodes": (lambda store: store.nodes.facts_among(KEYS, 10, NOW), set()),
    "facts that touch": (lambda store: store.nodes.facts_touching(KEYS, 10, NOW), set()),
    "facts that leave": (lambda store: store.nodes.facts_touching(KEYS, 10, NOW, Direction.OUTGOING), set()),
    "facts that reach": (lambda store: store.nodes.facts_touching(KEYS, 10, NOW, Direction.INCOMING), set()),
    "observations of nodes": (lambda store: store.observations.of(KEYS), {"observations_palace_entity_ordinal_key"}),
    "the last observations": (lambda store: store.observations.last(KEYS, 1), {"observations_palace_entity_ordinal_key"}),
    "observations by row": (lambda store: store.observations.at(KEYS), {"observations_pkey"}),
    "observations alike": (
        lambda store: store.perspectives.nearest(store.perspectives.all()[0].key, QUESTION, 10), {"observation_vectors_near_24"},
    ),
    "observations to embed": (lambda store: store.perspectives.pending(10), {"observations_pending"}),
    "ties of nodes": (lambda store: store.links.around([BASE + 7, -BASE - 7], 10, NOW), {"mentions_by_entity", "mentions_pkey"}),
    "what to dream of": (lambda store: store.dreams.due(10), {"undreamt_pkey"}),
    "closets": (lambda store: store.closets.holding(["word 7"], ["memory 7"]), {"closets_by_memory"}),
    "a definition": (lambda store: store.code_search.named("nAME7", CodeScope()), {"chunks_by_name"}),
    "chunks by row": (lambda store: store.code.at(KEYS), {"chunks_pkey"}),
    "chunks to embed": (lambda store: store.code_search.pending(10), {"chunks_pending"}),
    "mined files below": (lambda store: store.ledger.under("/home/7"), {"sources_pkey"}),
    "a mined file's double": (lambda store: store.ledger.same(bytes(16), "mine"), {"sources_by_digest"}),
    "the log": (lambda store: store.changes.since(ROWS - 10), {"changes_pkey"}),
    "what the log says of a record": (lambda store: store.changes.about("memory", "memory 7"), {"changes_of_record"}),
    "when records were touched": (lambda store: store.changes.last_times("memory", ["memory 7"]), {"changes_of_record"}),
    "what was undone": (lambda store: store.changes.undone(), {"changes_of_record"}),
    "what was deleted last": (lambda store: store.changes.deleted(10), {"changes_binned"}),
    "the first line since a moment": (lambda store: store.changes.first_from(NOW), {"changes_by_time"}),
}  # fmt: skip


OF_SHORT_VECTORS = {"neighbours of all", "neighbours in a room"}
"""Vectors of few dimensions lie so close that reading past all of them is cheaper than looking a twentieth up."""


@pytest.mark.requirement("postgres-plans")
def test_hot_statements_go_by_their_indexes(planner: Planner) -> None:
    read_whole, without = {}, {}

    for name, (ask, indexes) in HOT.items():
        planner.plans.clear()
        ask(planner.store)
        assert planner.plans, name
        if name not in OF_SHORT_VECTORS and (tables := planner.read_whole()):
            read_whole[name] = tables
        if missing := indexes - planner.indexes():
            without[name] = missing

    assert read_whole == {}
    assert without == {}


@pytest.mark.requirement("postgres-plans")
def test_counts_are_read_from_counters_and_facts_that_are_still_to_end(planner: Planner) -> None:
    store = planner.store

    store.memories.count()
    store.memories.places()
    store.graph.stats(NOW)
    store.nodes.counts(NOW)
    store.search.coverage()
    store.perspectives.coverage()
    store.code.count()

    tables = {node["Relation Name"] for node in planner.nodes() if "Relation Name" in node}
    assert tables <= {"counters", "place_counts", "places", "predicate_counts", "facts"}
    assert {node["Index Name"] for node in planner.nodes() if node.get("Relation Name") == "facts"} == {"facts_ending"}


def _below(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for child in plan.get("Plans", ()):
        yield from _below(child)
