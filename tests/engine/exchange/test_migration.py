from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from simonides.domain.errors import Invalid
from simonides.domain.ids import Mint
from simonides.domain.memory import Origin, Place
from simonides.domain.time import Stamp
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.exchange.migration import Migration
from simonides.engine.filing.intake import Draft
from simonides.engine.palace import Equipment, Palace
from simonides.mining.code.folders import Folders
from simonides.mining.files.listing import listed
from simonides.mining.miner import Job, Miner
from simonides.mining.places.manifest import Manifest
from simonides.ports.stores import Shelf, Store
from simonides.stores.sqlite.shelf import SqliteShelf
from support.clock import FixedClock

ROUTES = [("sqlite", "sqlite"), ("sqlite", "postgres"), ("postgres", "sqlite"), ("postgres", "postgres")]
LONG = "The harbour master noted the tide. " * 60

pytestmark = pytest.mark.requirement("migrate-faithful")


def fill(palace: Palace, folder: Path) -> None:
    """Something of everything that a palace can hold."""
    talk = Origin("Ada", "user", "talk-1", 3, datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC), "/notes/a.md", 2, "import")
    place = Place("wing_app", "ops", "hall_facts")
    kept = palace.memories.remember(
        Draft("Atlas was moved on Tuesday. 東京", place, talk, ("b", "a"), 0.9, metadata={"n": [1, None]})
    )
    palace.memories.remember(Draft(LONG))
    old = palace.memories.remember(Draft("The old rule.", user_id="u1"))
    palace.memories.end(old.id, "replaced", kept.id)
    palace.memories.revise(replace(kept, accesses=4, accessed_at=datetime(2026, 2, 2, tzinfo=UTC)))
    palace.memories.forget(palace.memories.remember(Draft("Forgotten.")).id)
    palace.facts.supersede("Atlas", "runs_on", "cluster one")
    palace.facts.supersede("Atlas", "runs_on", "cluster two")
    palace.facts.add("Zebra", "knows", "Atlas", valid_from=Stamp.parse("2024"), confidence=0.25, weight=0.5, source="here")
    node = palace.store.nodes.keys(["atlas"])["atlas"]
    now = datetime(2026, 3, 3, tzinfo=UTC)
    palace.store.observations.add(node, ["It is large.", "It was moved.", "Zebra knows it."], now)
    palace.store.observations.delete(node, [2])
    palace.vectors.views.set("sailing", "(ships) ")
    palace.vectors.views.drop("temporal")
    palace.codebase.index(str(folder / "code"))
    Miner(palace, Job(folder / "notes", Manifest("wing_notes"))).run(listed(folder / "notes", "projects"))
    palace.vectors.catch_up()
    palace.store.tell_about("Ada builds ships.")


def nodes(store: Store) -> list[tuple[object, ...]]:
    found = store.nodes.at([*store.graph.entities_after(0, 100)])
    return [(node.entity, node.observation_count, node.observed_at, node.next_ordinal) for _, node in sorted(found.items())]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {
        "code/a.py": "def add(a, b):\n    return a + b\n\n\nclass Router:\n    def drop(self):\n        pass\n",
        "code/empty.py": "",
        "notes/plan.md": "# Plan\n\nThe plan is by Priya.\n",
        "notes/copy.md": "# Plan\n\nThe plan is by Priya.\n",
    }.items():
        path = tmp_path / "files" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path / "files"


@pytest.fixture
def route(request: pytest.FixtureRequest, tmp_path: Path, clock: FixedClock) -> tuple[Shelf, Shelf]:
    """From where to where: both ends in directories unless a test asks for more."""

    def end(kind: str, folder: str) -> Shelf:
        if kind == "sqlite":
            return SqliteShelf(tmp_path / folder, clock)
        # Tests of SQLite alone do without the driver.
        from simonides.stores.postgres.shelf import PostgresShelf

        return PostgresShelf(request.getfixturevalue("postgres").new_database(), clock)

    first, second = getattr(request, "param", ("sqlite", "sqlite"))
    return end(first, "here"), end(second, "there")


@pytest.fixture
def home(route: tuple[Shelf, Shelf], clock: FixedClock, mint: Mint) -> Iterator[Engine]:
    """The palaces that are to be moved."""
    engine = Engine(route[0], Equipment(HashingEmbedder(), clock, mint, patience_s=5, sources=Folders()))
    yield engine
    engine.close()


@pytest.fixture
def filled(home: Engine, folder: Path) -> Palace:
    palace = home.create("app/main", "What the app is about.")
    fill(palace, folder)
    home.dream("app/main")
    return palace


@pytest.fixture
def target(route: tuple[Shelf, Shelf]) -> Shelf:
    return route[1]


@pytest.fixture
def migration(route: tuple[Shelf, Shelf], clock: FixedClock) -> Migration:
    return Migration(*route, clock)


@pytest.fixture
def moved(filled: Palace, migration: Migration, target: Shelf) -> Iterator[Store]:
    tallies = list(migration.move("app/main"))
    assert [tally.bad for tally in tallies] == [[] for _ in tallies]
    store = target.open("app/main")
    yield store
    store.close()


