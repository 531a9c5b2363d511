"""One attack from its first line to the last look at what was kept."""

import random
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from bench.attack.canaries import Canaries
from bench.attack.findings import Findings
from bench.attack.pipes import Pipes
from bench.attack.servers import Home, home, rss_mb
from bench.attack.sockets import Sockets
from simonides.frozen import frozen

if TYPE_CHECKING:
    import subprocess

BATCH = 200
MEMORY_MB_MAX = 700
SAMPLE = 5
"""How many acknowledged writes are looked up after a batch."""


class Target(Protocol):
    """A server that can be attacked, asked, and started anew on the same home."""

    process: "subprocess.Popen[bytes]"

    def start(self) -> None:
        """Begin with a new process."""

    def batch(self, count: int) -> None:
        """Attack once."""

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """One good request; its result or error."""

    def end(self) -> int:
        """End it in order; the exit code."""

    def kill(self) -> None:
        """End it without warning."""


@frozen
class Attack:
    """How long, from which seed, over what."""

    lines: int
    seed: int = 7
    over: str = "stdio"
    seconds: float = float("inf")


def attack(plan: Attack, store: str) -> Findings:
    """Run an attack on a store of its own and tell what it found."""
    with tempfile.TemporaryDirectory() as folder, home(store, Path(folder)) as where:
        return attack_at(where, plan)


def attack_at(where: Home, plan: Attack) -> Findings:
    """Run an attack on a home and tell what it found."""
    findings, chance = Findings(), random.Random(plan.seed)
    target: Target = (Pipes if plan.over == "stdio" else Sockets)(where, findings, chance)
    try:
        _run(plan, target, Canaries(findings, chance), where, findings)
    finally:
        if target.process.poll() is None:
            target.kill()
    return findings


def _run(plan: Attack, target: Target, canaries: Canaries, where: Home, findings: Findings) -> None:
    until = time.monotonic() + plan.seconds
    while findings.lines < plan.lines and time.monotonic() < until:
        began, said = time.monotonic(), where.log.stat().st_size
        count = min(BATCH, plan.lines - findings.lines)
        try:
            target.batch(count)
            _check(target, canaries, findings)
        except (OSError, ValueError) as error:
            findings.add("the server is gone", f"line {findings.lines} to {findings.lines + count}: {error}")
            _begin_anew(target)
        for alarm in where.alarms(said):
            findings.add("traceback on stderr", f"line {findings.lines} to {findings.lines + count}: {alarm}")
        findings.lines += count
        findings.slowest_s = max(findings.slowest_s, time.monotonic() - began)
    _end(target, canaries, findings)


def _check(target: Target, canaries: Canaries, findings: Findings) -> None:
    canaries.file(lambda name, arguments: _call(target, name, arguments))
    canaries.look_up(lambda name, arguments: _call(target, name, arguments), share=SAMPLE / len(canaries) if canaries else 0)
    findings.rss_mb.append(rss_mb(target.process))
    if findings.rss_mb[-1] > MEMORY_MB_MAX:
        findings.add("memory", f"{findings.rss_mb[-1]:.0f} MB at line {findings.lines}")


def _call(target: Target, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    return target.ask("tools/call", {"name": name, "arguments": arguments})


def _begin_anew(target: Target) -> None:
    target.kill()
    target.start()


def _end(target: Target, canaries: Canaries, findings: Findings) -> None:
    _begin_anew(target)
    canaries.look_up(lambda name, arguments: _call(target, name, arguments), share=1)
    if code := target.end():
        findings.add("the end", f"exit code {code}")
