"""Paths between nodes: breadth first, ignoring the direction of arrows."""

from collections.abc import Callable, Iterable, Sequence

Adjacent = Callable[[Sequence[int]], Iterable[tuple[int, int]]]
"""For some nodes, the pairs of one of them and a node next to it."""


def nearby(start: int, depth: int, most: int, adjacent: Adjacent) -> tuple[list[int], bool]:
    """The nodes within `depth` steps, nearest first, at most `most` of them; and whether those are all."""
    seen = {start: None}
    frontier = [start]
    for _ in range(depth):
        fresh = sorted({neighbour for _, neighbour in adjacent(frontier)} - seen.keys())
        room = most - len(seen)
        seen |= dict.fromkeys(fresh[:room])
        if len(fresh) > room:
            return list(seen), False
        if not fresh:
            break
        frontier = fresh
    return list(seen), True


def shortest_path(start: int, goal: int, adjacent: Adjacent) -> list[int]:
    """A shortest path from start to goal, both included; empty when there is none. Among equals the older nodes win.

    The search runs from both ends, always the one with fewer open nodes: that visits far fewer nodes than from one end.
    """
    if start == goal:
        return [start]
    came_from = ({start: start}, {goal: goal})
    frontiers = [[start], [goal]]
    while frontiers[0] and frontiers[1]:
        side = 0 if len(frontiers[0]) <= len(frontiers[1]) else 1
        frontiers[side] = _step(frontiers[side], came_from[side], adjacent)
        # All nodes of a step are equally far away, so any meeting point lies on a shortest path.
        if meeting := [node for node in frontiers[side] if node in came_from[1 - side]]:
            return [*reversed(_back(meeting[0], came_from[0])), *_back(meeting[0], came_from[1])[1:]]
    return []


def _step(frontier: list[int], came_from: dict[int, int], adjacent: Adjacent) -> list[int]:
    fresh: dict[int, int] = {}
    for node, neighbour in adjacent(frontier):
        if neighbour not in came_from:
            fresh[neighbour] = min(node, fresh.get(neighbour, node))
    came_from.update(fresh)
    return sorted(fresh)


def _back(node: int, came_from: dict[int, int]) -> list[int]:
    way = [node]
    while came_from[way[-1]] != way[-1]:
        way.append(came_from[way[-1]])
    return way
