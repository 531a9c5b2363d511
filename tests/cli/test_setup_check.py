"""`setup --check` starts what the configs name, and talks to it."""

import json
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import pytest

from cli.conftest import Run
from simonides.cli.clients.talk import TalkFailed, talk_over_http, talk_to_program

pytestmark = pytest.mark.requirement("setup-check")
CHATTY = "print('hello'); input()"
DEEP = "print('[' * 100_000); input()"
SHY = "import sys; print('no such palace', file=sys.stderr); sys.exit(3)"
SLOW = "import time; time.sleep(60)"
SILENT_ERROR = """
import json
for line in iter(input, ''):
    error = {"code": 1, "message": "closed today"}
    print(json.dumps({"jsonrpc": "2.0", "id": json.loads(line).get("id"), "error": error}), flush=True)
"""


@pytest.fixture
def person(ada: Path) -> Path:
    for name in (".cursor", ".config/goose", ".gemini"):
        (ada / name).mkdir(parents=True)
    return ada


def test_each_entry_is_started_and_answers_or_tells_why_not(run: Run, home: Path, person: Path) -> None:
    run("setup", "--client", "goose", "--data-dir", str(home), "--tools", "core")
    (person / ".cursor/mcp.json").write_text(json.dumps({"mcpServers": {"simonides": {"command": "/no/such"}}}), encoding="utf-8")

    told = run("setup", "--check")
    listed = run("setup", "--check", "--client", "gemini", "--json")

    lines = {line.split()[0]: line for line in told.out.splitlines()}
    assert told.code == 1
    assert "failed: cannot start /no/such" in lines["cursor"]
    assert "ok: simonides" in lines["goose"]
    assert "6 tools" in lines["goose"]
    assert "setup --client gemini" in lines["gemini"]
    assert (listed.code, listed.json[0]["ok"]) == (1, False)


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (CHATTY, "something else than JSON-RPC to stdout: hello"),
        (DEEP, "something else than JSON-RPC to stdout: \\[\\[\\["),
        (SHY, "ended before it answered `initialize`; it said: no such palace"),
        (SILENT_ERROR, "closed today"),
    ],
)
def test_a_server_that_misbehaves_is_named_by_what_it_did(code: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(TalkFailed, match=reason):
        talk_to_program([sys.executable, "-c", code], {"PATH": ""}, tmp_path)


def test_a_server_that_does_not_answer_is_not_waited_for_and_is_ended(tmp_path: Path) -> None:
    with pytest.raises(TalkFailed, match="in time"):
        talk_to_program([sys.executable, "-c", SLOW], {"PATH": ""}, tmp_path, patience_s=0.2)


class Desk(BaseHTTPRequestHandler):
    """A small MCP server over HTTP that wants a token, answers in events and keeps the session's name."""

    seen: ClassVar[list[tuple[str, str | None]]] = []

    def do_POST(self) -> None:
        message = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        Desk.seen.append((message["method"], self.headers.get("Mcp-Session-Id")))
        if self.headers.get("Authorization") != "Bearer good":
            self.send_error(401)
            return
        if self.path == "/moved":
            self.send_response(307)
            self.send_header("Location", "/mcp")
            self.end_headers()
            return
        results = {"initialize": {"serverInfo": {"name": "desk", "version": "7"}}, "tools/list": {"tools": [{"name": "a"}]}}
        reply = {"jsonrpc": "2.0", "id": message.get("id"), "result": results.get(message["method"], {})}
        body = f"event: message\r\ndata: {json.dumps(reply)}\r\n\r\n".encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Mcp-Session-Id", "s1")
        self.end_headers()
        self.wfile.write(body)

    def do_DELETE(self) -> None:
        Desk.seen.append(("DELETE", self.headers.get("Mcp-Session-Id")))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing: tests read what was seen."""


@pytest.fixture
def desk() -> Iterator[str]:
    Desk.seen.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Desk)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_server_over_http_is_asked_with_its_token_and_left_in_order(desk: str) -> None:
    met = talk_over_http(f"{desk}/mcp", {"Authorization": "Bearer good"})

    assert (met.name, met.version, met.tools) == ("desk", "7", ("a",))
    assert Desk.seen == [
        ("initialize", None), ("notifications/initialized", "s1"), ("tools/list", "s1"), ("DELETE", "s1"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "token", "reason"), [("/mcp", "bad", "token is missing or wrong"), ("/moved", "good", "answered 307")]
)
def test_a_wrong_token_and_a_moved_server_are_told(desk: str, path: str, token: str, reason: str) -> None:
    with pytest.raises(TalkFailed, match=reason):
        talk_over_http(f"{desk}{path}", {"Authorization": f"Bearer {token}"})


def test_nobody_there_is_told() -> None:
    with pytest.raises(TalkFailed, match="cannot be reached"):
        talk_over_http("http://127.0.0.1:9/mcp", {})


@pytest.mark.parametrize("entry", [{"url": "foo"}, {"url": "http://a..b/mcp"}, {"url": "http://x", "headers": {"A": "…"}}])
def test_an_address_that_somebody_wrote_wrong_is_told(run: Run, person: Path, entry: dict[str, object]) -> None:
    (person / ".cursor/mcp.json").write_text(json.dumps({"mcpServers": {"simonides": entry}}), encoding="utf-8")

    told = run("setup", "--check", "--client", "cursor")

    assert (told.code, told.err) == (1, "")
    assert "failed: cannot be reached" in told.out


def test_a_program_that_nothing_can_be_called_is_told(run: Run, person: Path) -> None:
    (person / ".cursor/mcp.json").write_text(r'{"mcpServers": {"simonides": {"command": "a\u0000b"}}}', encoding="utf-8")

    assert "failed: cannot start" in run("setup", "--check", "--client", "cursor").out
