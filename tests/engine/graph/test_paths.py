from collections import deque
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simonides.domain.graph import Direction, Entity, Fact, Node
from simonides.domain.ids import Mint
from simonides.domain.time import Stamp
from simonides.embedders.hashing import HashingEmbedder
from simonides.engine.engine import Engine
from simonides.engine.graph import paths
from simonides.engine.palace import Equipment, Palace
from simonides.stores.sqlite.shelf import SqliteShelf
from support.clock import FixedClock

NODES = 12
QUICK = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
graphs = st.lists(st.tuples(st.integers(0, NODES - 1), st.integers(0, NODES - 1)), max_size=30)


@contextmanager
def palace_of(edges: list[tuple[int, int]]) -> Iterator[Palace]:
    with TemporaryDirectory() as directory:
        clock = FixedClock()
        engine = Engine(SqliteShelf(Path(directory)), Equipment(HashingEmbedder(16), clock, Mint(), patience_s=5))
        palace = engine.create("test")
        with palace.store.writing():
            for number in range(NODES):
                palace.store.graph.add_entity(Entity(f"id {number}", f"N{number}", clock(), clock()))
            for number, (start, end) in enumerate(edges):
                # Each arrow says something else, so that none is the same fact twice.
                palace.store.graph.add_fact(Fact(f"f{number}", f"N{start}", f"says {number}", f"N{end}", clock()))
        yield palace
        engine.close()


def distances(edges: list[tuple[int, int]], start: int) -> dict[int, int]:
    """How far each node is from one, worked out the plain way."""
    far = {start: 0}
    queue = deque([start])
    while queue:
        node = queue.popleft()
        for one, other in edges:
            for here, there in ((one, other), (other, one)):
                if here == node and there not in far:
                    far[there] = far[node] + 1
                    queue.append(there)
    return far


@pytest.mark.requirement("graph-walks")
@QUICK
@given(graphs, st.integers(0, NODES - 1), st.integers(0, 5))
def test_a_neighbourhood_is_what_plain_counting_says(edges: list[tuple[int, int]], start: int, depth: int) -> None:
    within = {node for node, far in distances(edges, start).items() if far <= depth}

    with palace_of(edges) as palace:
        found = palace.paths.neighbourhood(f"N{start}", depth)

    assert {node.entity.name for node in found.nodes} == {f"N{number}" for number in within}
    assert found.nodes[0].entity.name == f"N{start}"
    assert {(each.subject, each.predicate, each.object) for each in found.facts} == {
        (f"N{one}", f"says {number}", f"N{other}")
        for number, (one, other) in enumerate(edges)
        if one in within and other in within
    }


@pytest.mark.requirement("graph-walks")
@QUICK
@given(graphs, st.integers(0, NODES - 1), st.integers(0, NODES - 1))
def test_a_path_is_as_short_as_plain_counting_says(edges: list[tuple[int, int]], start: int, goal: int) -> None:
    far = distances(edges, start).get(goal)

    with palace_of(edges) as palace:
        path = palace.paths.path(f"N{start}", f"N{goal}")

    names = [int(node.entity.name[1:]) for node in path.nodes]
    assert len(names) == (0 if far is None else far + 1)
    assert names[:1] + names[-1:] == ([] if far is None else [start, goal])
    steps = [{one, other} for one, other in pairwise(names)]
    assert sorted(each.predicate for each in path.facts) == sorted(
        f"says {number}" for number, (one, other) in enumerate(edges) if {one, other} in steps and one != other
    )


@pytest.mark.requirement("graph-walks")
@QUICK
@given(graphs, st.integers(0, NODES - 1), st.integers(1, 3), st.sampled_from(Direction))
def test_what_is_related_is_what_plain_counting_says(
    edges: list[tuple[int, int]], start: int, depth: int, direction: Direction
) -> None:
    ways = {Direction.OUTGOING: [(0, 1)], Direction.INCOMING: [(1, 0)], Direction.BOTH: [(0, 1), (1, 0)]}[direction]
    far, followed = {start: 0}, set[int]()
    for hop in range(1, depth + 1):
        for number, edge in enumerate(edges):
            for here, there in ways:
                if far.get(edge[here], hop) < hop:
                    followed.add(number)
                    far.setdefault(edge[there], hop)

    with palace_of(edges) as palace:
        found = palace.paths.related(f"N{start}", depth, direction)

    assert {each.name for each in found.entities} == {f"N{number}" for number in far.keys() - {start}}
    assert [far[int(each.name[1:])] for each in found.entities] == sorted(far[number] for number in far if number != start)
    assert {each.id for each in found.facts} == {f"f{number}" for number in followed}


def test_a_walk_takes_a_fact_until_its_end_comes(palace: Palace, clock: FixedClock) -> None:
    palace.facts.add("Ada", "advises", "Bob")
    palace.facts.end("Ada", "advises", "Bob", Stamp.parse("2026-04-01"))

    def seen() -> list[int]:
        walked = [palace.paths.path("Bob", "Ada").facts, palace.paths.neighbourhood("Ada").facts]
        return [*map(len, walked), len(palace.facts.between("Ada", "Bob")), palace.facts.stats().current_facts]

    assert (seen(), palace.paths.orphans()) == ([1, 1, 1, 1], [])
    clock.pass_time(days=30)
    assert (seen(), len(palace.paths.orphans())) == ([0, 0, 0, 0], 2)


def test_related_entities_are_read_a_layer_at_a_time(palace: Palace, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(20):
        palace.facts.add("Hub", "has", f"Part {number}")
        palace.facts.add(f"Part {number}", "has", f"Screw {number}")
    read = palace.store.nodes.facts_touching
    layers = list[int]()

    def counted(keys: Sequence[int], limit: int, moment: datetime, direction: Direction) -> list[Fact]:
        layers.append(len(keys))
        return read(keys, limit, moment, direction)

    monkeypatch.setattr(palace.store.nodes, "facts_touching", counted)

    found = palace.paths.related("Hub", 2)

    assert layers == [1, 20]
    assert [each.name for each in found.entities[:21]] == [*(f"Part {number}" for number in range(20)), "Screw 0"]


def test_a_neighbourhood_too_large_is_cut_and_says_so(palace: Palace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paths, "LISTED_MAX", 3)
    for number in range(5):
        palace.facts.add("Hub", f"has {number}", f"Part {number}")

    found = palace.paths.neighbourhood("Hub", 10**9)

    assert [node.entity.name for node in found.nodes] == ["Hub", "Part 0", "Part 1"]
    assert not found.is_whole


@pytest.mark.requirement("graph-walks")
def test_an_entity_that_is_deleted_during_a_walk_ends_it_without_an_error(
    palace: Palace, monkeypatch: pytest.MonkeyPatch
) -> None:
    for one, other in pairwise("ABC"):
        palace.facts.add(one, "leads to", other)
    nodes = palace.store.nodes
    keys, at = nodes.keys, nodes.at

    def keys_after_a_deletion(names: Collection[str]) -> dict[str, int]:
        if len(names) > 1:
            palace.entities.delete(["B"])
        return keys(names)

    def at_after_a_deletion(wanted: Sequence[int]) -> dict[int, Node]:
        if len(wanted) > 1:
            palace.entities.delete(["B"])
        return at(wanted)

    monkeypatch.setattr(nodes, "at", at_after_a_deletion)
    path = palace.paths.path("A", "C")
    for one, other in pairwise("ABC"):
        palace.facts.add(one, "leads to", other)
    monkeypatch.setattr(nodes, "keys", keys_after_a_deletion)
    related = palace.paths.related("A", depth=3)

    assert path.nodes == ()
    assert related.entities == ()
