"""Tool sets as clients see them: JSON in, JSON out, through the real core, wiring and store."""

import json
from typing import Any

from simonides.engines import build_host
from simonides.servers.mcp.eras import NEWEST_HANDSHAKE, Era
from simonides.servers.mcp.methods import Ask
from simonides.servers.mcp.protocol import Core
from simonides.servers.mcp.session import Session
from simonides.settings import Settings
from simonides.wiring import build_core


class Failure(Exception):
    """A JSON-RPC error, as a client gets it."""

    def __init__(self, code: int, message: str) -> None:
        self.code = code
        self.message = message
        super().__init__(f"{code}: {message}")


def called(core: Core, tool: str, arguments: object, era: Era = NEWEST_HANDSHAKE, headers: dict[str, str] | None = None) -> Any:
    """The result of a call as a transport that keeps sessions itself asks for it. Raises RpcError."""
    return core.answer("tools/call", Ask({"name": tool, "arguments": arguments}, era, Session(), headers))


class Client:
    """Calls tools and reads their replies."""

    def __init__(self, settings: Settings, *toolsets: str) -> None:
        self.lazy = build_host(settings)
        self.core = build_core(settings, toolsets, self.lazy)
        self.session = Session()

    def ask(self, method: str, **params: object) -> dict[str, Any]:
        reply = self.core.handle({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}, self.session)
        assert isinstance(reply, dict)
        if "error" in reply:
            raise Failure(reply["error"]["code"], reply["error"]["message"])
        result = reply["result"]
        assert isinstance(result, dict)
        return result

    def __call__(self, tool: str, **arguments: object) -> Any:
        result = self.ask("tools/call", name=tool, arguments=arguments)
        reply = json.loads(result["content"][0]["text"])
        if isinstance(reply, dict):
            assert result["structuredContent"] == reply
        return reply

    def failure(self, tool: str, **arguments: object) -> str:
        """The sentence of a failure that comes as a result, as MCP recommends."""
        result = self.ask("tools/call", name=tool, arguments=arguments)
        assert result["isError"]
        [content] = result["content"]
        return str(content["text"])
