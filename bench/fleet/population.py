"""A hundred million palaces, drawn one by one and added up by the shard that they hash to."""

import numpy as np
from numpy.typing import NDArray

from bench.fleet.constants import DAY_S, Costs, Habits, Machines
from simonides.frozen import frozen

CHUNK = 1_000_000
BUSIEST = 64
"""Of each chunk, the palaces that are followed one by one: only they can outgrow a shard."""

Floats = NDArray[np.float64]


@frozen
class Population:
    """Requests a second and bytes of every shard, by cell, and the busiest palaces, busiest first."""

    rates: Floats
    sizes: Floats
    busiest: Floats
    """Requests a second of each palace that is followed."""
    cells: NDArray[np.int64]
    shards: NDArray[np.int64]

    @classmethod
    def draw(cls, palaces: int, chance: np.random.Generator, machines: Machines, habits: Habits, costs: Costs) -> "Population":
        """As many palaces, hashed evenly; whoever asks more also keeps more."""
        shape = (machines.cells, machines.shards)
        rates, sizes = np.zeros(shape[0] * shape[1]), np.zeros(shape[0] * shape[1])
        followed: list[tuple[Floats, NDArray[np.int64]]] = []
        for first in range(0, palaces, CHUNK):
            count = min(CHUNK, palaces - first)
            normal = chance.standard_normal(count)
            rate = habits.requests_a_day / DAY_S * np.exp(habits.requests_spread * normal)
            size = costs.memory_bytes * habits.memories * np.exp(habits.memories_spread * normal)
            place = chance.integers(rates.size, size=count)
            rates += np.bincount(place, rate, rates.size)
            sizes += np.bincount(place, size, sizes.size)
            top = np.argpartition(rate, -min(BUSIEST, count))[-BUSIEST:]
            followed.append((rate[top], place[top]))
        busiest = np.concatenate([rate for rate, _ in followed])
        places = np.concatenate([place for _, place in followed])
        order = np.argsort(-busiest)
        cells, shards = np.divmod(places[order], machines.shards)
        return cls(rates.reshape(shape), sizes.reshape(shape), busiest[order], cells, shards)
