"""A real server over HTTP: its answers, the requests it refuses, and its choice of palace."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from servers.http_process import JSON_HEADERS, OPENING, PRODUCT, TOY, HttpProcess, product_environment
from servers.wire import call, request

TOKEN = "open sesame"  # noqa: S105 - the test's own
PATHS = ["/health", "/mcp", "/sse", "/sse/messages/", "/extra", "/nowhere"]


@pytest.fixture(scope="module")
def toy() -> Iterator[HttpProcess]:
    server = HttpProcess([*TOY, "--set", "both", "--alone"])
    yield server
    server.end()


@pytest.fixture(scope="module")
def guarded() -> Iterator[HttpProcess]:
    server = HttpProcess([*TOY, "--alone", "--token", TOKEN])
    yield server
    server.end()


@pytest.fixture(scope="module")
def narrow() -> Iterator[HttpProcess]:
    server = HttpProcess([*TOY, "--set", "narrow", "--alone"])
    yield server
    server.end()


@pytest.fixture(scope="module")
def palace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpProcess]:
    server = HttpProcess([*PRODUCT, "--http-only"], product_environment(tmp_path_factory.mktemp("home")))
    yield server
    server.end()


def test_health_is_ok_and_no_header_says_what_we_run_on(toy: HttpProcess) -> None:
    reply = toy.send("GET", "/health")

    assert (reply.status_code, reply.text) == (200, "ok")
    assert "server" not in reply.headers


def test_routes_of_the_wiring_are_served_beside_our_own(toy: HttpProcess) -> None:
    assert toy.send("GET", "/extra").text == "extra"
    assert toy.send("GET", "/nowhere").status_code == 404


@pytest.mark.parametrize("path", PATHS)
def test_a_foreign_host_or_origin_is_turned_away_on_every_route(toy: HttpProcess, path: str) -> None:
    assert toy.send("GET", path, headers={"Host": "evil.example"}).status_code == 421
    assert toy.send("GET", path, headers={"Origin": "http://evil.example"}).status_code == 403


@pytest.mark.parametrize("path", PATHS[1:])
@pytest.mark.parametrize("given", [{}, {"Authorization": "Bearer close sesame"}])
def test_without_the_token_no_route_but_health_answers(guarded: HttpProcess, path: str, given: dict[str, str]) -> None:
    reply = guarded.send("GET", path, headers=given)

    assert reply.status_code == 401
    assert reply.headers["www-authenticate"].startswith('Bearer realm="simonides"')
    assert ("invalid_token" in reply.headers["www-authenticate"]) == bool(given)
    assert guarded.send("GET", "/health").text == "ok"


def test_with_the_token_everything_answers(guarded: HttpProcess) -> None:
    token = {"Authorization": f"Bearer {TOKEN}"}

    assert guarded.shake_hands(token).status_code == 200
    assert guarded.send("GET", "/extra", headers=token).text == "extra"


@pytest.mark.parametrize("path", ["/mcp", "/sse/messages/", "/extra"])
def test_a_body_beyond_the_limit_is_refused_whether_its_length_is_told_or_not(toy: HttpProcess, path: str) -> None:
    too_long = b"x" * (4 * 1024 * 1024 + 1)

    assert toy.send("POST", path, content=too_long, headers=JSON_HEADERS).status_code == 413
    assert toy.send("POST", path, content=iter([too_long]), headers=JSON_HEADERS).status_code == 413


def test_headers_beyond_the_limit_are_refused(toy: HttpProcess) -> None:
    url = httpx2.URL(toy.url)
    with socket.create_connection((url.host, url.port or 0), timeout=60) as wire:
        wire.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"x" * 200_000)

        assert wire.recv(100).startswith(b"HTTP/1.1 400")


def test_malformed_json_and_invalid_utf_8_are_parse_errors(toy: HttpProcess) -> None:
    for body in (b"{nope", b'{"jsonrpc":"2.0","id":1,"method":"\xff"}'):
        reply = toy.send("POST", "/mcp", content=body, headers=JSON_HEADERS)

        assert (reply.status_code, reply.json()["error"]["code"], reply.json()["id"]) == (400, -32700, None)


def test_the_handshake_says_the_same_as_on_stdio(toy: HttpProcess) -> None:
    assert toy.shake_hands().json()["result"] == {
        "protocolVersion": "2025-11-25",
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "toy", "version": "1.0", "default_palace": "attic"},
        "instructions": "Toy instructions.",
    }


def test_discovery_says_the_same_as_on_stdio(toy: HttpProcess) -> None:
    result = toy.ask_modern("server/discover", {}).json()["result"]

    assert result["instructions"] == "Toy instructions."
    assert result["_meta"]["io.modelcontextprotocol/serverInfo"]["default_palace"] == "attic"
    assert (result["supportedVersions"], result["resultType"]) == (["2026-07-28"], "complete")


@pytest.mark.parametrize(
    ("version", "keys"),
    [
        ("2024-11-05", {"name", "description", "inputSchema"}),
        ("2025-03-26", {"name", "description", "inputSchema", "annotations"}),
        ("2025-06-18", {"name", "title", "description", "inputSchema", "annotations", "outputSchema"}),
    ],
)
def test_an_older_client_sees_what_its_version_knows(toy: HttpProcess, version: str, keys: set[str]) -> None:
    session = {"Mcp-Session-Id": toy.shake_hands(version=version).headers["mcp-session-id"], "X-Box": "b"}

    tools = toy.post(request("tools/list"), session).json()["result"]["tools"]
    result = toy.post(call("echo", {"text": "x"}), session).json()["result"]

    assert set(tools[0]) == keys
    assert ("structuredContent" in result) == ("outputSchema" in keys)


@pytest.mark.parametrize(
    ("message", "code", "text"),
    [
        (request("tools/call", {"name": "echo", "arguments": [1]}), -32000, "echo: 'arguments' must be an object"),
        (request("tools/call", {"arguments": {}}), -32602, "Invalid params: 'name' must be a string"),
        (request("tools/call"), -32602, "Invalid params: 'name' must be a string"),
        (call("nope"), -32602, "Unknown tool: nope"),
        (call("fail", {"how": "bug"}), -32000, "internal error in fail: ZeroDivisionError: by zero"),
        (request("foo"), -32601, "Method not found: foo"),
        (request("tools/list", {"cursor": "x"}), -32602, "Invalid params: unknown 'cursor'"),
    ],
)
def test_a_failure_has_the_cores_code_and_words(toy: HttpProcess, message: dict[str, Any], code: int, text: str) -> None:
    session = {"Mcp-Session-Id": toy.shake_hands().headers["mcp-session-id"], "X-Box": "b"}
    params = message.get("params", {})

    old = toy.post(message, session).json()["error"]
    new = toy.ask_modern(message["method"], params, {"X-Box": "b", "Mcp-Name": params.get("name", "")}).json()["error"]

    assert old == {"code": code, "message": text}
    assert new["message"] == text if "name" in params or message["method"] != "tools/call" else new["code"] < 0


def test_a_set_served_alone_keeps_its_error_plane_and_its_methods(narrow: HttpProcess) -> None:
    session = {"Mcp-Session-Id": narrow.shake_hands().headers["mcp-session-id"]}

    unknown = narrow.post(call("nope"), session).json()["error"]
    missing = narrow.post(call("echo", {"text": "x"}), session).json()["error"]
    method = narrow.post(request("resources/list"), session).json()["error"]

    assert unknown == {"code": -32603, "message": "unknown tool: nope"}
    assert missing == {"code": -32603, "message": "echo: missing 'box' (no default configured)"}
    assert method == {"code": -32601, "message": "Method not found: resources/list"}


def test_the_workspace_header_names_the_palace_of_each_request(palace: HttpProcess) -> None:
    names = {"atlas": b"atlas", "búzios": "búzios".encode()}

    for name, sent in names.items():
        note = {"wing": "w", "room": "r", "content": f"a note about {name}"}
        palace.call_modern("mempalace_add_drawer", note, {"X-Memory-Workspace": sent})
    replies = [palace.call_modern("mempalace_search", {"query": "note"}, {"x-memory-workspace": sent}) for sent in names.values()]

    texts = [[hit["text"] for hit in reply["result"]["structuredContent"]["results"]] for reply in replies]
    assert texts == [["a note about atlas"], ["a note about búzios"]]


class Sse:
    """One connection to `/sse`, read event by event."""

    def __init__(self, server: HttpProcess, client: httpx2.Client, headers: dict[str, str]) -> None:
        self._opening = client.stream("GET", f"{server.url}/sse", headers=headers)
        self._lines = self._opening.__enter__().iter_lines()
        self._server = server
        self.endpoint = self._event()

    def ask(self, message: dict[str, Any], headers: dict[str, str]) -> Any:
        assert self._server.post(message, headers, self.endpoint).status_code == 202
        return json.loads(self._event())

    def close(self) -> None:
        self._opening.__exit__(None, None, None)

    def _event(self) -> str:
        return next(line for line in self._lines if line.startswith("data: ")).removeprefix("data: ")


@pytest.mark.parametrize(
    ("opening", "posting", "box"),
    [
        ({"X-Box": "opened"}, {}, "opened"),
        ({}, {"X-Box": "posted"}, "posted"),
        ({"X-Box": "opened"}, {"X-Box": "posted"}, "posted"),
    ],
)
def test_on_sse_the_connections_headers_count_unless_the_message_has_its_own(
    toy: HttpProcess, opening: dict[str, str], posting: dict[str, str], box: str
) -> None:
    with httpx2.Client(timeout=60) as client:
        sse = Sse(toy, client, opening)
        sse.ask(request("initialize", OPENING), posting)
        reply = sse.ask(call("echo", {"text": "x"}), posting)
        sse.close()

    assert sse.endpoint.startswith("/sse/messages/?session_id=")
    assert reply["result"]["structuredContent"] == {"text": "x", "box": box}


HALVES = {"text": "\ud800 note \\ud800 💥"}
MENDED = {"text": "\ufffd note \\ud800 💥", "box": "b"}


def test_half_a_surrogate_pair_is_answered_as_on_stdio(toy: HttpProcess) -> None:
    session = {"Mcp-Session-Id": toy.shake_hands().headers["mcp-session-id"], "X-Box": "b"}

    reply = toy.post(call("echo", HALVES), session).json()

    assert reply["result"]["structuredContent"] == MENDED
    assert toy.call_modern("echo", HALVES, {"X-Box": "b"})["result"]["structuredContent"] == MENDED


def test_half_a_surrogate_pair_is_answered_on_sse_too(toy: HttpProcess) -> None:
    with httpx2.Client(timeout=60) as client:
        sse = Sse(toy, client, {"X-Box": "b"})
        sse.ask(request("initialize", OPENING), {})
        reply = sse.ask(call("echo", HALVES), {})
        sse.close()

    assert reply["result"]["structuredContent"] == MENDED


def test_a_stdio_server_imports_nothing_of_http(tmp_path: Path) -> None:
    program = (
        "import os, sys; os._exit = int; from simonides.cli.main import main; main(['serve']);"
        "heavy = {'mcp', 'starlette', 'uvicorn', 'anyio', 'pydantic', 'asyncio', 'simonides.servers.http.server'};"
        "sys.stderr.write('heavy: ' + ' '.join(sorted(heavy & set(sys.modules))))"
    )
    talk = "\n".join(json.dumps(each) for each in (request("initialize", OPENING), call("mempalace_status", to=2))) + "\n"

    done = subprocess.run(
        [sys.executable, "-c", program],
        input=talk,
        env={**os.environ, **product_environment(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )

    assert len(done.stdout.splitlines()) == 2
    assert done.stderr.endswith("heavy: ")
