"""A real server over real pipes: its answers, and what stays off the wire."""

import json
import os
import select
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from servers.wire import COMMAND, TESTS, Wire, call, request

Spawn = Callable[..., Wire]

PING = b'{"jsonrpc":"2.0","id":1,"method":"ping"}'

BAD_LINES = [
    (b"{nope", -32700),
    (b'"unfinished', -32700),
    (b'{"jsonrpc":"2.0","id":1,"method":"\xff"}', -32700),
    (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":NaN}}', -32700),
    (b"[" * 100_000, -32700),
    (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":' + b"9" * 5000 + b"}}", -32700),
    (b"[" + PING + b"]", -32600),
    (b"7", -32600),
    (b'{"jsonrpc":"2.0","method":"ping","id":null}', -32600),
]


@pytest.mark.requirement("stdio-malformed")
@pytest.mark.parametrize(("line", "code"), BAD_LINES)
def test_a_bad_line_is_answered_and_the_server_goes_on(spawn: Spawn, line: bytes, code: int) -> None:
    wire = spawn()

    wire.send_raw(line + b"\n")
    reply = wire.read()

    assert (reply["id"], reply["error"]["code"]) == (None, code)
    assert wire.ask(request("ping"))["result"] == {}


def test_a_line_beyond_the_limit_is_refused_without_waiting_for_its_end(spawn: Spawn) -> None:
    wire = spawn()

    wire.send_raw(b"x" * (64 * 1024 * 1024 + 1))
    refused = wire.read()
    wire.send_raw(b"\n" + PING + b"\n")

    assert (refused["id"], refused["error"]["code"]) == (None, -32600)
    assert wire.read()["result"] == {}


def test_a_large_message_comes_through_whole(spawn: Spawn) -> None:
    wire = spawn()
    text = "ä" * 1_000_000

    reply = wire.ask(call("echo", {"text": text}))

    assert reply["result"]["structuredContent"]["text"] == text


def test_byte_order_mark_crlf_and_blank_lines_are_forgiven(spawn: Spawn) -> None:
    wire = spawn()

    wire.send_raw(b"\xef\xbb\xbf" + PING + b"\r\n\r\n\n" + PING.replace(b"1", b"2") + b"\r\n")

    assert wire.read()["result"] == {}
    assert wire.read()["result"] == {}


def test_tools_are_listed_before_any_handshake(spawn: Spawn) -> None:
    assert len(spawn().ask(request("tools/list"))["result"]["tools"]) == 7


@pytest.mark.requirement("stdio-clean")
def test_nothing_a_tool_prints_reaches_the_wire(spawn: Spawn) -> None:
    wire = spawn()

    reply = wire.ask(call("shout"))

    assert reply["result"]["structuredContent"]["text"] == ""
    assert wire.ask(request("ping"))["result"] == {}
    for road in ("python", "a file descriptor", "a child"):
        assert f"{road} says hello" in wire.log()


@pytest.mark.requirement("stdio-concurrent")
def test_five_calls_run_at_the_same_time(spawn: Spawn) -> None:
    wire = spawn()

    wire.send(*(call("meet", to=number) for number in range(5)))
    replies = [wire.read() for _ in range(5)]

    assert {reply["id"] for reply in replies} == set(range(5))
    assert {reply["result"]["structuredContent"]["text"] for reply in replies} == {"met"}


def test_quick_methods_are_answered_while_a_call_runs(spawn: Spawn, tmp_path: Path) -> None:
    wire = spawn()
    pipes = make_pipes(tmp_path)
    wire.send(call("hold", pipes, to="slow"))
    Path(pipes["started"]).read_text()

    assert wire.ask(request("ping", to="quick"))["id"] == "quick"
    Path(pipes["release"]).write_text("done")

    assert wire.read()["result"]["structuredContent"]["text"] == "done"


@pytest.mark.requirement("stdio-concurrent")
def test_a_cancelled_call_is_never_answered(spawn: Spawn, tmp_path: Path) -> None:
    wire = spawn()
    pipes = make_pipes(tmp_path)
    wire.send(call("hold", pipes, to="slow"))
    Path(pipes["started"]).read_text()
    wire.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "slow"}}, request("ping"))
    assert wire.read()["id"] == 1

    Path(pipes["release"]).write_text("done")
    wire.close_input()

    assert wire.rest() == []
    assert wire.exit_code() == 0


