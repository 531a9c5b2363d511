"""The numbers that the simulation stands on: what was measured, and what is assumed."""

from simonides.frozen import frozen

DAY_S = 86_400.0


@frozen
class Costs:
    """Measured: CPU for each request, bytes for each memory, and how long changes of the cluster take.

    CPU and bytes come from `bench.fleet.measure`. A failure and a move were timed on a real Citus cluster: clients of a dead
    worker waited 20 s, writers of a moved shard 1.4 s, and a request through the coordinator took 1.8 times the CPU of one that
    went to the database itself, so the coordinator's own share is 0.8.
    """

    program_read_ms: float = 27.0
    program_write_ms: float = 33.0
    database_read_ms: float = 14.0
    database_write_ms: float = 11.0
    coordinator_share: float = 0.8
    memory_bytes: float = 7_250.0
    failover_s: float = 20.0
    moving_blocks_s: float = 1.4


@frozen
class Habits:
    """Assumed: what people do. Both are log-normal, so that a few palaces do most of the work."""

    requests_a_day: float = 10.0
    """The median palace."""
    requests_spread: float = 2.3
    memories: float = 300.0
    memories_spread: float = 1.8
    write_share: float = 0.2
    daily_swing: float = 0.8
    """How far the busiest hour of a region is above its mean."""
    bursts_a_day: float = 2_000.0
    """Palaces that file a folder or a year of conversations."""
    burst_rate: float = 25.0
    """Requests a second of such a palace: about as many as its own machine reads and sends."""
    burst_s: float = 3_600.0


@frozen
class Machines:
    """Assumed: machines of eight cores with two terabytes, in cells.

    A cell has two coordinators (one waits), workers in pairs in two zones, and programs that embed and rank. Where programs know
    the worker of each palace themselves, it has no coordinator.
    """

    cells: int = 200
    has_coordinator: bool = True
    workers: int = 16
    programs: int = 16
    shards: int = 128
    spare_shards: int = 64
    """Room for palaces that get a shard of their own."""
    cores: int = 8
    disk_bytes: float = 2e12
    copying_bytes_s: float = 100e6
    mean_days_to_failure: float = 1_000.0
    euros_a_month: float = 120.0

    @property
    def in_a_cell(self) -> int:
        """Machines of one cell."""
        return 2 * self.has_coordinator + 2 * self.workers + self.programs

    @property
    def count(self) -> int:
        """All machines."""
        return self.cells * self.in_a_cell


@frozen
class Policy:
    """What the design does; each part can be left out, to see what it is worth."""

    rebalances: bool = True
    isolates: bool = True
    full: float = 0.9
    """The use of a machine above which requests are turned away."""
    busy: float = 0.5
    """The use of a worker above which a shard moves away from it."""
