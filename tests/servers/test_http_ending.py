"""Start and end of an HTTP server: with stdio or alone, calls in flight finish, streams do not delay it, the code is 0."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from servers.http_process import PRODUCT, TOY, HttpProcess, product_environment
from servers.wire import TESTS, call, request
from simonides.servers.http.listening import STREAMS_S

Serve = Callable[..., HttpProcess]
End = Callable[[HttpProcess], None]


@pytest.fixture
def serve() -> Iterator[Serve]:
    servers: list[HttpProcess] = []

    def start(*words: str, environment: dict[str, str] | None = None) -> HttpProcess:
        servers.append(HttpProcess(words, environment))
        return servers[-1]

    yield start
    for server in servers:
        server.end()


def by_end_of_input(server: HttpProcess) -> None:
    assert server.process.stdin is not None
    server.process.stdin.close()


def by_sigterm(server: HttpProcess) -> None:
    server.signal(signal.SIGTERM)


def by_sigint(server: HttpProcess) -> None:
    server.signal(signal.SIGINT)


ENDS = [by_end_of_input, by_sigterm, pytest.param(by_sigint, marks=pytest.mark.long)]
# Both signals go the same way; the other ends are tried with the whole product below, and here by `make long-test`.
IN_FLIGHT = [
    by_sigterm,
    pytest.param(by_end_of_input, marks=pytest.mark.long),
    pytest.param(by_sigint, marks=pytest.mark.long),
]


def ask_on_stdio(server: HttpProcess, message: dict[str, Any]) -> Any:
    assert server.process.stdin is not None
    assert server.process.stdout is not None
    server.process.stdin.write(json.dumps(message).encode() + b"\n")
    server.process.stdin.flush()
    return json.loads(server.process.stdout.readline())


@pytest.mark.parametrize("end", ENDS)
def test_the_product_serves_both_and_both_end_together_with_0(serve: Serve, tmp_path: Path, end: End) -> None:
    server = serve(*PRODUCT, environment=product_environment(tmp_path))
    note = {"wing": "w", "room": "r", "content": "said over HTTP"}

    server.call_modern("mempalace_add_drawer", note)
    found = ask_on_stdio(server, call("mempalace_search", {"query": "said"}))["result"]["structuredContent"]
    end(server)

    assert [hit["text"] for hit in found["results"]] == ["said over HTTP"]
    assert server.exit_code() == 0
    assert [line.split()[1] for line in server.log] == ["listening", "the"]


def test_alone_it_does_not_care_for_stdin(serve: Serve, tmp_path: Path) -> None:
    server = serve(*PRODUCT, "--http-only", environment=product_environment(tmp_path))

    by_end_of_input(server)
    assert server.send("GET", "/health").text == "ok"
    by_sigterm(server)

    assert server.exit_code() == 0


def test_half_a_request_is_refused_at_the_end_and_leaves_nothing_in_the_log(serve: Serve, tmp_path: Path) -> None:
    server = serve(*PRODUCT, "--http-only", environment=product_environment(tmp_path))
    host = server.url.removeprefix("http://")
    name, _, port = host.partition(":")
    head = f"POST /api/v1/palaces HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"

    with socket.create_connection((name, int(port)), timeout=60) as half:
        # It goes on only when somebody waits for the body.
        half.sendall(f"{head}Expect: 100-continue\r\nContent-Length: 100\r\n\r\n".encode())
        assert half.recv(1_000).startswith(b"HTTP/1.1 100")
        half.sendall(b'{"name": "ha')
        by_sigterm(server)
        answer = half.recv(1_000)

    assert answer.startswith(b"HTTP/1.1 503")
    assert server.exit_code() == 0
    assert [line.split()[1] for line in server.log] == ["listening", "the"]


@pytest.mark.parametrize("end", IN_FLIGHT)
def test_open_streams_do_not_hold_it(serve: Serve, end: End) -> None:
    server = serve(*TOY)
    session = {"Mcp-Session-Id": server.shake_hands().headers["mcp-session-id"], "Accept": "text/event-stream"}
    with (
        httpx2.Client(base_url=server.url, timeout=60) as client,
        client.stream("GET", "/sse") as sse,
        client.stream("GET", "/mcp", headers=session) as stream,
    ):
        next(sse.iter_lines())
        assert stream.status_code == 200

        end(server)

        assert server.exit_code() == 0
    assert server.log[-1] == "closing engine\n"


@pytest.mark.parametrize("end", IN_FLIGHT)
@pytest.mark.parametrize("is_modern", [True, False])
def test_a_call_in_flight_finishes_and_is_answered(serve: Serve, tmp_path: Path, end: End, is_modern: bool) -> None:
    server = serve(*TOY)
    pipes = {name: str(tmp_path / name) for name in ("started", "release")}
    for pipe in pipes.values():
        os.mkfifo(pipe)
    session = {"Mcp-Session-Id": server.shake_hands().headers["mcp-session-id"], "X-Box": "b"}
    replies: list[Any] = []

    def ask() -> None:
        modern = server.call_modern("hold", pipes, {"X-Box": "b"}) if is_modern else None
        replies.append(modern or server.post(call("hold", pipes), session).json())

    asking = threading.Thread(target=ask)
    asking.start()
    Path(pipes["started"]).read_text()
    end(server)
    Path(pipes["release"]).write_text("done")
    asking.join(60)

    assert [reply["result"]["structuredContent"]["text"] for reply in replies] == ["done"]
    assert server.exit_code() == 0
    assert server.log[-1] == "closing engine\n"


@pytest.mark.requirement("companion-ending")
@pytest.mark.parametrize("end", IN_FLIGHT)
def test_a_rest_request_in_flight_finishes_and_is_answered(serve: Serve, tmp_path: Path, end: End) -> None:
    server = serve(*TOY)
    pipes = {name: str(tmp_path / name) for name in ("started", "release")}
    for pipe in pipes.values():
        os.mkfifo(pipe)
    replies: list[httpx2.Response] = []
    asking = threading.Thread(target=lambda: replies.append(server.send("POST", "/api/v1/hold", json=pipes)))
    asking.start()
    Path(pipes["started"]).read_text()
    end(server)
    # Longer than open streams are waited for.
    with pytest.raises(subprocess.TimeoutExpired):
        server.process.wait(STREAMS_S + 0.5)
    Path(pipes["release"]).write_text("done")
    asking.join(60)

    assert [(reply.status_code, reply.json()["text"]) for reply in replies] == [(200, "done")]
    assert server.exit_code() == 0
    assert server.log[-1] == "closing engine\n"


def test_a_call_that_never_ends_is_given_up(serve: Serve, tmp_path: Path) -> None:
    server = serve(*TOY, "--alone", "--drain", "0.05")
    started = tmp_path / "started"
    os.mkfifo(started)
    statuses: list[int] = []

    def ask() -> None:
        params = {"name": "hang", "arguments": {"started": str(started)}}
        statuses.append(server.ask_modern("tools/call", params, {"X-Box": "b"}).status_code)

    asking = threading.Thread(target=ask)
    asking.start()
    started.read_text()
    by_sigterm(server)
    asking.join(60)

    assert statuses == [500]
    assert server.exit_code() == 0
    assert server.log[-1] == "closing engine\n"


def test_when_http_cannot_start_stdio_ends_too_and_the_code_is_1() -> None:
    done = subprocess.run(
        [sys.executable, *TOY, "--broken"], cwd=TESTS, stdin=subprocess.PIPE, capture_output=True, timeout=60, check=False
    )

    assert done.returncode == 1
    assert b"no routes today" in done.stderr
    assert done.stderr.endswith(b"closing engine\n")


def test_a_signal_that_another_thread_receives_ends_the_wait() -> None:
    program = (
        "import signal, threading; from simonides.servers.stopping import Stop; stop = Stop(); stop.listen();"
        "threading.Timer(0.2, lambda: signal.pthread_kill(threading.get_ident(), signal.SIGTERM)).start();"
        "stop.wait(); print('ended')"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, timeout=60, check=True)

    assert done.stdout == b"ended\n"


def run_product(tmp_path: Path, *words: str, **environment: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "simonides", "serve", *words],
        env={**os.environ, **product_environment(tmp_path), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--http", "0.0.0.0:0"], "0.0.0.0 can be reached from other machines, so a token is required"),
        (["--http", "[::]:0"], ":: can be reached from other machines, so a token is required"),
        (["--http", "nonsense"], "'nonsense' is not an address"),
        (["--http-only"], "listening address missing"),
    ],
)
def test_what_cannot_be_served_is_refused_in_one_line(tmp_path: Path, words: list[str], reason: str) -> None:
    code, told = run_product(tmp_path, *words)

    assert code == 1
    assert reason in told
    assert told.count("\n") == 1


def test_an_address_in_use_is_told_in_one_line(serve: Serve, tmp_path: Path) -> None:
    port = httpx2.URL(serve(*TOY, "--alone").url).port

    assert run_product(tmp_path, "--http", f":{port}") == (1, f"simonides: 127.0.0.1:{port}: Address already in use\n")


def test_settings_come_from_the_environment_too(serve: Serve, tmp_path: Path) -> None:
    settings = {
        "SIMONIDES_HTTP": "0.0.0.0:0",
        "SIMONIDES_HTTP_ONLY": "yes",
        "SIMONIDES_TOKEN": "t",
        "SIMONIDES_HTTP_NAMES": "memo",
    }
    server = serve("-m", "simonides", "serve", environment={**product_environment(tmp_path), **settings})
    port = httpx2.URL(server.url).port

    def status(path: str, **headers: str) -> int:
        return httpx2.get(f"http://127.0.0.1:{port}{path}", headers=headers).status_code

    assert status("/health", Host="memo") == 200
    assert status("/health", Host="evil.example") == 421
    assert status("/mcp") == 401
    assert status("/mcp", Authorization="Bearer t", Accept="text/event-stream") == 400


def test_the_first_request_on_stdio_is_answered_before_http_is_ready(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, *PRODUCT],
        env={**os.environ, **product_environment(tmp_path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    out, _ = process.communicate(json.dumps(request("ping")).encode(), timeout=60)

    assert json.loads(out)["result"] == {}
    assert process.returncode == 0
