"""A stdio MCP server as a bench sees it: a process to write lines to, with its CPU time and memory."""

import json
import os
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """One server process, spoken to in JSON-RPC."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **(environment or {})},
        )
        self._ids = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait(timeout=60)

    def ask(self, method: str, params: Mapping[str, object] | None = None) -> dict[str, Any]:
        """Send a request and wait for its reply."""
        self._ids += 1
        self._send({"jsonrpc": "2.0", "id": self._ids, "method": method, "params": params or {}})
        assert self.process.stdout
        while line := self.process.stdout.readline():
            reply: dict[str, Any] = json.loads(line)
            if reply.get("id") == self._ids:
                return reply
        raise RuntimeError(f"the server ended with exit code {self.process.wait()}")

    def initialize(self) -> dict[str, Any]:
        """Shake hands."""
        client = {"name": "bench", "version": "1"}
        reply = self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client})
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        return reply

    def call(self, tool: str, arguments: Mapping[str, object]) -> Any:
        """Call a tool and read its text as JSON."""
        reply = self.ask("tools/call", {"name": tool, "arguments": arguments})
        if "error" in reply:
            raise RuntimeError(reply["error"]["message"])
        return json.loads(reply["result"]["content"][0]["text"])

    def cpu_s(self) -> float:
        """User and system time so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def rss_mb(self) -> float:
        """Resident memory now."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        raise RuntimeError("/proc shows no VmRSS for the server")

    def _send(self, message: Mapping[str, object]) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
