"""The trusty contract: handshake and shutdown, with a real process over real pipes."""

import json
import signal
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from simonides.stores.sqlite.shelf import SqliteShelf
from support.server import ServerProcess

PALACE = "my-project"
HASHING = {"SIMONIDES_EMBEDDER": "hashing"}
OPENING = {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": {"name": "open-mpm", "version": "1.0.0"}}
SECTION_5: list[tuple[str, dict[str, object], set[str]]] = [
    ("palace_create", {"name": "client-acme", "description": "Memories for Acme"}, {"palace_id", "status"}),
    ("memory_remember", {"text": "Tokens use RS256.", "room": "Backend", "tags": ["jwt"]}, {"drawer_id", "palace", "status"}),
    ("memory_recall", {"query": "How does token validation work?", "top_k": 5}, {"palace", "query", "results"}),
    ("memory_recall_deep", {"query": "deployment configuration details", "top_k": 20}, {"palace", "query", "results"}),
    ("palace_list", {}, {"palaces"}),
    ("kg_assert", {"subject": "auth-service", "predicate": "deployed_version", "object": "2.4.1"}, {"status"}),
    ("kg_query", {"subject": "auth-service"}, {"subject", "triples"}),
    ("memory_list", {"room": "Backend", "tag": "jwt", "limit": 20}, {"palace", "drawers"}),
    ("palace_info", {}, {"id", "name", "drawer_count", "data_dir"}),
]

Start = Callable[..., ServerProcess]
End = Callable[[ServerProcess], None]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    servers: list[ServerProcess] = []

    def spawn(*flags: str) -> ServerProcess:
        servers.append(ServerProcess(tmp_path, "--tools", "trusty", *flags, environment=HASHING))
        return servers[-1]

    yield spawn
    for server in servers:
        server.kill()


def write_line(server: ServerProcess, line: bytes) -> None:
    assert server.process.stdin
    server.process.stdin.write(line + b"\n")
    server.process.stdin.flush()


def rest(server: ServerProcess) -> list[dict[str, Any]]:
    """Everything the server says until it ends."""
    assert server.process.stdout
    return [json.loads(line) for line in server.process.stdout]


def close_input(server: ServerProcess) -> None:
    assert server.process.stdin
    server.process.stdin.close()


def send_sigterm(server: ServerProcess) -> None:
    server.process.send_signal(signal.SIGTERM)


def send_sigint(server: ServerProcess) -> None:
    server.process.send_signal(signal.SIGINT)


ENDS = [close_input, send_sigterm, send_sigint]


@pytest.mark.requirement("trusty-handshake")
def test_the_handshake_is_the_contracts(start: Start) -> None:
    reply = start("--palace", PALACE).ask("initialize", OPENING)

    assert reply == {
        "jsonrpc": "2.0",
        "id": 1,
        "result": {
            "protocolVersion": "2024-11-05",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "trusty-memory", "version": "0.1.10", "default_palace": PALACE},
        },
    }


@pytest.mark.requirement("trusty-handshake", "trusty-default-palace")
def test_without_a_palace_flag_none_is_announced(start: Start) -> None:
    result = start().ask("initialize", OPENING)["result"]

    assert result["serverInfo"] == {"name": "trusty-memory", "version": "0.1.10"}
    assert "instructions" not in result


@pytest.mark.requirement("trusty-default-palace")
def test_the_palace_is_announced_beside_other_sets_only_if_trusty_is_served(tmp_path: Path) -> None:
    seen = {}
    for tools in ("palace", "palace,trusty"):
        server = ServerProcess(tmp_path, "--tools", tools, "--palace", PALACE, environment=HASHING)
        seen[tools] = server.ask("initialize", OPENING)["result"]["serverInfo"]
        assert server.end() == 0

    assert "default_palace" not in seen["palace"]
    assert (seen["palace,trusty"]["name"], seen["palace,trusty"]["default_palace"]) == ("simonides", PALACE)


@pytest.mark.requirement("trusty-default-palace")
@pytest.mark.parametrize("end", ENDS)
def test_a_handshake_is_enough_for_the_palace_to_be_made(start: Start, tmp_path: Path, end: End) -> None:
    server = start("--palace", PALACE)
    server.ask("initialize", OPENING)

    end(server)

    assert server.process.wait(60) == 0
    assert SqliteShelf(tmp_path).names() == [PALACE]


@pytest.mark.requirement("trusty-default-palace")
def test_the_palace_is_there_for_the_first_call_and_keeps_its_drawers(start: Start) -> None:
    for drawers in (1, 2):
        server = start("--palace", PALACE)
        server.call("memory_remember", text=f"note {drawers}")
        assert server.call("palace_list") == {"palaces": [PALACE]}
        assert server.call("palace_info")["drawer_count"] == drawers
        assert server.end() == 0


@pytest.mark.requirement("trusty-default-palace")
def test_a_palace_name_that_cannot_be_is_told_at_the_start(start: Start) -> None:
    server = start("--palace", "../up")

    assert rest(server) == []
    assert server.process.wait(60) == 1


