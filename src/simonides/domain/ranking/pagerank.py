"""Personalised PageRank over links: attention starts at the best hits and spreads along the ties.

A node is an integer: the row of a memory, or the negative of an entity's row.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from simonides.frozen import frozen

Nodes = NDArray[np.int64]
Shares = NDArray[np.float64]

CONTINUE = 0.5
"""The chance that a walker goes on instead of restarting. Low, as in HippoRAG: what matters is two or three steps away."""
_SHARED_NAME = CONTINUE**2 / (2 * (1 + CONTINUE))
"""What a memory receives from another through a name that only those two hold."""
TOLERANCE = 1e-6
STEPS_MAX = 50


@frozen
class Links:
    """Ties between nodes, one per row; attention flows both ways."""

    first: Nodes
    second: Nodes
    weights: Shares

    def __len__(self) -> int:
        return len(self.first)

    @classmethod
    def none(cls) -> "Links":
        """No ties."""
        return cls(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))

    def joined(self, other: "Links") -> "Links":
        """These links and the others."""
        return Links(
            np.concatenate([self.first, other.first]),
            np.concatenate([self.second, other.second]),
            np.concatenate([self.weights, other.weights]),
        )

    def distinct(self) -> "Links":
        """Each pair of nodes once per weight: a tie that was read from both of its ends counts once."""
        ends = np.sort(np.stack([self.first, self.second]), axis=0)
        rows = np.unique(np.stack([ends[0], ends[1], self.weights.view(np.int64)]), axis=1)
        return Links(rows[0], rows[1], np.ascontiguousarray(rows[2]).view(np.float64))


@frozen
class Web:
    """Links prepared for walking: for every node, who passes attention to it, and what share of theirs."""

    nodes: Nodes
    """Sorted; the other arrays refer to nodes by their index here."""
    givers: NDArray[np.intp]
    """Grouped by receiver, in the order of `nodes`."""
    shares: Shares
    starts: NDArray[np.intp]
    """Where each receiver's givers begin in `givers`; every node has at least one."""

    @classmethod
    def of(cls, links: Links) -> "Web":
        """The web of some links; those without weight are left out."""
        is_tie = links.weights > 0
        ends = np.concatenate([links.first[is_tie], links.second[is_tie]])
        others = np.concatenate([links.second[is_tie], links.first[is_tie]])
        weights = np.concatenate([links.weights[is_tie]] * 2)
        nodes, givers = np.unique(ends, return_inverse=True)
        receivers = np.searchsorted(nodes, others)
        shares = weights / np.bincount(givers, weights, len(nodes))[givers] if len(nodes) else weights
        order = np.argsort(receivers, kind="stable")
        starts = np.searchsorted(receivers[order], np.arange(len(nodes)))
        return cls(nodes, givers[order], shares[order], starts)

    def attention(self, seeds: Mapping[int, float]) -> Shares:
        """How much each node stands out by its links, from 0 to 1; seed weights are from 0 to 1 as well.

        A memory gets 1 when it alone shares a name with a seed of full weight. A name that a thousand memories share gives
        each of them next to nothing. The square root keeps nodes two or three steps away visible.
        """
        begin = self._beginning(seeds)
        strongest = float(begin.max(initial=0.0))
        if strongest <= 0:
            return begin
        weight = max(weight for node, weight in seeds.items() if self.has(node))
        return min(weight, 1.0) * np.sqrt(np.minimum(self.received(seeds) / (_SHARED_NAME * strongest), 1.0))

    def received(self, seeds: Mapping[int, float]) -> Shares:
        """What each node receives over its links when walkers start at the seeds by weight; all walkers sum to 1.

        A seed's own starting share is left out: the seed's score already says it.
        """
        begin = self._beginning(seeds)
        if not begin.any():
            return begin
        standing = begin
        received = begin
        for _ in range(STEPS_MAX):
            received = CONTINUE * np.add.reduceat(standing[self.givers] * self.shares, self.starts)
            following = (1 - CONTINUE) * begin + received
            moved = float(np.abs(following - standing).sum())
            standing = following
            if moved < TOLERANCE:
                break
        return received

    def has(self, node: int) -> bool:
        """Whether the node has any tie."""
        place = int(np.searchsorted(self.nodes, node))
        return place < len(self.nodes) and int(self.nodes[place]) == node

    def _beginning(self, seeds: Mapping[int, float]) -> Shares:
        begin = np.zeros(len(self.nodes))
        wanted = np.array(sorted(seeds), np.int64)
        if not len(self.nodes) or not len(wanted):
            return begin
        places = np.minimum(np.searchsorted(self.nodes, wanted), len(self.nodes) - 1)
        is_known = self.nodes[places] == wanted
        begin[places[is_known]] = [max(seeds[int(node)], 0.0) for node in wanted[is_known]]
        total = float(begin.sum())
        return begin / total if total > 0 else begin