def test_an_id_in_flight_is_refused(spawn: Spawn, tmp_path: Path) -> None:
    wire = spawn()
    pipes = make_pipes(tmp_path)
    wire.send(call("hold", pipes, to=7))
    Path(pipes["started"]).read_text()

    refused = wire.ask(call("echo", {"text": "a"}, to=7))
    Path(pipes["release"]).write_text("done")

    assert (refused["id"], refused["error"]["code"]) == (7, -32600)
    assert wire.read()["result"]["structuredContent"]["text"] == "done"


def test_the_first_call_is_announced_once_and_a_handshake_is_not(spawn: Spawn) -> None:
    wire = spawn()
    wire.open_session()
    wire.ask(request("tools/list"))
    assert "first call" not in wire.log()

    wire.ask(call("echo", {"text": "a"}))
    wire.ask(call("echo", {"text": "b"}))

    assert wire.log().count("first call") == 1


def test_a_file_as_input_without_a_last_newline(tmp_path: Path) -> None:
    script = tmp_path / "input"
    script.write_bytes(PING + b"\n" + json.dumps(call("echo", {"text": "last"}, to=2)).encode())

    with script.open("rb") as source:
        done = subprocess.run(COMMAND, cwd=TESTS, stdin=source, capture_output=True, check=True)

    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, 2]


def test_surrogates_in_ids_and_names_come_back_as_utf8(spawn: Spawn) -> None:
    wire = spawn()

    wire.send_raw(b'{"jsonrpc":"2.0","id":"\\ud800","method":"\\udfff"}\n')

    assert wire.read()["error"]["message"] == "Method not found: \ufffd"


def make_pipes(folder: Path) -> dict[str, str]:
    pipes = {name: str(folder / name) for name in ("started", "release")}
    for path in pipes.values():
        os.mkfifo(path)
    return pipes


@pytest.mark.requirement("stdio-deaf")
def test_a_client_that_never_reads_is_read_no_further(spawn: Spawn) -> None:
    wire = spawn()
    # From here on it runs: its start may take longer than the wait below.
    wire.open_session()
    assert wire.process.stdin is not None
    lines = (json.dumps(call("echo", {"text": "x" * 100_000}, to=number)).encode() + b"\n" for number in range(400))
    stdin = wire.process.stdin.fileno()
    os.set_blocking(stdin, False)

    taken = 0
    for line in lines:
        left = memoryview(line)
        # A server that reads on takes what stands in its pipe at once; one that must read on may be on a busy machine.
        while left and select.select([], [stdin], [], 2 if taken >= 256 else 60)[1]:
            left = left[os.write(stdin, left) :]
        if left:
            break
        taken += 1

    assert 256 <= taken < 300


@pytest.mark.requirement("call-deadline")
def test_a_call_past_its_time_is_answered_with_an_error_and_once(spawn: Spawn, tmp_path: Path) -> None:
    wire = spawn("--seconds", "1")
    wire.send(*(call("hang", {"started": str(tmp_path / str(number))}, number) for number in range(9)))

    replies = {reply["id"]: reply["error"] for reply in (wire.read() for _ in range(9))}
    echo = wire.ask(call("echo", {"text": "x"}, "echo"))

    assert echo["result"]["structuredContent"]["text"] == "x"
    assert {replies[number]["code"] for number in range(9)} == {-32000}
    assert "the call was given up after 1 s" in replies[0]["message"]


@pytest.mark.requirement("call-deadline")
def test_a_batch_past_its_time_is_answered_with_what_is_done(spawn: Spawn, tmp_path: Path) -> None:
    wire = spawn("--seconds", "0.2")
    wire.open_session("2025-03-26")

    replies = wire.ask([call("echo", {"text": "x"}, 1), call("hang", {"started": str(tmp_path / "started")}, 2)])

    assert [("result" in reply, reply["id"]) for reply in replies] == [(True, 1), (False, 2)]
