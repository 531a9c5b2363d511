"""What one tenant feels while another attacks the server that both use.

    python -m bench.neighbours [--seconds 15] [--rounds 3] [--embedder mneme] [--attacks idle,sessions,bodies,texts]

One tenant searches five times a second, every other time over a new connection. Beside it the attacker, a process of its own,
keeps 600 half-sent requests open, shakes hands 1,000 times and goes on, keeps 200 bodies of 4 MiB unfinished, or files and
searches texts made for slow patterns once a second. In each round the tenant is alone, then the attack goes to a bare server
beside ours that reads everything and keeps nothing, then to ours: the second shows what the attacker's own process takes from
the machine. Prints the tenant's waiting times and the server's memory; exits with 1 when p95 is above 3 times or memory above
1.5 times of what they are alone.
"""

import argparse
import asyncio
import json
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.corpus import paragraphs
from bench.load import OURS, look_at, serving
from bench.options import described
from simonides.domain.time import system_clock
from simonides.engine.tokens import admit
from simonides.stores.sqlite.tokens import SqliteTokens

IDLE, SESSIONS, BODIES = 600, 1_000, 200
BODY_BYTES = 4 * 1024 * 1024
PAUSE_S = 0.2
WAIT_MAX, MEMORY_MAX = 3.0, 1.5
MEMORIES = 200
BARE = "bare"
HEADING = "attack     p95 alone   beside attacked  ratio  of beside       MB     MB  ratio   calls fail"
META = {"protocolVersion": "2026-07-28", "clientCapabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}


@dataclass
class Seen:
    """What the tenant has seen in one stretch of time, and the server's memory at its largest."""

    waits_ms: list[float] = field(default_factory=list)
    failures: int = 0
    rss_mb: float = 0.0

    @property
    def p95_ms(self) -> float:
        """The wait that one request in twenty exceeds; a failed one counts as endless."""
        waits = [*self.waits_ms, *([float("inf")] * self.failures)]
        return statistics.quantiles(waits, n=20)[-1] if len(waits) > 1 else float("inf")

    def include(self, other: "Seen") -> None:
        """Add another stretch of time."""
        self.waits_ms += other.waits_ms
        self.failures += other.failures
        self.rss_mb = max(self.rss_mb, other.rss_mb)


@dataclass(frozen=True)
class Side:
    """One side's way to the server."""

    port: int
    token: str

    async def dial(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A new connection."""
        return await asyncio.open_connection("127.0.0.1", self.port)

    def head(self, length: int, **headers: str) -> bytes:
        """The beginning of a request."""
        told = {"Host": f"127.0.0.1:{self.port}", "Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        told |= {"Accept": "application/json, text/event-stream", "Content-Length": str(length)}
        lines = [f"{name}: {value}" for name, value in {**told, **headers}.items()]
        return "\r\n".join(["POST /mcp HTTP/1.1", *lines, "", ""]).encode()

    def message(self, method: str, params: dict[str, Any]) -> bytes:
        """A whole request of a handshake era."""
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).encode()
        return self.head(len(body)) + body

    def call(self, tool: str, arguments: dict[str, str]) -> bytes:
        """A whole call without a session."""
        meta = {f"io.modelcontextprotocol/{name}": value for name, value in META.items()}
        params = {"name": tool, "arguments": arguments, "_meta": meta}
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}).encode()
        routing = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": tool}
        return self.head(len(body), **routing) + body


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, sent: bytes) -> int:
    """The status of the answer to a request; its body is read and dropped."""
    writer.write(sent)
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    length = re.search(r"content-length: (\d+)", head, re.IGNORECASE)
    await reader.readexactly(int(length[1]) if length else 0)
    return int(head.split(" ")[1])


async def use(tenant: Side, seconds: float, process: "subprocess.Popen[bytes]") -> Seen:
    """Search again and again, and note how long it takes."""
    seen, texts, number = Seen(), paragraphs(100), 0
    kept = await tenant.dial()
    until = time.perf_counter() + seconds
    while time.perf_counter() < until:
        number += 1
        question = " ".join(texts[number % len(texts)].split()[:8])
        started = time.perf_counter()
        try:
            way = kept if number % 2 else await tenant.dial()
            status = await asyncio.wait_for(answer(*way, tenant.call("mempalace_search", {"query": question})), 60)
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            status = 0
            kept = await tenant.dial()
        if status == 200:
            seen.waits_ms.append((time.perf_counter() - started) * 1000)
        else:
            seen.failures += 1
        if not number % 2:
            way[1].close()
        seen.rss_mb = max(seen.rss_mb, look_at(process).rss_mb)
        await asyncio.sleep(PAUSE_S)
    kept[1].close()
    return seen


async def fill(tenant: Side) -> None:
    """Give the tenant something to find."""
    reader, writer = await tenant.dial()
    for number, text in enumerate(paragraphs(MEMORIES)):
        note = {"wing": "wing_app", "room": "notes", "content": f"{number}: {text}"}
        await answer(reader, writer, tenant.call("mempalace_add_drawer", note))
    writer.close()


async def attack_idle(attacker: Side) -> None:
    """Keep connections open that never send a whole request; whichever is closed comes back."""

    async def keep() -> None:
        while True:
            reader, writer = await attacker.dial()
            writer.write(b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n")
            await _until_closed(reader)
            writer.close()
            await asyncio.sleep(random.random())

    await asyncio.gather(*(_again(keep) for _ in range(IDLE)))


async def attack_sessions(attacker: Side) -> None:
    """Open sessions without end."""
    opening = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "b", "version": "1"}}

    async def open_many() -> None:
        reader, writer = await attacker.dial()
        while True:
            await answer(reader, writer, attacker.message("initialize", opening))

    await asyncio.gather(*(_again(open_many) for _ in range(10)))


async def attack_bodies(attacker: Side) -> None:
    """Send bodies but for their last byte; whichever is closed comes back."""
    body = b" " * (BODY_BYTES - 1)

    async def send() -> None:
        reader, writer = await attacker.dial()
        writer.write(attacker.head(BODY_BYTES) + body)
        await _until_closed(reader)
        writer.close()
        await asyncio.sleep(random.random())

    await asyncio.gather(*(_again(send) for _ in range(BODIES)))


async def attack_texts(attacker: Side) -> None:
    """File and search texts that slow patterns would take minutes for, once a second."""
    note = {"wing": "wing_x", "room": "x"}
    texts = ["\n" * 80_000 + "x", "a." * 50_000, "\\" * 100_000, '"' * 80_000, "x" * 100_000, "ab " * 30_000]

    async def send() -> None:
        reader, writer = await attacker.dial()
        for number in range(1_000_000):
            text = texts[number % len(texts)]
            await answer(reader, writer, attacker.call("mempalace_add_drawer", {**note, "content": f"{number} {text}"}))
            await answer(reader, writer, attacker.call("mempalace_search", {"query": text[:20_000]}))
            await asyncio.sleep(1)

    await _again(send)


ATTACKS: dict[str, Callable[[Side], Awaitable[None]]] = {
    "idle": attack_idle,
    "sessions": attack_sessions,
    "bodies": attack_bodies,
    "texts": attack_texts,
}


async def _again(act: Callable[[], Awaitable[None]]) -> None:
    while True:
        try:
            await act()
        except (OSError, asyncio.IncompleteReadError):
            await asyncio.sleep(0.1)


async def _until_closed(reader: asyncio.StreamReader) -> None:
    while await reader.read(4096):
        pass


async def measure(name: str, sides: "Sides", process: "subprocess.Popen[bytes]", seconds: float, rounds: int) -> bool:
    """Print what the tenant sees alone, beside an attack and under it; whether that is within the limits."""
    alone, beside, attacked = Seen(), Seen(), Seen()
    for _ in range(rounds):
        alone.include(await use(sides.tenant, seconds / rounds, process))
        for target, seen in ((sides.bare, beside), (sides.attacker, attacked)):
            with attacking(name, target):
                await asyncio.sleep(2)
                seen.include(await use(sides.tenant, seconds / rounds, process))
    slower, larger = attacked.p95_ms / alone.p95_ms, attacked.rss_mb / alone.rss_mb
    print(
        f"{name:<10} {alone.p95_ms:>9.0f} {beside.p95_ms:>8.0f} {attacked.p95_ms:>8.0f} {slower:>6.2f} "
        f"{attacked.p95_ms / beside.p95_ms:>10.2f}   {alone.rss_mb:>6.0f} {attacked.rss_mb:>6.0f} "
        f"{larger:>6.2f}   {len(attacked.waits_ms):>5} {attacked.failures:>4}",
        flush=True,
    )
    return slower <= WAIT_MAX and larger <= MEMORY_MAX


@dataclass(frozen=True)
class Sides:
    """Who asks our server, and the attacker's way to the bare one."""

    tenant: Side
    attacker: Side
    bare: Side


@contextmanager
def attacking(name: str, target: Side) -> Iterator[None]:
    """An attack by a process of its own, until the end."""
    words = [sys.executable, "-m", "bench.neighbours", "--as", name, "--port", str(target.port), "--token", target.token]
    with subprocess.Popen(words) as beside:
        try:
            yield
        finally:
            beside.kill()


@contextmanager
def bare_server() -> Iterator[int]:
    """A process that reads whatever is sent and answers whole requests, on a port of its own."""
    words = [sys.executable, "-m", "bench.neighbours", "--as", BARE]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
        assert process.stdout
        try:
            yield int(process.stdout.readline())
        finally:
            process.kill()


async def serve_bare() -> None:
    """Read whatever is sent, keep nothing of it, and answer what is whole."""

    async def answer_all(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                length = re.search(r"content-length: (\d+)", head, re.IGNORECASE)
                left = int(length[1]) if length else 0
                while left and (part := await reader.read(min(left, 1 << 16))):
                    left -= len(part)
                writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
        writer.close()

    server = await asyncio.start_server(answer_all, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


async def measure_all(names: list[str], sides: Sides, process: "subprocess.Popen[bytes]", seconds: float, rounds: int) -> bool:
    """Every attack in turn, on one server."""
    await fill(sides.tenant)
    await use(sides.tenant, seconds / 2, process)
    return all([await measure(name, sides, process, seconds, rounds) for name in names])


def main() -> int:
    parser = described(__doc__)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--embedder", default="mneme")
    parser.add_argument("--attacks", default=",".join(ATTACKS))
    parser.add_argument("--as", dest="attack", choices=[*ATTACKS, BARE], help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--token", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.attack == BARE:
        asyncio.run(serve_bare())
    if options.attack:
        asyncio.run(ATTACKS[options.attack](Side(options.port, options.token)))  # type: ignore[arg-type] # each is a coroutine
    print(HEADING)
    with tempfile.TemporaryDirectory() as home:
        tokens = SqliteTokens(Path(home))
        secrets = [admit(tokens, palace, system_clock)[1] for palace in ("tenant", "attacker")]
        with serving(OURS, home, options.embedder) as (process, port), bare_server() as bare_port:
            sides = Sides(Side(port, secrets[0]), Side(port, secrets[1]), Side(bare_port, secrets[1]))
            names = options.attacks.split(",")
            is_well = asyncio.run(measure_all(names, sides, process, options.seconds, options.rounds))
    return 0 if is_well else 1


if __name__ == "__main__":
    sys.exit(main())