@pytest.mark.requirement("migrate-stores")
@pytest.mark.parametrize("route", ROUTES, indirect=True)
def test_everything_arrives_as_it_was(filled: Palace, migration: Migration, moved: Store) -> None:
    comparison = migration.compare("app/main")

    assert comparison.differences == ()
    assert comparison.is_same
    assert comparison.here.digest == comparison.there.digest
    assert set(comparison.here.counts) == {
        "header", "palace", "memory", "entity", "fact", "observations", "perspective", "project", "code", "mined", "dreams",
        "log", "change", "supersession",
    }  # fmt: skip
    assert comparison.here.vectors > 12
    assert moved.info.description == "What the app is about."
    assert moved.info.created_at == filled.info.created_at
    assert moved.about() == "Ada builds ships."
    assert moved.identity() == filled.store.identity()
    assert list(moved.check()) == []


@pytest.mark.requirement("migrate-stores")
@pytest.mark.parametrize("route", ROUTES, indirect=True)
def test_what_is_not_told_apart_by_lines_is_the_same_too(filled: Palace, moved: Store) -> None:
    ours, theirs = filled.store, moved
    assert [*ours.memories.after(0, 100).values()] == [*theirs.memories.after(0, 100).values()]
    assert ours.graph.timeline(limit=100) == theirs.graph.timeline(limit=100)
    assert ours.graph.stats(filled.info.created_at) == theirs.graph.stats(filled.info.created_at)
    assert ours.search.coverage() == theirs.search.coverage()
    assert ours.perspectives.coverage() == theirs.perspectives.coverage() == (2, 2)
    assert ours.code.count() == theirs.code.count()
    assert ours.dreams.totals() == theirs.dreams.totals()
    assert ours.dreams.last() == theirs.dreams.last()
    assert nodes(ours) == nodes(theirs)


@pytest.mark.requirement("migrate-stores")
@pytest.mark.parametrize("route", ROUTES, indirect=True)
def test_nothing_is_left_to_embed_and_ordinals_go_on(filled: Palace, moved: Store) -> None:
    node = moved.nodes.keys(["atlas"])["atlas"]

    assert (moved.search.pending(1), moved.code_search.pending(1), moved.perspectives.pending(1)) == ([], [], [])
    [added] = moved.observations.add(node, ["One more."], datetime(2026, 4, 4, tzinfo=UTC))
    assert added.ordinal == 3


@pytest.mark.requirement("migrate-resume")
def test_moving_again_brings_only_what_is_new(filled: Palace, migration: Migration, moved: Store) -> None:
    filled.memories.remember(Draft("Something new."))

    [tally, log] = migration.move("app/main")

    assert (tally.memories, tally.entities, tally.facts, tally.observations, tally.files, tally.mined) == (1, 0, 0, 0, 0, 0)
    assert log.changes == migration.compare("app/main").here.counts["change"]
    assert migration.compare("app/main").is_same


@pytest.mark.requirement("migrate-resume")
@pytest.mark.parametrize("route", ROUTES, indirect=True)
def test_a_move_that_was_cut_short_is_taken_up(
    filled: Palace, migration: Migration, target: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simonides.engine.exchange.batches.BATCH", 3)
    moving = migration.move("app/main")
    for _ in range(4):
        next(moving)
    moving.close()  # type: ignore[attr-defined]
    assert not migration.compare("app/main").is_same

    tallies = list(migration.move("app/main"))

    assert sum(tally.known for tally in tallies) >= 9
    assert migration.compare("app/main").is_same


@pytest.mark.requirement("migrate-verified")
def test_every_difference_is_named(filled: Palace, migration: Migration, moved: Store) -> None:
    [first, second, *_] = moved.memories.after(0, 10).values()
    moved.memories.delete(first.id)
    moved.memories.replace(replace(second, importance=0.125))
    moved.memories.add([replace(first, id="a-stranger")])
    fact = next(iter(moved.graph.facts_after(0, 1).values()))
    moved.graph.delete_fact(fact.id)

    comparison = migration.compare("app/main")

    assert not comparison.is_same
    assert set(comparison.differences) == {
        f"memory {first.id} is missing in the target",
        f"memory {second.id} differs in the target",
        "memory a-stranger exists only in the target",
        f"fact {fact.id} is missing in the target",
        "the change log differs in the target",
    }


@pytest.mark.requirement("migrate-verified")
def test_a_vector_that_differs_is_a_difference(filled: Palace, migration: Migration, moved: Store) -> None:
    key, memory = next(iter(moved.memories.after(0, 1).items()))
    moved.search.put({key: -moved.search.of([key])[key]})

    assert migration.compare("app/main").differences == (f"memory {memory.id} differs in the target",)


@pytest.mark.requirement("migrate-faithful")
def test_a_palace_that_came_from_elsewhere_is_left_alone(filled: Palace, migration: Migration, target: Shelf) -> None:
    stranger = target.create("app/main", "", datetime(2020, 1, 1, tzinfo=UTC))

    with pytest.raises(Invalid, match="did not come from here"):
        list(migration.move("app/main"))

    assert stranger.memories.count() == 0
    stranger.close()


def test_whose_vectors_a_palace_will_hold_is_known_before_it_has_any(home: Engine, migration: Migration, target: Shelf) -> None:
    palace = home.create("claimed")
    palace.store.claim(home.embedder.identity)

    assert list(migration.move("claimed")) != []
    assert migration.compare("claimed").is_same
    store = target.open("claimed")
    assert store.identity() == home.embedder.identity
    store.close()


def test_an_empty_palace_moves_too(home: Engine, migration: Migration) -> None:
    home.create("empty")

    assert list(migration.move("empty")) == []
    assert migration.compare("empty").is_same
    assert migration.names() == ["empty"]
