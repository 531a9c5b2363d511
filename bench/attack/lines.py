"""Lines of JSON-RPC: whole conversations, single mutated messages, and bytes that are none."""

import json
import random
from collections.abc import Mapping, Sequence
from typing import Any

from bench.attack.arguments import Arguments
from bench.attack.values import odd_text, odd_value

VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28", "1999-01-01")
METHODS = (
    *("initialize", "ping", "tools/list", "tools/call", "prompts/list", "prompts/get", "resources/list", "resources/read"),
    *("resources/templates/list", "resources/subscribe", "resources/unsubscribe", "completion/complete", "logging/setLevel"),
    *("server/discover", "notifications/initialized", "notifications/cancelled", "notifications/progress", "roots/list"),
    *("sampling/createMessage", "elicitation/create", "shutdown", "exit", "rpc.discover", "__init__"),
)
MODERN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "attack", "version": "1"},
}
RAW = (
    *(b"", b" ", b"\r", b"{", b"}", b"[", b"]", b"[]", b"[[]]", b"{}", b"null", b"true", b"0", b'"', b'""', b"nul", b"{]"),
    *(b"\xff", b"\xc3\x28", b"\xed\xa0\x80", b"\xef\xbb\xbf{}", b"\x00", b"\x1f", b'{"jsonrpc":', b'{"a":NaN}', b"[1,]"),
    *(b"[" * 5_000, b'{"a":' * 5_000, b"9" * 10_000, b"-", b"1e999", b'{"id":1e400}', b'"' + b"\\u0000" * 500 + b'"'),
    *(b"Content-Length: 10\r", b"GET / HTTP/1.1\r", b"\x1b]0;x\x07", b"{" + b'"a":1,' * 2_000 + b'"a":1}', b"\xfe\xff\x00{"),
)


class Grammar:
    """An endless, repeatable supply of lines for one server; `tools` are what `tools/list` told."""

    def __init__(self, chance: random.Random, tools: Sequence[Mapping[str, Any]]) -> None:
        self.arguments = Arguments(chance)
        self._chance = chance
        self._tools = tools
        self._number = 0
        self._ids: list[int | str] = []

    def line(self) -> bytes:
        """The next line, without its newline."""
        draw = self._chance.random()
        if draw < 0.08:
            return self._chance.choice(RAW)
        if draw < 0.20:
            return self._bitten(_encode(self.message()))
        if draw < 0.23:
            return _encode([self.message() for _ in range(self._chance.choice([0, 1, 2, 5]))])
        return _encode(self.message())

    def message(self) -> Any:
        """A request, a notification or a response, whole or mutated."""
        draw = self._chance.random()
        if draw < 0.70:
            return self._spoilt(self._call())
        if draw < 0.97:
            return self._spoilt(self._request(self._chance.choice(METHODS)))
        return {"jsonrpc": "2.0", "id": odd_value(self._chance), "result": odd_value(self._chance)}

    def modern_body(self) -> bytes:
        """A tool call in the version that has no handshake; its arguments may be anything."""
        call = self._call()
        call["params"]["_meta"] = MODERN
        return _encode(call)

    def opening(self) -> bytes:
        """A handshake."""
        return _encode(self._with_id("initialize", self._params("initialize")))

    def _call(self) -> dict[str, Any]:
        tool = self._chance.choice(self._tools)
        make = self.arguments.of if self._chance.random() < 0.5 else self.arguments.spoilt
        return self._in_era(self._with_id("tools/call", {"name": tool["name"], "arguments": make(tool["inputSchema"])}))

    def _request(self, method: str) -> dict[str, Any]:
        if method.startswith("notifications/"):
            params = {"requestId": self._chance.choice(self._ids) if self._ids else 0, "reason": "enough"}
            return {"jsonrpc": "2.0", "method": method, "params": params}
        return self._in_era(self._with_id(method, self._params(method)))

    def _params(self, method: str) -> dict[str, Any]:
        match method:
            case "initialize":
                client = {"name": "attack", "version": "1"}
                return {"protocolVersion": self._chance.choice(VERSIONS), "capabilities": {}, "clientInfo": client}
            case "prompts/get":
                return {"name": self._chance.choice(["wake-up", "wake_up", "x"]), "arguments": {"wing": "wing_app"}}
            case "resources/read" | "resources/subscribe" | "resources/unsubscribe":
                return {"uri": self._chance.choice(["simonides://wake-up", "simonides://", "file:///etc/passwd", "x"])}
            case "logging/setLevel":
                return {"level": self._chance.choice(["debug", "error", "loud"])}
            case _:
                return {}

    def _with_id(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self._number += 1
        number: int | str = self._number if self._chance.random() < 0.8 else f"id-{self._number}"
        self._ids = [*self._ids[-20:], number]
        return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}

    def _in_era(self, message: dict[str, Any]) -> dict[str, Any]:
        if self._chance.random() < 0.2:
            message["params"]["_meta"] = MODERN if self._chance.random() < 0.7 else odd_value(self._chance)
        return message

    def _spoilt(self, message: dict[str, Any]) -> Any:
        if self._chance.random() < 0.7:
            return message
        match self._chance.randrange(6):
            case 0:
                message[self._chance.choice(list(message))] = odd_value(self._chance)
            case 1:
                message.pop(self._chance.choice(list(message)))
            case 2:
                message[odd_text(self._chance)[:300]] = odd_value(self._chance)
            case 3 if isinstance(message.get("params"), dict):
                message["params"][self._chance.choice([*message["params"], "_meta", "cursor"])] = odd_value(self._chance)
            case 4:
                message["id"] = self._chance.choice([*self._ids, *(None, True, 1.5, "", [], {}, 10**30, "x" * 3_000)])
            case _:
                return odd_value(self._chance)
        return message

    def _bitten(self, line: bytes) -> bytes:
        line = line[:5_000]
        place = self._chance.randrange(len(line))
        match self._chance.randrange(4):
            case 0:
                return line[:place]
            case 1:
                return line[:place] + self._chance.randbytes(self._chance.randint(1, 8)).replace(b"\n", b" ") + line[place:]
            case 2:
                return line[:place] + line[place + 1 :]
            case _:
                return line[:place] + line[place:] * self._chance.choice([2, 20])


def _encode(message: Any) -> bytes:
    # Lone surrogates travel as escapes; what JSON cannot say is left to the raw bytes.
    return json.dumps(message).encode()
