"""One HTTP server under the load of many clients.

    python -m bench.load [--clients 200] [--seconds 20] [--embedder mneme] [--store sqlite] [--beside PYTHON] [--rounds 1]

Clients on this machine, each on a connection of its own, ask without pause: half of them in 2026-07-28, half in a 2025-11-25
session; of five requests one files a memory, three search, one asks for the status. Prints requests a second, errors (there must
be none), waiting times, the server's CPU for each request and by part (`bench.by_part`), and its memory after a warm-up, in the
middle and at the end. Beside it, in the same run and from the same clients: a bare Starlette application that parses JSON and
sends it back. With `--store postgres` each server has an empty database of its own in a PostgreSQL that is started for it, whose
commits wait for the disk, and whose CPU is told, too. With `--beside`, the interpreter of another installation of simonides, both
serve in turn, round by round, without counting parts, and their ratios are told.
"""

import argparse
import asyncio
import contextlib
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from bench.corpus import paragraphs
from bench.options import described

REQUESTS_MAX = 5_000
"""Of one client, however fast the server is."""
REQUEST_S_MAX = 60
WARM_UP_S = 4
HEADING = (
    f"{'server':<12} {'requests':>9} {'requests/s':>11} {'errors':>7} {'p50 ms':>8} {'p95 ms':>8} {'CPU ms':>8}"
    "   RSS MB start / middle / end"
)
SERVE = ("serve", "--http", "127.0.0.1:0", "--http-only")
PROGRAM = ("-m", "simonides", *SERVE)
OURS = (sys.executable, *PROGRAM)
TURNS = ("search", "add", "search", "status", "search")
ECHO = """
import sys, uvicorn
from starlette.applications import Starlette
from starlette.responses import JSONResponse
from starlette.routing import Route
async def echo(request):
    return JSONResponse({"result": await request.json()})
config = uvicorn.Config(Starlette(routes=[Route("/mcp", echo, methods=["POST"])]), port=0, http="h11", log_config=None)
server = uvicorn.Server(config)
config.load()
socket = config.bind_socket()
sys.stderr.write("listening on http://127.0.0.1:%d/mcp\\n" % socket.getsockname()[1])
sys.stderr.flush()
server.run(sockets=[socket])
"""


@dataclass
class Tally:
    """What the clients have seen so far."""

    waits_ms: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)


class Look(NamedTuple):
    """What a server has used at one moment."""

    rss_mb: float
    cpu_s: float
    database_s: float = 0.0
    """The CPU of the database beside it."""


class Client:
    """One connection that is kept open, speaking as little HTTP as will do: the bench must not be busier than the server."""

    def __init__(self, port: int, number: int, texts: Sequence[str]) -> None:
        self._port = port
        self._number = number
        self._texts = texts
        self._sent = 0
        self._session: str | None = None
        self._is_modern = number % 2 == 0

    async def open(self) -> None:
        """Connect, and shake hands where the version wants it."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        if not self._is_modern:
            client = {"name": "bench", "version": "1"}
            await self._ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client})

    def close(self) -> None:
        """Hang up."""
        self._writer.close()

    async def call(self) -> dict[str, Any]:
        """Make the next call of this client's turns."""
        self._sent += 1
        turn = TURNS[(self._sent + self._number) % len(TURNS)]
        text = self._texts[(self._sent * 31 + self._number) % len(self._texts)]
        match turn:
            case "add":
                content = f"OPS-{self._number}-{self._sent}: {text}"
                arguments = {"wing": f"wing_{self._number % 10}", "room": "load", "content": content}
                return await self._call("mempalace_add_drawer", arguments)
            case "search":
                return await self._call("mempalace_search", {"query": " ".join(text.split()[:8])})
            case _:
                return await self._call("mempalace_status", {})

    async def _call(self, tool: str, arguments: dict[str, str]) -> dict[str, Any]:
        return await self._ask("tools/call", {"name": tool, "arguments": arguments})

    async def _ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        headers = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
        if self._is_modern:
            envelope = {"protocolVersion": "2026-07-28", "clientCapabilities": {}, "clientInfo": {"name": "b", "version": "1"}}
            params = {**params, "_meta": {f"io.modelcontextprotocol/{key}": value for key, value in envelope.items()}}
            headers |= {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method, "Mcp-Name": params["name"]}
        elif self._session:
            headers |= {"MCP-Protocol-Version": "2025-11-25", "Mcp-Session-Id": self._session}
        body = json.dumps({"jsonrpc": "2.0", "id": self._sent, "method": method, "params": params}).encode()
        return await asyncio.wait_for(self._exchange(headers, body), REQUEST_S_MAX)

    async def _exchange(self, headers: dict[str, str], body: bytes) -> dict[str, Any]:
        lines = [f"Host: 127.0.0.1:{self._port}", f"Content-Length: {len(body)}", *(f"{k}: {v}" for k, v in headers.items())]
        self._writer.write("\r\n".join(["POST /mcp HTTP/1.1", *lines, "", ""]).encode() + body)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode()
        length = re.search(r"content-length: (\d+)", head)
        reply = await self._reader.readexactly(int(length[1])) if length else b"{}"
        if session := re.search(r"mcp-session-id: (\S+)", head):
            self._session = session[1]
        if not head.startswith("HTTP/1.1 200"):
            raise RuntimeError(head.splitlines()[0])
        decoded: dict[str, Any] = json.loads(reply)
        return decoded


