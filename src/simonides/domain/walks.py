"""The walk: breadth first over any graph, one layer of equal distance at a time."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


class Walk(Generic[T]):
    """A walk from a start; `adjacent` gives, for some nodes, the pairs of one of them and a node next to it.

    The order of those pairs is the order of arrival, and of several nodes that lead to one the first is remembered. Which
    way an edge is followed is up to `adjacent`.
    """

    def __init__(self, start: T, adjacent: Callable[[Sequence[T]], Iterable[tuple[T, T]]], most: int | None = None) -> None:
        self.hops = {start: 0}
        """Each node reached, in order of arrival, and its distance from the start."""
        self.frontier = [start]
        """The nodes that were reached last."""
        self.is_whole = True
        """False once a node was left out because `most` were reached."""
        self._came_from = {start: start}
        self._adjacent = adjacent
        self._most = most

    def step(self) -> None:
        """Go one hop further; the frontier is empty when there is nothing more to reach."""
        fresh: dict[T, T] = {}
        for node, neighbour in self._adjacent(self.frontier):
            if neighbour not in self.hops:
                fresh.setdefault(neighbour, node)
        taken = list(fresh) if self._most is None else list(fresh)[: max(self._most - len(self.hops), 0)]
        self.is_whole = self.is_whole and len(taken) == len(fresh)
        hop = self.hops[self.frontier[0]] + 1
        self.hops |= dict.fromkeys(taken, hop)
        self._came_from |= {node: fresh[node] for node in taken}
        self.frontier = taken

    def go(self, depth: int) -> "Walk[T]":
        """Take up to `depth` steps, fewer when nothing more can be reached; returns the walk itself."""
        while depth > 0 and self.frontier and self.is_whole:
            self.step()
            depth -= 1
        return self

    def back(self, node: T) -> list[T]:
        """The way from a node that was reached back to the start, both included."""
        way = [node]
        while self.hops[way[-1]]:
            way.append(self._came_from[way[-1]])
        return way


def shortest_path(start: T, goal: T, adjacent: Callable[[Sequence[T]], Iterable[tuple[T, T]]]) -> list[T]:
    """A shortest path from start to goal, both included; empty when there is none. Edges must lead both ways.

    Two walks meet, always the one with fewer open nodes stepping: that visits far fewer nodes than one from one end.
    """
    ends = (Walk(start, adjacent), Walk(goal, adjacent))
    meeting = [start] if start == goal else []
    while not meeting and ends[0].frontier and ends[1].frontier:
        near, far = ends if len(ends[0].frontier) <= len(ends[1].frontier) else ends[::-1]
        near.step()
        # All nodes of a step are equally far away, so any meeting point lies on a shortest path.
        meeting = [node for node in near.frontier if node in far.hops]
    return [*reversed(ends[0].back(meeting[0])), *ends[1].back(meeting[0])[1:]] if meeting else []
