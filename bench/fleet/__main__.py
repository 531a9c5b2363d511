"""`python -m bench.fleet [--palaces 100000000] [--days 7] [--seed 1]`: a fleet of 10,000 machines, simulated.

Every palace is drawn by itself; then days pass as events: machines fail, a zone goes dark, palaces file a year at once, and
shards move. The first table lets the number of requests grow until something breaks, the second does so for cells of other
shapes, the third leaves out one part of the design at a time. `bench/fleet/constants.py` says what was measured and what is
assumed. It takes about two minutes.
"""

from dataclasses import field, replace

import numpy as np

from bench.fleet.constants import DAY_S, Costs, Habits, Machines, Policy
from bench.fleet.days import Days, Ledger, Part
from bench.fleet.population import Population
from bench.options import described
from simonides.frozen import frozen

GROWTH = (0.5, 1.0, 2.0)
WITHOUT = {
    "the design": Policy(),
    "no rebalancing": Policy(rebalances=False),
    "no shards of their own": Policy(isolates=False),
    "neither": Policy(rebalances=False, isolates=False),
}


SHAPES = {
    "16 workers": Machines(),
    "4 workers": Machines(cells=588, workers=4, programs=7, shards=32),
    "2 workers": Machines(cells=833, workers=2, programs=6, shards=16),
    "16, no coordinator": Machines(cells=208, workers=16, programs=16, has_coordinator=False),
    "10, no coordinator": Machines(cells=208, workers=10, programs=28, shards=120, has_coordinator=False),
}
"""Ten thousand machines, in cells of different shapes."""
STEP = 0.5
WIDEST = 8.0
BEARABLE_PPM = 1_000.0
BUSY = 2.5


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("--palaces", type=int, default=100_000_000)
    parser.add_argument("--days", type=float, default=7.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    world = World(options.palaces, options.days, options.seed)
    _grow(world)
    _compare_shapes(world.one_day)
    _leave_out(world)


@frozen
class World:
    """What stays the same in every run."""

    palaces: int
    days: float
    seed: int
    costs: Costs = field(default_factory=Costs)
    habits: Habits = field(default_factory=Habits)

    def population(self, machines: Machines) -> Population:
        """All palaces, hashed over the shards of these machines."""
        return Population.draw(self.palaces, np.random.default_rng(self.seed), machines, self.habits, self.costs)

    def run(self, population: Population, machines: Machines, growth: float = 1.0, policy: Policy | None = None) -> Days:
        """The days that pass."""
        days = Days(population, growth, policy or Policy(), self.seed, self.costs, self.habits, machines)
        days.run(self.days)
        return days

    @property
    def one_day(self) -> "World":
        """The same world for a day: enough to see what is full."""
        return replace(self, days=1.0)


def _grow(world: World) -> None:
    machines = Machines()
    population = world.population(machines)
    _tell_sizes(population, machines, world.palaces)
    print(
        f"\n{'requests':<12}{'mean/s':>9}{'peak/s':>9}"
        + "".join(f"{part:>22}" for part in Part)
        + f"{'unserved':>13}  first reason"
    )
    for growth in GROWTH:
        print(_row(f"x {growth:g}", world.run(population, machines, growth).ledger, world.days))


def _compare_shapes(world: World) -> None:
    print(f"\n{'workers of a cell':<20}{'machines':>9}{'GB on a worker':>15}{'grows to':>9}  then")
    for name, machines in SHAPES.items():
        population = world.population(machines)
        growth, last = STEP, world.run(population, machines, STEP)
        while last.ledger.unserved_ppm < BEARABLE_PPM and growth < WIDEST:
            growth += STEP
            last = world.run(population, machines, growth)
        full = population.sizes.sum(axis=1).max() / machines.workers / 1e9
        print(f"{name:<20}{machines.count:>9,}{full:>15,.0f}{f'x {growth - STEP:g}':>9}  {_reason(last.ledger)}")


def _leave_out(world: World) -> None:
    machines = SHAPES["10, no coordinator"]
    population = world.population(machines)
    heads = ("moves", "TB moved", "isolated", "held back", "failures", "pairs gone")
    print(f"\n{f'10 workers, x {BUSY:g}':<24}" + "".join(f"{head:>12}" for head in heads) + f"{'unserved':>14}")
    for name, policy in WITHOUT.items():
        days = world.run(population, machines, BUSY, policy)
        cells, ledger = days.cells, days.ledger
        done = (cells.moves, round(cells.moved_bytes / 1e12), cells.isolated)
        figures = (*done, len(ledger.held_back), ledger.failures, ledger.pairs_gone)
        print(f"{name:<24}" + "".join(f"{figure:>12,}" for figure in figures) + f"{ledger.unserved_ppm:>10,.0f} ppm")


def _tell_sizes(population: Population, machines: Machines, palaces: int) -> None:
    rates, sizes = population.rates.sum(), population.sizes.sum(axis=1)
    euros = machines.count * machines.euros_a_month / (palaces / 1e6)
    print(f"{palaces:,} palaces on {machines.count:,} machines in {machines.cells} cells")
    print(f"{euros:,.0f} euros a month for a million palaces")
    print(f"{rates:,.0f} requests a second, {sizes.sum() / 1e15:.2f} PB, stored twice")
    share = population.busiest[:64].sum() / rates
    print(f"the busiest palace asks {population.busiest[0]:.1f} times a second, the busiest 64 ask {share:.1%} of all")


def _row(name: str, ledger: Ledger, days: float) -> str:
    parts = []
    for part in Part:
        use = np.concatenate(ledger.use[part])
        parts.append(f"{f'{100 * np.median(use):.0f} / {100 * np.percentile(use, 99):.0f} / {100 * use.max():.0f} %':>22}")
    mean = ledger.requests / (days * DAY_S)
    told = f"{name:<12}{mean:>9,.0f}{ledger.peak_rate:>9,.0f}" + "".join(parts)
    return f"{told}{ledger.unserved_ppm:>10,.0f} ppm  {_reason(ledger)}"


def _reason(ledger: Ledger) -> str:
    reason, lost = max(ledger.unserved.items(), key=lambda item: item[1])
    return f"{reason} ({lost / sum(ledger.unserved.values()):.0%})" if lost else "none"


if __name__ == "__main__":
    main()
