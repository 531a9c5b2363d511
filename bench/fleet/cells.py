"""Cells: clusters of their own, each with its shards on workers, and the two ways to spread them better."""

import numpy as np

from bench.fleet.constants import Costs, Machines
from bench.fleet.population import Floats, Population

ISOLATED_SHARE = 0.3
"""A palace that asks this much of what a worker can do gets a shard of its own."""


class Cells:
    """Where every shard is, how much it is asked, and how many bytes it has."""

    def __init__(self, population: Population, machines: Machines, costs: Costs, growth: float) -> None:
        spare = np.zeros((machines.cells, machines.spare_shards))
        self.rates = np.hstack([population.rates * growth, spare])
        self.sizes = np.hstack([population.sizes, spare])
        self.busiest = population.busiest * growth
        self.home = np.array(population.shards)
        """The shard of each palace that is followed; it changes when the palace gets one of its own."""
        self.cell_of = population.cells
        self.busy_until_s = np.zeros(machines.cells)
        self.moves = 0
        self.isolated = 0
        self.moved_bytes = 0.0
        self._machines, self._costs = machines, costs
        self._worker = np.tile(np.arange(self.rates.shape[1]) % machines.workers, (machines.cells, 1))
        self._next_spare = np.full(machines.cells, machines.shards)

    def by_worker(self, rates: Floats) -> Floats:
        """What is asked of each worker of each cell."""
        flat = self._worker + self._machines.workers * np.arange(self._machines.cells)[:, None]
        added = np.bincount(flat.ravel(), rates.ravel(), self._machines.cells * self._machines.workers)
        return added.astype(np.float64).reshape(self._machines.cells, self._machines.workers)

    def isolate(self, worker_can: float) -> None:
        """Give palaces that ask too much of a shard one of their own, as long as there are spare ones."""
        for palace in np.flatnonzero(self.busiest > ISOLATED_SHARE * worker_can):
            cell = int(self.cell_of[palace])
            spare = int(self._next_spare[cell])
            if self.home[palace] >= self._machines.shards or spare >= self.rates.shape[1]:
                continue
            self._next_spare[cell] += 1
            self.rates[cell, self.home[palace]] -= self.busiest[palace]
            self.rates[cell, spare] += self.busiest[palace]
            self.home[palace] = spare
            self.isolated += 1

    def rebalance(self, now_s: float, rates: Floats, use: Floats, busy: float) -> float:
        """Move the hottest shard of each cell that is uneven to its coldest worker; the requests that had to wait meanwhile."""
        uneven = (use.max(axis=1) > busy) & (use.max(axis=1) > 1.2 * use.mean(axis=1)) & (self.busy_until_s <= now_s)
        waited = 0.0
        for cell in np.flatnonzero(uneven).tolist():
            shard = self._hottest_that_fits(cell, rates[cell], use[cell])
            if shard is None:
                continue
            self._worker[cell, shard] = int(use[cell].argmin())
            self.busy_until_s[cell] = now_s + self.sizes[cell, shard] / self._machines.copying_bytes_s
            self.moves += 1
            self.moved_bytes += float(self.sizes[cell, shard])
            waited += float(rates[cell, shard]) * self._costs.moving_blocks_s
        return waited

    def _hottest_that_fits(self, cell: int, rates: Floats, use: Floats) -> int | None:
        """The shard whose move makes the busiest worker of a cell less busy without making the coldest busier than it was."""
        hottest = int(use.argmax())
        asked = float(rates[self._worker[cell] == hottest].sum())
        here = np.flatnonzero(self._worker[cell] == hottest)
        weight = use[hottest] * rates[here] / asked if asked else rates[here]
        fits = here[(weight > 0) & (use.min() + weight < use[hottest])]
        return int(fits[rates[fits].argmax()]) if len(fits) else None
