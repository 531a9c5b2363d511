"""A server over HTTP in this process, with limits of the test's own, and tokens that the test revokes."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

import httpx2
from sse_starlette.sse import AppStatus
from starlette.routing import BaseRoute

from servers.http_process import JSON_HEADERS, OPENING
from servers.toy import Box, Echo, open_within, toy_core
from servers.toy_http_server import nobody
from servers.wire import MODERN_META, call, request
from simonides.servers.deadlines import CallLimit
from simonides.servers.http.access import access_to
from simonides.servers.http.address import read_address
from simonides.servers.http.limits.values import HttpLimits
from simonides.servers.http.server import HttpServer
from simonides.servers.rest.companion import Api, Companion
from simonides.servers.workers import Workers
from simonides.toolkit.content import Download
from simonides.toolkit.grant import Grant
from simonides.toolsets.companion.route import Route


def say(box: Box, text: str) -> Echo:
    """Say it again."""
    return {"text": text, "box": box.name}


def never(box: Box) -> Echo:
    """Never return."""
    threading.Event().wait()
    return {"text": "", "box": box.name}


def tear(box: Box) -> Download:
    """Give the beginning of a file."""

    def pieces() -> Iterator[bytes]:
        yield b"beginning"
        raise ValueError(box.name)

    return Download("torn.txt", "text/plain", pieces())


class Tokens:
    """The tokens `key-ann` and `key-bob`, until they are revoked."""

    def __init__(self) -> None:
        self.holders = {"ann", "bob"}

    def are_there(self) -> bool:
        return True

    def is_one(self, secret: str) -> bool:
        return secret.startswith("key-")

    def find(self, secret: str) -> Grant | None:
        holder = secret.removeprefix("key-")
        return Grant("attic", holder=holder) if holder in self.holders else None

    def are_good(self, grant: Grant) -> bool:
        return grant.holder in self.holders


class Running:
    """One server, and requests to it with a token."""

    def __init__(self, limits: HttpLimits, limit: CallLimit, sets: str = "result") -> None:
        self.tokens = Tokens()
        address = read_address("127.0.0.1:0")
        listener = address.listen()
        self.port = listener.getsockname()[1]
        self._is_ready = threading.Event()

        def routes(pool: Workers) -> Sequence[BaseRoute]:
            self._is_ready.set()
            operations = [Route("POST", "/say", say, "Say"), Route("POST", "/never", never, "Never")]
            operations.append(Route("GET", "/torn", tear, "Tear", media=("text/plain",)))
            return [Companion(Api("1", operations, {}, open_within, nobody, self.tokens.are_good, limit=limit), pool)]

        access = access_to(address, None, keys=self.tokens)
        core = toy_core(sets, limit=limit)
        self.server = HttpServer(core, listener, access, on_end=lambda: None, read_routes=routes, limits=limits, drain_s=0.1)
        self.server.start()
        self.client = httpx2.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=60)
        self._is_ready.wait(60)

    def send(self, method: str, path: str, holder: str = "ann", **options: object) -> httpx2.Response:
        headers = {**JSON_HEADERS, "X-Box": "b", "Authorization": f"Bearer key-{holder}", **options.pop("headers", {})}  # type: ignore[dict-item]
        return self.client.request(method, path, headers=headers, **options)  # type: ignore[arg-type]

    def shake_hands(self, holder: str = "ann") -> str:
        reply = self.send("POST", "/mcp", holder, json=request("initialize", OPENING))
        return reply.headers["mcp-session-id"]

    def ask_in(self, session: str, holder: str = "ann") -> int:
        return self.send("POST", "/mcp", holder, json=request("ping"), headers={"Mcp-Session-Id": session}).status_code

    def call(self, tool: str, arguments: dict[str, str], holder: str = "ann") -> httpx2.Response:
        message = call(tool, arguments)
        message["params"]["_meta"] = MODERN_META
        routing = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": tool}
        return self.send("POST", "/mcp", holder, json=message, headers=routing)

    def end(self) -> None:
        self.client.close()
        with suppress(OSError):
            self.server.end()
        # The library keeps this for the whole process, and further servers start in it.
        AppStatus.should_exit = False


Serve = Callable[..., Running]
