"""The simulated fleet: the same seed gives the same days, nothing is asked that no shard has, and load goes where it fits."""

from dataclasses import replace

import numpy as np
import pytest
from bench.fleet.cells import Cells
from bench.fleet.constants import Costs, Habits, Machines, Policy
from bench.fleet.days import Days, Part
from bench.fleet.population import Population

COSTS, HABITS = Costs(), Habits(bursts_a_day=50)
SMALL = Machines(cells=3, workers=4, programs=4, shards=16, spare_shards=4)
PALACES = 20_000


@pytest.fixture
def population() -> Population:
    return Population.draw(PALACES, np.random.default_rng(5), SMALL, HABITS, COSTS)


def days(population: Population, growth: float = 1.0, policy: Policy | None = None, machines: Machines = SMALL) -> Days:
    passed = Days(population, growth, policy or Policy(), 7, COSTS, HABITS, machines)
    passed.run(4.0)
    return passed


def test_every_palace_is_in_one_shard(population: Population) -> None:
    rates = HABITS.requests_a_day / 86_400 * np.exp(HABITS.requests_spread * np.random.default_rng(5).standard_normal(PALACES))

    assert population.rates.sum() == pytest.approx(rates.sum())
    assert population.busiest[0] == pytest.approx(rates.max())
    assert (np.diff(population.busiest) <= 0).all()


def test_the_same_seed_gives_the_same_days(population: Population) -> None:
    first, second = days(population).ledger, days(population).ledger

    assert (first.requests, first.unserved, first.failures) == (second.requests, second.unserved, second.failures)


def test_more_requests_fill_the_coordinator_first_and_are_turned_away(population: Population) -> None:
    calm, busy = days(population).ledger, days(population, growth=2_000).ledger

    assert calm.unserved["a coordinator was full"] == 0
    assert busy.unserved["a coordinator was full"] > busy.unserved["a worker was full"]
    assert busy.unserved_ppm > calm.unserved_ppm


def test_without_a_coordinator_none_is_full(population: Population) -> None:
    alone = days(population, growth=2_000, machines=replace(SMALL, has_coordinator=False)).ledger

    assert max(map(np.max, alone.use[Part.COORDINATOR])) == 0


def test_a_shard_moves_from_the_busiest_worker_to_the_idlest_and_nothing_is_lost(population: Population) -> None:
    cells = Cells(population, SMALL, COSTS, growth=1.0)
    cells.rates[:, 0] *= 50
    cells.rates[:, 4] *= 40
    before = cells.by_worker(cells.rates)

    cells.rebalance(0.0, cells.rates, before / before.max(), busy=0.5)
    after = cells.by_worker(cells.rates)

    assert cells.moves == SMALL.cells
    assert after.sum() == pytest.approx(before.sum())
    assert (after.max(axis=1) < before.max(axis=1)).all()


def test_a_palace_that_asks_too_much_gets_a_shard_of_its_own(population: Population) -> None:
    cells = Cells(population, SMALL, COSTS, growth=1.0)
    before = cells.rates.sum()

    cells.isolate(worker_can=float(population.busiest[0]))

    assert cells.isolated > 0
    assert cells.home[0] >= SMALL.shards
    assert cells.rates.sum() == pytest.approx(before)
