from collections.abc import Iterable, Sequence

from simonides.domain.walks import Walk, shortest_path

LINE = {1: [2], 2: [1, 3], 3: [2, 4], 4: [3], 9: []}
ARROWS = {1: [2, 3], 2: [4], 3: [4], 4: []}


def adjacent(nodes: Sequence[int]) -> Iterable[tuple[int, int]]:
    return [(node, neighbour) for node in nodes for neighbour in LINE[node]]


def test_a_walk_reaches_the_nearest_first_and_no_more_than_wanted() -> None:
    assert list(Walk(2, adjacent).go(1).hops) == [2, 1, 3]
    assert Walk(2, adjacent).go(10**9).hops == {2: 0, 1: 1, 3: 1, 4: 2}
    assert list(Walk(2, adjacent).go(0).hops) == [2]
    bounded = Walk(2, adjacent, most=2).go(9)
    assert (list(bounded.hops), bounded.is_whole) == ([2, 1], False)


def test_a_walk_follows_arrows_the_way_it_is_told() -> None:
    def following(nodes: Sequence[int]) -> Iterable[tuple[int, int]]:
        return [(node, neighbour) for node in nodes for neighbour in ARROWS[node]]

    walk = Walk(1, following).go(9)

    assert walk.hops == {1: 0, 2: 1, 3: 1, 4: 2}
    assert walk.back(4) == [4, 2, 1]
    assert Walk(4, following).go(9).hops == {4: 0}


def test_a_path_holds_both_ends_or_nothing() -> None:
    assert shortest_path(1, 4, adjacent) == [1, 2, 3, 4]
    assert shortest_path(4, 4, adjacent) == [4]
    assert shortest_path(1, 9, adjacent) == []