async def _use(client: Client, tally: Tally, until: float) -> None:
    for _ in range(REQUESTS_MAX):
        if time.perf_counter() >= until:
            break
        started = time.perf_counter()
        try:
            reply = await client.call()
        except (OSError, RuntimeError, asyncio.IncompleteReadError, TimeoutError) as error:
            tally.errors[f"{type(error).__name__}: {error}"] += 1
            break
        tally.waits_ms.append((time.perf_counter() - started) * 1000)
        if "result" not in reply or reply["result"].get("isError"):
            tally.errors[json.dumps(reply)[:200]] += 1


async def load(ports: Sequence[int], options: argparse.Namespace, look: Callable[[], Look]) -> tuple[Tally, list[Look]]:
    """What clients, spread evenly over servers, have seen, and what the servers have used at three moments."""
    texts = paragraphs(1000)
    crowd = [Client(ports[number % len(ports)], number, texts) for number in range(options.clients)]
    await asyncio.gather(*(client.open() for client in crowd))
    first, tally = Tally(), Tally()
    # A first memory, and then a while that is not counted: caches fill, every thread starts, the model is loaded.
    await _use(crowd[0], first, time.perf_counter() + WARM_UP_S / 2)
    until = time.perf_counter() + WARM_UP_S
    await asyncio.gather(*(_use(client, first, until) for client in crowd))
    looks = [look()]
    until = time.perf_counter() + options.seconds
    work = asyncio.gather(*(_use(client, tally, until) for client in crowd))
    await asyncio.sleep(options.seconds / 2)
    looks.append(look())
    await work
    looks.append(look())
    tally.errors += first.errors
    for client in crowd:
        client.close()
    return tally, looks


@contextmanager
def serving(command: Sequence[str], home: str, embedder: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """A server of its own, and its port."""
    environment = {**os.environ, "SIMONIDES_HOME": home, "SIMONIDES_EMBEDDER": embedder}
    log = Path(home) / "stderr"
    with log.open("wb") as file:
        process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=file)
    try:
        while not (found := re.search(r"listening on http://127.0.0.1:(\d+)", log.read_text())):
            assert process.poll() is None, log.read_text()
            time.sleep(0.05)
        yield process, int(found[1])
    finally:
        process.terminate()
        process.wait(60)


