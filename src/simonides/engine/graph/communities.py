"""Communities of a weighted graph, given as arrays of edges."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from simonides.engine.graph.leiden import leiden


def communities(edges: NDArray[np.int64], weights: NDArray[np.float64]) -> list[list[int]]:
    """The communities of two or more nodes, largest first; each edge is two nodes and counts both ways.

    The nodes of a community are sorted by their share of its weight, largest first.
    """
    proper = edges[:, 0] != edges[:, 1]
    edges, weights = edges[proper], weights[proper]
    if not len(edges):
        return []
    nodes, ends = np.unique(edges, return_inverse=True)
    rows, columns, data = _symmetric(ends.reshape(-1, 2), weights)
    borders = np.searchsorted(rows, np.arange(len(nodes) + 1)).tolist()
    adjacency = [
        dict(zip(columns[begin:end].tolist(), data[begin:end].tolist(), strict=True)) for begin, end in pairwise(borders)
    ]
    labels = np.array(leiden(adjacency), np.int64)
    return _grouped(nodes, labels, np.bincount(rows, data, len(nodes)).astype(np.float64))


def _symmetric(
    ends: NDArray[np.int64], weights: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Rows, columns and values of the symmetric matrix, sorted; weights of the same edge are added up."""
    both = np.concatenate([ends, ends[:, ::-1]])
    size = int(ends.max()) + 1
    cells, where = np.unique(both[:, 0] * size + both[:, 1], return_inverse=True)
    values = np.bincount(where.ravel(), np.concatenate([weights, weights])).astype(np.float64)
    return cells // size, cells % size, values


def _grouped(nodes: NDArray[np.int64], labels: NDArray[np.int64], strength: NDArray[np.float64]) -> list[list[int]]:
    order = np.lexsort((nodes, -strength, labels))
    groups = np.split(nodes[order], np.flatnonzero(np.diff(labels[order])) + 1)
    return sorted((group.tolist() for group in groups if len(group) > 1), key=lambda group: (-len(group), group[0]))