@pytest.mark.requirement("trusty-recall", "trusty-remember", "trusty-list", "trusty-palaces", "trusty-kg-query")
def test_every_example_is_answered_in_one_session(start: Start) -> None:
    server = start("--palace", PALACE)
    server.ask("initialize", OPENING)
    write_line(server, b'{"jsonrpc":"2.0","method":"notifications/initialized","params":{}}')

    for tool, arguments, keys in SECTION_5:
        result = server.ask("tools/call", {"name": tool, "arguments": arguments})["result"]
        # An old era knows texts only.
        assert list(result) == ["content"]
        assert [part["type"] for part in result["content"]] == ["text"]
        assert set(json.loads(result["content"][0]["text"])) == keys, tool
    assert server.end() == 0


@pytest.mark.requirement("trusty-methods", "stdio-concurrent")
def test_notifications_are_never_answered(start: Start) -> None:
    server = start()
    for method in ("notifications/initialized", "notifications/cancelled", "notifications/unheard_of", "tools/list", "nonsense"):
        write_line(server, json.dumps({"jsonrpc": "2.0", "method": method, "params": {}}).encode())

    assert server.ask("ping")["result"] == {}
    close_input(server)
    assert rest(server) == []


@pytest.mark.requirement("trusty-faults", "stdio-malformed")
@pytest.mark.parametrize("line", [b"{nope", b'{"jsonrpc":"2.0","id":1,"method":"\xff"}', b"not json at all"])
def test_a_line_that_is_no_json_is_answered_and_the_server_goes_on(start: Start, line: bytes) -> None:
    server = start()

    write_line(server, line)

    assert server.read()["error"]["code"] == -32700
    assert server.ask("ping")["result"] == {}


@pytest.mark.requirement("trusty-faults")
def test_the_table_of_errors_holds_on_the_wire(start: Start) -> None:
    server = start()
    server.call("palace_create", name=PALACE)
    calls: list[tuple[str, dict[str, object], int, str]] = [
        ("foo", {}, -32601, "Method not found: foo"),
        ("resources/list", {}, -32601, "Method not found: resources/list"),
        ("tools/call", {"name": "nope", "arguments": {}}, -32603, "unknown tool: nope"),
        ("tools/call", {"name": "memory_remember", "arguments": {"palace": PALACE}}, -32603, "memory_remember: missing 'text'"),
        (
            "tools/call",
            {"name": "memory_recall", "arguments": {"query": "x"}},
            -32603,
            "memory_recall: missing 'palace' (no --palace default configured)",
        ),
        (
            "tools/call",
            {"name": "memory_recall", "arguments": {"palace": "nowhere", "query": "x"}},
            -32603,
            "memory_recall: palace not found: nowhere; palace_create makes one",
        ),
    ]

    for method, params, code, message in calls:
        assert server.ask(method, params)["error"] == {"code": code, "message": message}


@pytest.mark.requirement("trusty-faults")
def test_a_write_that_the_store_refuses_is_told_and_nothing_is_kept(start: Start) -> None:
    server = start("--palace", PALACE)
    server.call("memory_remember", text="the only drawer")
    with closing(sqlite3.connect(Path(server.call("palace_info")["data_dir"]) / "palace.db")) as connection:
        connection.execute("PRAGMA user_version = 9999")

    reply = server.ask("tools/call", {"name": "memory_remember", "arguments": {"text": "one more"}})

    assert reply["error"]["code"] == -32603
    assert "newer simonides" in reply["error"]["message"]
    assert server.call("palace_info")["drawer_count"] == 1


@pytest.mark.requirement("trusty-shutdown", "stdio-ending")
@pytest.mark.parametrize("end", ENDS)
def test_an_idle_server_ends_with_0(start: Start, end: End) -> None:
    server = start("--palace", PALACE)
    server.ask("initialize", OPENING)

    end(server)

    assert rest(server) == []
    assert server.process.wait(60) == 0


@pytest.mark.requirement("trusty-shutdown", "stdio-ending")
@pytest.mark.parametrize("end", ENDS)
def test_a_call_in_flight_is_finished_answered_and_kept(start: Start, tmp_path: Path, end: End) -> None:
    server = start("--palace", PALACE)
    server.call("memory_remember", text="the first")
    store = SqliteShelf(tmp_path).open(PALACE)

    # While another process writes, the call waits; the ping behind it tells that it has been taken in.
    with store.writing("test"):
        call = server.send("tools/call", {"name": "memory_remember", "arguments": {"text": "the last"}})
        assert server.ask("ping")["id"] == call + 1
        end(server)

    [reply] = rest(server)
    assert (reply["id"], "result" in reply) == (call, True)
    assert server.process.wait(60) == 0
    assert store.memories.count() == 2
    store.close()


@pytest.mark.requirement("trusty-accesses")
def test_what_was_recalled_is_noted_when_the_process_ends(start: Start, tmp_path: Path) -> None:
    server = start("--palace", PALACE)
    stored = server.call("memory_remember", text="The harbour opens at six.")
    server.call("memory_recall_deep", query="harbour")

    assert server.end() == 0

    store = SqliteShelf(tmp_path).open(PALACE)
    assert store.memories.get(stored["drawer_id"]).accesses == 1
    store.close()
