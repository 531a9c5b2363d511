"""Start of the server: the time to its first answer, and its memory before it embeds anything.

    python -m bench.startup [--rounds 10] [--peer "mempalace=python -m mempalace.mcp_server"]

CPU is what the process used up to the `initialize` reply (resolution 10 ms, so the median of rounds counts); memory is read after
`tools/list`, and again after a first search, when the model is loaded.
"""

import shlex
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence

from bench.options import described
from bench.servers import Server

BUDGET_CPU_S = 0.15
BUDGET_RSS_MB = 60


def measure(command: Sequence[str], rounds: int) -> tuple[float, float, float]:
    """Median wall seconds and CPU seconds to the `initialize` reply, and median megabytes after `tools/list`."""
    walls, cpus, sizes = [], [], []
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as home, Server(command, {"HOME": home, "SIMONIDES_HOME": home}) as server:
            server.initialize()
            walls.append(time.perf_counter() - server.started)
            cpus.append(server.cpu_s())
            server.ask("tools/list")
            sizes.append(server.rss_mb())
    return statistics.median(walls), statistics.median(cpus), statistics.median(sizes)


def loaded_mb(command: Sequence[str]) -> float:
    """Megabytes after the first search, with the model in memory."""
    with tempfile.TemporaryDirectory() as home, Server(command, {"HOME": home, "SIMONIDES_HOME": home}) as server:
        server.initialize()
        server.call("mempalace_add_drawer", {"wing": "w", "room": "r", "content": "a first note"})
        server.call("mempalace_search", {"query": "a note"})
        return server.rss_mb()


def main() -> None:
    parser = described(__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--peer", action="append", default=[], metavar="NAME=COMMAND")
    options = parser.parse_args()
    ours = [sys.executable, "-m", "simonides", "serve"]
    servers = {"simonides": ours} | {
        name: shlex.split(command) for name, command in (peer.split("=", 1) for peer in options.peer)
    }
    print(f"{'server':<20} {'wall s':>8} {'CPU s':>8} {'RSS MB':>8}   to the initialize reply; RSS after tools/list")
    for name, command in servers.items():
        wall, cpu, size = measure(command, options.rounds)
        print(f"{name:<20} {wall:>8.3f} {cpu:>8.3f} {size:>8.1f}")
    print(f"{'budget':<20} {'':>8} {BUDGET_CPU_S:>8.3f} {BUDGET_RSS_MB:>8.1f}")
    print(f"simonides with the model loaded, after a first search: {loaded_mb(ours):.1f} MB")


if __name__ == "__main__":
    main()
