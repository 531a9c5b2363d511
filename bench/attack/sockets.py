"""Attack over HTTP: a few connections at once, each request answered before the next."""

import json
import random
import re
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from bench.attack.findings import Findings
from bench.attack.lines import MODERN
from bench.attack.operations import RestOperation, read_description
from bench.attack.pipes import outcome
from bench.attack.requests import Requests, Sent
from bench.attack.servers import HTTP, Home, wait_for
from simonides.frozen import frozen

PATIENCE_S = 90
CONNECTIONS = 4
DESCRIPTION = "/api/v1/openapi.json"
ID = re.compile(rb'"(?:id|drawer|drawer_id|memory)":\s?"([A-Za-z0-9_-]{6,64})"')
LISTENING = "listening on http://127.0.0.1:"


@frozen
class Got:
    """A response; status 0 stands for a connection that was closed without one."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def is_stream(self) -> bool:
        return "event-stream" in self.headers.get("content-type", "")


class Sockets:
    """One server over HTTP, and the clients that attack it."""

    def __init__(self, home: Home, findings: Findings, chance: random.Random) -> None:
        self._home = home
        self._findings = findings
        self._lock = threading.Lock()
        self.start()
        tools, operations = self.ask("tools/list", {})["tools"], self._operations()
        supplies = [Requests(random.Random(chance.getrandbits(64)), self._port, tools, operations) for _ in range(CONNECTIONS)]
        self._crowd = [_Client(each, self._judge) for each in supplies]

    def start(self) -> None:
        """Begin with a new process; its clients come back."""
        self._home.log.touch()
        said = self._home.log.stat().st_size
        self.process = self._home.start(*HTTP)
        self._port = int(wait_for(self._home.log, LISTENING, self.process, said).partition("/")[0])
        for client in getattr(self, "_crowd", ()):
            client.move(self._port)

    def batch(self, count: int) -> None:
        """Let every connection send its share, all at once."""
        with ThreadPoolExecutor(CONNECTIONS) as pool:
            for done in [pool.submit(client.send, count // CONNECTIONS) for client in self._crowd]:
                done.result()

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """One request on a connection of its own."""
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": MODERN}}
        with _Client(Requests(random.Random(0), self._port, []), lambda _sent, _got: None) as client:
            got = client.exchange(client.requests.request(json.dumps(message).encode(), method, str(params.get("name", ""))))
        reply = json.loads(got.body or b"{}")
        return dict(reply.get("result") or reply.get("error") or {"status": got.status})

    def _operations(self) -> list[RestOperation]:
        with _Client(Requests(random.Random(0), self._port, []), lambda _sent, _got: None) as client:
            asked = f"GET {DESCRIPTION} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\n\r\n"
            return read_description(json.loads(client.exchange(Sent(asked.encode())).body))

    def end(self) -> int:
        """Ask it to end and wait; the exit code."""
        for client in self._crowd:
            client.close()
        self.process.terminate()
        return self.process.wait(60)

    def kill(self) -> None:
        """End it without warning."""
        self.process.kill()
        self.process.wait(60)
        for client in getattr(self, "_crowd", ()):
            client.close()

    def _judge(self, sent: Sent, got: Got) -> None:
        with self._lock:
            self._findings.outcomes[f"HTTP {got.status}"] += 1
            if got.status >= 500:
                self._findings.add(f"HTTP {got.status}", f"{sent.data[:300]!r} -> {got.body[:200]!r}")
            elif got.status == 0 and sent.is_whole:
                self._findings.add("no answer", repr(sent.data[:300]))
            elif got.status == 200 and sent.body is not None and not got.is_stream:
                self._judge_reply(sent.body, got)

    def _judge_reply(self, body: bytes, got: Got) -> None:
        reply, request = json.loads(got.body), _read(body)
        for one in reply if isinstance(reply, list) else [reply]:
            self._findings.outcomes[outcome(one)] += 1
        if isinstance(reply, dict) and isinstance(request, dict) and _is_id(request.get("id")) and reply.get("id") is not None:
            asked, answered = (json.dumps(each).encode("utf-8", "replace") for each in (request["id"], reply["id"]))
            if asked != answered and b"\\ud" not in asked:
                self._findings.add("replies do not match", f"{asked!r} answered as {answered!r}"[:300])


class _Client:
    """One connection, opened again whenever the server has closed it."""

    def __init__(self, requests: Requests, judge: Any) -> None:
        self.requests = requests
        self._judge = judge
        self._socket: socket.socket | None = None

    def __enter__(self) -> "_Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def move(self, port: int) -> None:
        """Speak to another server from now on."""
        self.close()
        self.requests.port = port
        self.requests.session = None

    def send(self, count: int) -> None:
        """Send requests and judge what comes back."""
        for _ in range(count):
            sent = self.requests.next()
            got = self.exchange(sent)
            self.requests.session = got.headers.get("mcp-session-id", self.requests.session)
            if got.status == 404 and sent.body is not None:
                self.requests.session = None
            for known in ID.findall(got.body[:5_000])[:3]:
                self.requests.grammar.arguments.learn(known.decode())
            self._judge(sent, got)

    def exchange(self, sent: Sent) -> Got:
        """Send one request and read its response."""
        kept = self._socket is not None
        got = self._try(sent)
        # A kept connection may have been closed by the server before it saw the request.
        return self._try(sent) if got.status == 0 and kept and sent.is_whole else got

    def close(self) -> None:
        """Hang up."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def _try(self, sent: Sent) -> Got:
        try:
            if self._socket is None:
                self._socket = socket.create_connection(("127.0.0.1", self.requests.port), PATIENCE_S)
            self._socket.sendall(sent.data)
            if not sent.is_whole:
                self._socket.shutdown(socket.SHUT_WR)
            got = _read_response(self._socket, is_head=sent.data.startswith(b"HEAD"))
        except TimeoutError:
            got = Got(599, {}, b"no response in time")
        except OSError:
            got = Got(0, {}, b"")
        if not sent.is_whole or got.status in (0, 599) or got.is_stream or got.headers.get("connection") == "close":
            self.close()
        return got


def _read_response(wire: socket.socket, *, is_head: bool) -> Got:
    with wire.makefile("rb") as file:
        first = file.readline()
        if not first.startswith(b"HTTP/1.1 "):
            return Got(0, {}, first)
        headers = {}
        while (line := file.readline()).strip():
            name, _, value = line.decode("latin-1").partition(":")
            headers[name.lower()] = value.strip()
        got = Got(int(first.split()[1]), headers, b"")
        if is_head or got.is_stream:
            return got
        return Got(got.status, headers, file.read(int(headers.get("content-length", "0"))))


def _read(body: bytes) -> Any:
    try:
        return json.loads(body)
    except ValueError:
        return None


def _is_id(found: object) -> bool:
    return isinstance(found, int | str) and not isinstance(found, bool)
