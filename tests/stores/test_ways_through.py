"""Listings of everything in a palace, row by row, as an export needs them."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np

from simonides.domain.code import IndexedFile, Piece, Project, chunks_of
from simonides.domain.dreams import Dream, DreamTotals
from simonides.domain.graph import Entity, Fact
from simonides.domain.time import Stamp
from simonides.ports.ledger import Mined
from simonides.ports.stores import Store
from stores.made import IDENTITY, NOW, at, memory, unit_vectors


def test_entities_and_facts_come_in_the_order_of_rows(store: Store) -> None:
    for name in ("Zebra", "Atlas", "Mole"):
        store.graph.add_entity(Entity(f"id-{name}", name, NOW, NOW))
    said = [Fact(f"f{number}", "Zebra", "knows", "Atlas", at(-number), valid_to=Stamp.at(at(number))) for number in range(3)]
    for fact in said:
        store.graph.add_fact(fact)

    first = store.graph.entities_after(0, 2)
    rest = store.graph.entities_after(max(first), 10)

    assert [entity.name for entity in (first | rest).values()] == ["Zebra", "Atlas", "Mole"]
    assert [*store.graph.facts_after(0, 10).values()] == said
    assert store.graph.facts_after(max(store.graph.facts_after(0, 10)), 10) == {}


def test_the_vectors_of_observations_are_read_as_kept(store: Store) -> None:
    store.claim(IDENTITY)
    store.graph.add_entity(Entity("e1", "Atlas", NOW, NOW))
    node = store.nodes.keys(["atlas"])["atlas"]
    [seen, unseen] = store.observations.add(node, ["It is large.", "It is old."], NOW)
    [first, second, *_] = store.perspectives.all()
    views = {first.key: unit_vectors(2, seed=1), second.key: unit_vectors(1, seed=2)}
    store.perspectives.put({seen.key: views})

    found = store.perspectives.of([seen.key, unseen.key])

    assert found.keys() == {seen.key}
    assert found[seen.key].keys() == views.keys()
    for perspective, vectors in views.items():
        assert np.allclose(found[seen.key][perspective], vectors, atol=1e-3)


def test_the_chunks_of_a_file_and_their_vectors_are_read_in_order(store: Store) -> None:
    store.claim(IDENTITY)
    store.code.add_project(Project("atlas", "/code/atlas", NOW))
    pieces = [Piece("function", name, (), 1, 2, f"def {name}(): pass") for name in ("b", "a")]
    chunks = chunks_of("atlas", "x.py", "python", pieces)
    store.code.put_file("atlas", IndexedFile("x.py", "python", 1, 2, b"3"), chunks)
    store.code.put_file("atlas", IndexedFile("y.py", "python", 1, -1, b"4"), chunks_of("atlas", "y.py", "python", pieces))

    rows = store.code.chunks_of("atlas", "x.py")
    store.code_search.put({next(iter(rows)): unit_vectors(1)})

    assert [*rows.values()] == chunks
    assert store.code_search.of([*rows]).keys() == {next(iter(rows))}


def test_the_ledger_is_walked_by_path(store: Store) -> None:
    lines = [Mined(f"/{name}", b"1", 2, 3, "projects", "w", "s", 4, NOW) for name in ("a", "b", "c")]
    store.ledger.put(lines)

    assert store.ledger.after("", 2) == lines[:2]
    assert store.ledger.after("/b", 9) == lines[2:]


def test_closets_are_read_back(store: Store) -> None:
    [first, second] = store.memories.add([memory("m1"), memory("m2")])
    store.closets.put({first: ["tide", "harbour"]})

    assert store.closets.of([first, second]) == {first: ["harbour", "tide"]}


def test_what_was_dreamt_elsewhere_goes_on_here(store: Store) -> None:
    last = Dream(NOW, at(3), 3_000, 5, 2, 7, 1, None, 4, cycle=12)
    totals = DreamTotals(12, 40_000, 50, 20, 70, 10)

    store.dreams.restore(last, totals)
    after = store.dreams.note(replace(last, cycle=0))

    assert store.dreams.totals() == DreamTotals(13, 43_000, 55, 22, 77, 11)
    assert after.cycle == 13
    assert store.dreams.last() == after


def test_whom_a_palace_serves_is_told_and_told_otherwise(store: Store, other: Store) -> None:
    store.tell_about("Ada builds ships.\n")
    assert other.about() == "Ada builds ships.\n"

    other.tell_about("Grace does.")
    assert store.about() == "Grace does."


def test_threads_that_tell_whom_a_palace_serves_do_not_mix_their_words(store: Store) -> None:
    texts = [str(number) * 30_000 for number in range(4)]

    def tell(text: str) -> None:
        for _ in range(20):
            store.tell_about(text)
            assert store.about() in texts

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(tell, texts))
