"""Days of a fleet as a sequence of events: machines fail and are rebuilt, a zone goes dark, palaces ask in bursts."""

import heapq
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count

import numpy as np

from bench.fleet.cells import Cells
from bench.fleet.constants import DAY_S, Costs, Habits, Machines, Policy
from bench.fleet.population import Floats, Population

TICK_S = 300.0
DARK_DAY = 3.0
DARK_S = 1_800.0
ZONES = 3


class Part(StrEnum):
    """What a machine does in its cell."""

    COORDINATOR = "coordinator"
    WORKER = "worker"
    PROGRAM = "program"


@dataclass(slots=True)
class Ledger:
    """What happened: requests, those not served by reason, the highest use of each part, failures."""

    requests: float = 0.0
    unserved: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    use: dict[Part, list[Floats]] = field(default_factory=lambda: {part: [] for part in Part})
    peak_rate: float = 0.0
    failures: int = 0
    pairs_gone: int = 0
    held_back: set[int] = field(default_factory=set)
    """Palaces that wanted to write more than one writer can."""

    @property
    def unserved_ppm(self) -> float:
        """Of a million requests, those that were not served."""
        return 1e6 * sum(self.unserved.values()) / self.requests


class Days:
    """One run: the same seed, the same days."""

    def __init__(
        self, population: Population, growth: float, policy: Policy, seed: int, costs: Costs, habits: Habits, machines: Machines
    ) -> None:
        self.ledger = Ledger()
        self.cells = Cells(population, machines, costs, growth)
        self._policy, self._costs, self._habits, self._machines = policy, costs, habits, machines
        self._chance = np.random.default_rng(seed)
        self._bursting: Counter[tuple[int, ...]] = Counter()
        self._programs_down = np.zeros(machines.cells)
        self._rebuilding: Counter[tuple[int, int]] = Counter()
        self._rates = self.cells.rates
        database_ms = (1 - habits.write_share) * costs.database_read_ms + habits.write_share * costs.database_write_ms
        program_ms = (1 - habits.write_share) * costs.program_read_ms + habits.write_share * costs.program_write_ms
        a_core = 1000 * machines.cores
        self._can = {
            Part.WORKER: a_core / database_ms,
            Part.COORDINATOR: a_core / (costs.coordinator_share * database_ms),
            Part.PROGRAM: machines.programs * a_core / program_ms,
        }
        self._writer_can = 1000 / (costs.database_write_ms + costs.program_write_ms) / habits.write_share
        """Requests of one palace that a single writer at a time leaves room for."""

    def run(self, days: float) -> Ledger:
        """Let the days pass."""
        if self._policy.isolates:
            self.cells.isolate(self._can[Part.WORKER])
        queue: list[tuple[float, int, str, tuple[int, ...]]] = []
        order = count()
        for moment, kind, what in [*self._failures(days), *self._bursts(days), *self._ticks(days)]:
            heapq.heappush(queue, (moment, next(order), kind, what))
        while queue:
            moment, _, kind, what = heapq.heappop(queue)
            for later, next_kind, next_what in self._happen(moment, kind, what):
                heapq.heappush(queue, (later, next(order), next_kind, next_what))
        return self.ledger

    def _failures(self, days: float) -> Iterator[tuple[float, str, tuple[int, ...]]]:
        expected = self._machines.count * days / self._machines.mean_days_to_failure
        for moment in self._chance.uniform(0, days * DAY_S, self._chance.poisson(expected)):
            cell, machine = self._chance.integers(self._machines.cells), self._chance.integers(self._machines.in_a_cell)
            yield float(moment), "fail", (int(cell), int(machine))
        if days > DARK_DAY:
            yield DARK_DAY * DAY_S, "dark", ()

    def _bursts(self, days: float) -> Iterator[tuple[float, str, tuple[int, ...]]]:
        for moment in self._chance.uniform(0, days * DAY_S, self._chance.poisson(self._habits.bursts_a_day * days)):
            cell, shard = self._chance.integers(self._machines.cells), self._chance.integers(self._machines.shards)
            yield float(moment), "burst", (int(cell), int(shard))

    def _ticks(self, days: float) -> Iterator[tuple[float, str, tuple[int, ...]]]:
        for moment in np.arange(0, days * DAY_S, TICK_S):
            yield float(moment), "tick", ()

    def _happen(self, now_s: float, kind: str, what: tuple[int, ...]) -> Iterator[tuple[float, str, tuple[int, ...]]]:
        match kind:
            case "tick":
                self._tick(now_s)
            case "burst":
                self._bursting[what] += 1
                yield now_s + self._habits.burst_s, "calm", what
            case "calm":
                self._bursting -= Counter([what])
            case "fail":
                yield from self._fail(now_s, *what)
            case "rebuilt":
                self._rebuilding[what[0], what[1]] -= 1
            case "back":
                self._programs_down[what[0]] -= 1
            case "dark":
                self._go_dark()

    def _fail(self, now_s: float, cell: int, machine: int) -> Iterator[tuple[float, str, tuple[int, ...]]]:
        """One machine is gone: a standby takes over, and a new one copies what it had."""
        self.ledger.failures += 1
        databases = self._machines.in_a_cell - self._machines.programs
        if machine >= databases:
            self._programs_down[cell] += 1
            yield now_s + DAY_S / 24, "back", (cell,)
            return
        pair, is_first = divmod(machine, 2)
        is_coordinator = self._machines.has_coordinator and pair == 0
        asked = float(self._rates[cell].sum()) / (1 if is_coordinator else self._machines.workers)
        if not is_first:
            self.ledger.unserved["a machine failed over"] += asked * self._costs.failover_s
        if self._rebuilding[cell, pair]:
            self.ledger.pairs_gone += 1
        self._rebuilding[cell, pair] += 1
        held = float(self.cells.sizes[cell].sum()) / self._machines.workers * (not is_coordinator)
        yield now_s + 600 + held / self._machines.copying_bytes_s, "rebuilt", (cell, pair)

    def _go_dark(self) -> None:
        """A third of all machines at once: every pair has one elsewhere, so each third of the first ones fails over."""
        asked = float(self._rates.sum())
        self.ledger.unserved["a zone went dark"] += asked / ZONES * self._costs.failover_s * 2
        left = self._can[Part.PROGRAM] * (1 - 1 / ZONES) * self._policy.full
        over = np.maximum(0, self._rates.sum(axis=1) - left)
        self.ledger.unserved["a zone went dark"] += float(over.sum()) * DARK_S

    def _tick(self, now_s: float) -> None:
        self._rates = rates = self._asked(now_s)
        asked = rates.sum(axis=1)
        workers = self.cells.by_worker(rates)
        use = {
            Part.WORKER: workers / self._can[Part.WORKER],
            Part.COORDINATOR: asked * self._machines.has_coordinator / self._can[Part.COORDINATOR],
            Part.PROGRAM: asked / (self._can[Part.PROGRAM] * (1 - self._programs_down / self._machines.programs)),
        }
        ledger = self.ledger
        ledger.requests += float(asked.sum()) * TICK_S
        ledger.peak_rate = max(ledger.peak_rate, float(asked.sum()))
        for part, each in use.items():
            ledger.use[part].append(each.ravel())
            turned_away = np.maximum(0, 1 - self._policy.full / np.maximum(each, 1e-9))
            of = workers if part is Part.WORKER else asked
            ledger.unserved[f"a {part} was full"] += float((turned_away * of).sum()) * TICK_S
        if self._policy.rebalances:
            waited = self.cells.rebalance(now_s, rates, use[Part.WORKER], self._policy.busy)
            ledger.unserved["a shard moved"] += waited

    def _asked(self, now_s: float) -> Floats:
        """Requests a second of every shard now: the hour of its region, and who bursts."""
        hours = np.arange(self._machines.cells) % 24
        swing = 1 + self._habits.daily_swing * np.sin(2 * np.pi * (now_s / DAY_S + hours / 24))
        rates = self.cells.rates * swing[:, None]
        for place, times in self._bursting.items():
            rates[place] += times * self._habits.burst_rate
        self._hold_back(rates, swing)
        return rates

    def _hold_back(self, rates: Floats, swing: Floats) -> None:
        """A palace has one writer at a time: what it asks above that waits, or is told to come later."""
        wanted = self.cells.busiest * swing[self.cells.cell_of]
        for palace in np.flatnonzero(wanted > self._writer_can):
            over = float(wanted[palace]) - self._writer_can
            self.ledger.held_back.add(int(palace))
            self.ledger.unserved["one palace wrote more than a writer can"] += over * TICK_S
            rates[self.cells.cell_of[palace], self.cells.home[palace]] -= over
