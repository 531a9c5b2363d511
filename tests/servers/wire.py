"""A client's end of the pipes, which knows nothing of MCP beyond one JSON message per line."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

TESTS = Path(__file__).parents[1]
COMMAND = (sys.executable, "-m", "servers.toy_server")

MODERN_META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}


def request(method: str, params: dict[str, Any] | None = None, to: int | str = 1) -> dict[str, Any]:
    message: dict[str, Any] = {"jsonrpc": "2.0", "id": to, "method": method}
    return message if params is None else {**message, "params": params}


def call(name: str, arguments: dict[str, Any] | None = None, to: int | str = 1) -> dict[str, Any]:
    return request("tools/call", {"name": name, "arguments": arguments or {}}, to)


class Wire:
    """One running server."""

    def __init__(self, process: subprocess.Popen[bytes], stderr: Path) -> None:
        self.process = process
        self._stderr = stderr

    @classmethod
    def start(cls, flags: Sequence[str], stderr: Path, stdin: int) -> "Wire":
        with stderr.open("wb") as log:
            process = subprocess.Popen([*COMMAND, *flags], cwd=TESTS, stdin=stdin, stdout=subprocess.PIPE, stderr=log)
        return cls(process, stderr)

    def send(self, *messages: object) -> None:
        self.send_raw(b"".join(json.dumps(message).encode() + b"\n" for message in messages))

    def send_raw(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def read(self) -> Any:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def ask(self, message: object) -> Any:
        self.send(message)
        return self.read()

    def open_session(self, version: str = "2025-11-25") -> Any:
        return self.ask(request("initialize", {"protocolVersion": version}, "open"))

    def close_input(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    def rest(self) -> list[Any]:
        """Everything the server says until it ends."""
        assert self.process.stdout is not None
        return [json.loads(line) for line in self.process.stdout]

    def exit_code(self) -> int:
        return self.process.wait(60)

    def log(self) -> str:
        return self._stderr.read_text()

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()
