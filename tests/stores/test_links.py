"""Links between memories and entities, read many at a time."""

import pytest

from simonides.domain.ranking.pagerank import Links
from simonides.ports.stores import Store
from stores.made import NOW, day, entity, fact, memory

ADA, BOB, CYD = "id of Ada", "id of Bob", "id of Cyd"


@pytest.fixture
def nodes(store: Store) -> dict[str, int]:
    """Two memories and three entities: m0 names Ada, m1 names Bob; Ada knows Bob, Bob knew Cyd."""
    for name in ("Ada", "Bob", "Cyd"):
        store.graph.add_entity(entity(name))
    keys = store.memories.add([memory("m0"), memory("m1")])
    store.graph.set_mentions(keys[0], [ADA])
    store.graph.set_mentions(keys[1], [BOB])
    store.graph.add_fact(fact("f1", "Ada", "knows", "Bob", weight=0.25))
    store.graph.add_fact(fact("f2", "Bob", "knew", "Cyd", valid_to=day("2026-01-01")))
    return store.links.nodes_of(["m0", "m1", "nobody"], [ADA, BOB, CYD, "m0"])


def ties(links: Links | None) -> set[tuple[int, int, float]]:
    assert links is not None
    return set(zip(links.first.tolist(), links.second.tolist(), links.weights.tolist(), strict=True))


def test_memories_have_positive_nodes_and_entities_negative_ones(store: Store, nodes: dict[str, int]) -> None:
    assert nodes.keys() == {"m0", "m1", ADA, BOB, CYD}
    assert (nodes["m0"], nodes["m1"]) == (store.memories.key_of("m0"), store.memories.key_of("m1"))
    assert max(nodes[ADA], nodes[BOB], nodes[CYD]) < 0


def test_mentions_and_current_facts_tie(store: Store, nodes: dict[str, int]) -> None:
    assert ties(store.links.every(100, NOW)) == {
        (nodes["m0"], nodes[ADA], 1.0),
        (nodes["m1"], nodes[BOB], 1.0),
        (nodes[ADA], nodes[BOB], 0.25),
    }


def test_an_empty_palace_has_no_ties(store: Store) -> None:
    links = store.links.every(10, NOW)

    assert links is not None
    assert (len(links), len(store.links.around([1, -1], 10, NOW))) == (0, 0)


def test_more_ties_than_wanted_are_not_read(store: Store, nodes: dict[str, int]) -> None:
    assert store.links.every(2, NOW) is None
    assert store.links.every(3, NOW) is not None


def test_ended_memories_and_facts_without_weight_tie_nothing(store: Store, nodes: dict[str, int]) -> None:
    store.memories.replace(memory("m0", ended_at=NOW))
    store.graph.add_fact(fact("f3", "Ada", "ignores", "Cyd", weight=0))

    expected = {(nodes["m1"], nodes[BOB], 1.0), (nodes[ADA], nodes[BOB], 0.25)}
    assert ties(store.links.every(100, NOW)) == expected
    assert ties(store.links.around(list(nodes.values()), 10, NOW)) == expected


def test_a_fact_ties_until_its_end_comes(store: Store, nodes: dict[str, int]) -> None:
    store.graph.add_fact(fact("f3", "Cyd", "advises", "Ada", weight=0.5, valid_to=day("2026-05-11")))
    store.graph.add_fact(fact("f4", "Cyd", "advised", "Bob", weight=0.5, valid_to=day("2026-05-10")))

    tie = (nodes[CYD], nodes[ADA], 0.5)
    assert tie in ties(store.links.every(100, NOW))
    assert ties(store.links.around([nodes[CYD]], 10, NOW)) == {tie}
    assert tie in ties(store.links.around([nodes[ADA]], 10, NOW))


def test_the_ties_around_a_node_are_its_own(store: Store, nodes: dict[str, int]) -> None:
    assert ties(store.links.around([nodes["m0"]], 10, NOW)) == {(nodes["m0"], nodes[ADA], 1.0)}
    assert ties(store.links.around([nodes[ADA]], 10, NOW)) == {(nodes["m0"], nodes[ADA], 1.0), (nodes[ADA], nodes[BOB], 0.25)}
    assert ties(store.links.around([nodes[BOB]], 10, NOW)) == {(nodes["m1"], nodes[BOB], 1.0), (nodes[ADA], nodes[BOB], 0.25)}


def test_what_an_observation_names_is_tied_to_its_node_at_half_the_weight(store: Store, nodes: dict[str, int]) -> None:
    observations = store.observations.add(-nodes[CYD], ["met Ada", "met Ada and Cyd again"], NOW)
    store.observations.set_mentions({observation.key: [ADA, CYD] for observation in observations})

    tie = (nodes[CYD], nodes[ADA], 0.5)
    assert tie in ties(store.links.every(100, NOW))
    assert ties(store.links.around([nodes[CYD]], 10, NOW)) == {tie}
    assert tie in ties(store.links.around([nodes[ADA]], 10, NOW))


def test_of_many_mentions_the_newest_are_read(store: Store, nodes: dict[str, int]) -> None:
    keys = store.memories.add([memory(f"more {number}") for number in range(5)])
    store.graph.add_mentions(CYD, keys)

    assert ties(store.links.around([nodes[CYD]], 2, NOW)) == {(keys[4], nodes[CYD], 1.0), (keys[3], nodes[CYD], 1.0)}


def test_clearing_empties_rows_indexes_and_counters(store: Store, nodes: dict[str, int]) -> None:
    store.observations.add(-nodes[CYD], ["met Ada"], NOW)

    cleared = store.clear()

    assert (cleared.memories, cleared.observations, cleared.entities, cleared.facts, cleared.chunks) == (2, 1, 3, 2, 0)
    assert (store.memories.count(), store.graph.stats(NOW).entities, store.search.coverage()) == (0, 0, (0, 0))
    assert list(store.check()) == []
    assert (store.clear().memories, store.graph.entities()) == (0, [])
