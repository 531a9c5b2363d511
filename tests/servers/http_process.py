"""A real server process that listens over HTTP, and requests to it."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import httpx2

from servers.wire import MODERN_META, TESTS, request

PRODUCT = ("-m", "simonides", "serve", "--http", "127.0.0.1:0")
TOY = ("-m", "servers.toy_http_server")

Headers: TypeAlias = Mapping[str, str | bytes] | None

JSON_HEADERS: dict[str, str | bytes] = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
OPENING = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}


class HttpProcess:
    """One running server, from the moment it says where it listens; it may have stdin and stdout too."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *words],
            cwd=TESTS,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **(environment or {})},
        )
        self.log: list[str] = []
        self.url = self._read_url()
        self._reader = threading.Thread(target=self._read_log, daemon=True)
        self._reader.start()
        self._client = httpx2.Client(base_url=self.url, timeout=60)

    def send(self, method: str, path: str, **options: Any) -> httpx2.Response:
        return self._client.request(method, path, **options)

    def post(self, message: object, headers: Headers = None, path: str = "/mcp") -> httpx2.Response:
        return self.send("POST", path, content=json.dumps(message), headers={**JSON_HEADERS, **(headers or {})})

    def shake_hands(self, headers: Headers = None, version: str = "2025-11-25") -> httpx2.Response:
        return self.post(request("initialize", {**OPENING, "protocolVersion": version}), headers)

    def ask_modern(self, method: str, params: Mapping[str, Any], headers: Headers = None) -> httpx2.Response:
        routing: dict[str, str | bytes] = {
            "MCP-Protocol-Version": "2026-07-28",
            "Mcp-Method": method,
            "Mcp-Name": params.get("name", ""),
        }
        return self.post(request(method, {**params, "_meta": MODERN_META}), {**routing, **(headers or {})})

    def call_modern(self, name: str, arguments: object, headers: Headers = None) -> Any:
        return self.ask_modern("tools/call", {"name": name, "arguments": arguments}, headers).json()

    def signal(self, number: signal.Signals) -> None:
        self.process.send_signal(number)

    def exit_code(self) -> int:
        code = self.process.wait(60)
        self._reader.join(60)
        return code

    def end(self) -> None:
        self._client.close()
        self.process.kill()
        self._reader.join(60)
        self._close()

    def _close(self) -> None:
        self.process.wait(60)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()

    def _read_url(self) -> str:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.log.append(line.decode())
            if found := re.search(r"listening on (http://\S+)/mcp", self.log[-1]):
                return found[1]
        self._close()
        raise AssertionError("".join(self.log))

    def _read_log(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.log.append(line.decode())


def product_environment(home: Path) -> dict[str, str]:
    return {"SIMONIDES_HOME": str(home), "SIMONIDES_EMBEDDER": "hashing", "SIMONIDES_CONFIG": str(home / "none.toml")}
