"""The real server in its own process, spoken to line by line."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

COMMAND = [sys.executable, "-m", "simonides", "serve"]


class ServerProcess:
    """`simonides serve` over pipes."""

    def __init__(self, home: Path, *flags: str, environment: Mapping[str, str] | None = None) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *flags],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "SIMONIDES_HOME": str(home), **(environment or {})},
        )
        self._ids = 0

    def ask(self, method: str, params: Mapping[str, object] | None = None) -> dict[str, Any]:
        """Send a request and wait for the next line."""
        self.send(method, params)
        return self.read()

    def send(self, method: str, params: Mapping[str, object] | None = None) -> int:
        """Send a request; its id."""
        self._ids += 1
        assert self.process.stdin
        message = {"jsonrpc": "2.0", "id": self._ids, "method": method, "params": params or {}}
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
        return self._ids

    def read(self) -> dict[str, Any]:
        """The next line."""
        assert self.process.stdout
        reply: dict[str, Any] = json.loads(self.process.stdout.readline())
        return reply

    def call(self, tool: str, **arguments: object) -> Any:
        """Call a tool and read its text."""
        reply = self.ask("tools/call", {"name": tool, "arguments": arguments})
        return json.loads(reply["result"]["content"][0]["text"])

    def end(self) -> int:
        """Close its input and wait; the exit code."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        code = self.process.wait(timeout=60)
        self.process.stdout.close()
        return code

    def kill(self) -> None:
        """End it without warning."""
        self.process.kill()
        self.process.wait(timeout=60)
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        self.process.stdout.close()