def look_at(process: "subprocess.Popen[bytes]") -> Look:
    """What a server has used up to now."""
    folder = Path(f"/proc/{process.pid}")
    fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
    rss = re.findall(r"VmRSS:\s+(\d+)", (folder / "status").read_text())
    return Look(int(rss[0]) / 1024, (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"))


class Outcome(NamedTuple):
    """What clients got from a server, and what it used for a request."""

    rate: float
    p50_ms: float
    p95_ms: float
    cpu_ms: float
    database_ms: float = 0.0


class Backing(NamedTuple):
    """Where servers keep what they are told: the arguments that name a new, empty store, and the CPU of the database so far."""

    address: Callable[[], list[str]]
    cpu_s: Callable[[], float]


FILES = Backing(list, float)
"""SQLite: a folder of its own for each server, and no database beside it."""


def measure(name: str, command: Sequence[str], options: argparse.Namespace, backing: Backing = FILES) -> Outcome:
    """Load one server and print what came out."""
    with tempfile.TemporaryDirectory() as home, serving(command, home, options.embedder) as (process, port):
        tally, looks = asyncio.run(load([port], options, lambda: look_at(process)._replace(database_s=backing.cpu_s())))
    return tell(name, tally, looks, options.seconds)


def measure_ours(options: argparse.Namespace, backing: Backing) -> Outcome:
    """Load our own server, and print its CPU by part as well."""
    told: list[dict[str, float]] = []
    with tempfile.TemporaryDirectory() as home:
        parts = Path(home) / "parts"
        command = [sys.executable, "-m", "bench.by_part", str(parts), *SERVE, *backing.address()]
        with serving(command, home, options.embedder) as (process, port):

            def look() -> Look:
                told.append(json.loads(parts.read_text()))
                return look_at(process)._replace(database_s=backing.cpu_s())

            tally, looks = asyncio.run(load([port], options, look))
    found = tell("simonides", tally, looks, options.seconds)
    tell_parts(told[0], told[-1])
    return found


def tell_parts(before: dict[str, float], after: dict[str, float]) -> None:
    """Print which share of the CPU each part has used between two moments."""
    used = {part: ms - before.get(part, 0.0) for part, ms in after.items()}
    whole = used.pop("all")
    used["rest"] = whole - sum(used.values())
    parts = sorted(used.items(), key=lambda each: -each[1])
    print("  of its CPU: " + ", ".join(f"{part} {ms / whole:.0%}" for part, ms in parts))


def tell(name: str, tally: Tally, looks: Sequence[Look], seconds: float) -> Outcome:
    """Print what came out."""
    count = len(tally.waits_ms)
    cpu = (looks[-1].cpu_s - looks[0].cpu_s) * 1000 / count
    p50, p95 = statistics.median(tally.waits_ms), statistics.quantiles(tally.waits_ms, n=20)[-1]
    memory = " / ".join(f"{look.rss_mb:.0f}" for look in looks)
    rate, errors = count / seconds, tally.errors.total()
    database = (looks[-1].database_s - looks[0].database_s) * 1000 / count
    print(f"{name:<12} {count:>9} {rate:>11.0f} {errors:>7} {p50:>8.0f} {p95:>8.0f} {cpu:>8.2f}   {memory}")
    for error, times in tally.errors.most_common(5):
        print(f"  {times} x {error}")
    if database:
        print(f"  and {database:.2f} ms of CPU in the database for each request")
    return Outcome(rate, p50, p95, cpu, database)


def measure_pair(options: argparse.Namespace, backing: Backing) -> None:
    """Load our server and another one in turn, and print their ratios."""
    ratios: list[Outcome] = []
    for _ in range(options.rounds):
        other = measure("beside", [options.beside, *PROGRAM, *backing.address()], options, backing)
        ours = measure("simonides", [*OURS, *backing.address()], options, backing)
        # Only PostgreSQL has a database beside the server.
        ratios.append(Outcome(*(mine / its if its else 1.0 for mine, its in zip(ours, other, strict=True))))
    for name, values in zip(Outcome._fields, zip(*ratios, strict=True), strict=True):
        print(f"  {name}: {statistics.median(values):.2f} of beside (rounds: {', '.join(f'{each:.2f}' for each in values)})")


@contextmanager
def store(options: argparse.Namespace) -> Iterator[Backing]:
    """What the servers to be loaded keep their memories in."""
    if options.store == "sqlite":
        yield FILES
        return
    # It imports this module.
    from bench.postgres import database_server

    with database_server() as server:
        yield Backing(lambda: ["--database", server.new_database()], lambda: family_cpu_s(server.process.pid))


def family_cpu_s(pid: int) -> float:
    """The CPU of a process, of the children that it has, and of those that have ended."""
    used = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = path.read_text().rsplit(")", 1)[1].split()
            if int(path.parent.name) == pid:
                used += sum(map(int, fields[11:15]))
            elif int(fields[1]) == pid:
                used += sum(map(int, fields[11:13]))
    return used / os.sysconf("SC_CLK_TCK")


def main() -> int:
    parser = described(__doc__)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--embedder", default="mneme")
    parser.add_argument("--store", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--beside", metavar="PYTHON", help="the interpreter of another installation, to load in turn with ours")
    parser.add_argument("--rounds", type=int, default=1, help="how often both are loaded")
    options = parser.parse_args()
    print(f"{options.clients} clients, {options.seconds:g} s, embedder {options.embedder}")
    print(HEADING)
    with store(options) as backing:
        if options.beside:
            measure_pair(options, backing)
        ours = measure_ours(options, backing)
    bare = measure("bare echo", [sys.executable, "-c", ECHO], options)
    print(f"a request costs {ours.cpu_ms / bare.cpu_ms:.1f} times the CPU of a bare echo")
    return 0


if __name__ == "__main__":
    sys.exit(main())
