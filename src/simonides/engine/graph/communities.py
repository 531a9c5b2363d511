"""Communities of a weighted graph, found by the Leiden method of graspologic-native."""

import numpy as np
from numpy.typing import NDArray

SEED = 20260312
"""Fixed, so that the same graph always has the same communities."""


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
    indptr = np.searchsorted(rows, np.arange(len(nodes) + 1)).astype(np.int64)
    # Only this call needs the library.
    import graspologic_native

    _, community_of = graspologic_native.leiden_csr(indptr, columns.astype(np.int32), data, len(nodes), seed=SEED)
    labels = np.array([community_of[node] for node in range(len(nodes))], np.int64)
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
