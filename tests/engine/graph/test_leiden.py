"""Communities by the Leiden method."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from simonides.engine.graph.leiden import Adjacency, leiden


def joined(edges: list[tuple[int, int, float]], size: int) -> Adjacency:
    adjacency: Adjacency = [{} for _ in range(size)]
    for one, other, weight in edges:
        if one != other:
            adjacency[one][other] = adjacency[other][one] = adjacency[one].get(other, 0.0) + weight
    return adjacency


def modularity(adjacency: Adjacency, community_of: list[int]) -> float:
    strengths = [sum(edges.values()) for edges in adjacency]
    total = sum(strengths) or 1.0
    whole, inside = Counter[int](), Counter[int]()
    for node, edges in enumerate(adjacency):
        whole[community_of[node]] += strengths[node]  # type: ignore[assignment]  # Counter adds floats as well
        inside[community_of[node]] += sum(edges[other] for other in edges if community_of[other] == community_of[node])  # type: ignore[assignment]
    return sum(inside[each] / total - (whole[each] / total) ** 2 for each in whole)


def test_cliques_on_a_ring_are_its_communities() -> None:
    cliques = [range(start, start + 5) for start in range(0, 40, 5)]
    edges = [(one, other, 1.0) for clique in cliques for one, other in combinations(clique, 2)]
    edges += [(start, (start + 5) % 40, 1.0) for start in range(0, 40, 5)]

    found = leiden(joined(edges, 40))

    assert [len({found[node] for node in clique}) for clique in cliques] == [1] * 8
    assert len(set(found)) == 8


def test_the_karate_club_is_split_as_well_as_anybody_has_split_it() -> None:
    # Zachary 1977; .4198 is the best modularity known.
    edges = [(int(one) - 1, int(other) - 1, 1.0) for one, other in (pair.split("-") for pair in KARATE.split())]

    adjacency = joined(edges, 34)

    assert modularity(adjacency, leiden(adjacency)) > 0.41


@given(st.lists(st.tuples(st.integers(0, 14), st.integers(0, 14), st.floats(0.1, 3)), max_size=60))
def test_communities_are_never_worse_than_everybody_alone_and_hang_together(edges: list[tuple[int, int, float]]) -> None:
    adjacency = joined(edges, 15)

    found = leiden(adjacency)

    assert modularity(adjacency, found) >= modularity(adjacency, list(range(15))) - 1e-9
    for community in set(found):
        members = {node for node in range(15) if found[node] == community}
        reached, waiting = set[int](), [min(members)]
        while waiting:
            node = waiting.pop()
            if node not in reached:
                reached.add(node)
                waiting += [other for other in adjacency[node] if other in members]
        assert reached == members


KARATE = """
2-1 3-1 3-2 4-1 4-2 4-3 5-1 6-1 7-1 7-5 7-6 8-1 8-2 8-3 8-4 9-1 9-3 10-3 11-1 11-5 11-6 12-1 13-1 13-4 14-1 14-2 14-3 14-4 17-6
17-7 18-1 18-2 20-1 20-2 22-1 22-2 26-24 26-25 28-3 28-24 28-25 29-3 30-24 30-27 31-2 31-9 32-1 32-25 32-26 32-29 33-3 33-9
33-15 33-16 33-19 33-21 33-23 33-24 33-30 33-31 33-32 34-9 34-10 34-14 34-15 34-16 34-19 34-20 34-21 34-23 34-24 34-27 34-28
34-29 34-30 34-31 34-32 34-33
"""
