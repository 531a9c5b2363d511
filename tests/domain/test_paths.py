from collections.abc import Iterable, Sequence

from simonides.domain.paths import nearby, shortest_path

LINE = {1: [2], 2: [1, 3], 3: [2, 4], 4: [3], 9: []}


def adjacent(nodes: Sequence[int]) -> Iterable[tuple[int, int]]:
    return [(node, neighbour) for node in nodes for neighbour in LINE[node]]


def test_nearby_nodes_come_nearest_first_and_no_more_than_wanted() -> None:
    assert nearby(2, 1, 9, adjacent) == ([2, 1, 3], True)
    assert nearby(2, 10**9, 9, adjacent) == ([2, 1, 3, 4], True)
    assert nearby(2, 9, 2, adjacent) == ([2, 1], False)
    assert nearby(2, 0, 9, adjacent) == ([2], True)


def test_a_path_holds_both_ends_or_nothing() -> None:
    assert shortest_path(1, 4, adjacent) == [1, 2, 3, 4]
    assert shortest_path(4, 4, adjacent) == [4]
    assert shortest_path(1, 9, adjacent) == []
