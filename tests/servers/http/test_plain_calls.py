"""Plain calls are answered without the SDK, and as it would answer them; everything else is left to it."""

import os
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2
import pytest

from servers.http_running import Running
from servers.wire import MODERN_META, call, request
from simonides.servers.deadlines import CallLimit
from simonides.servers.http.limits.values import HttpLimits
from simonides.servers.http.plain_calls import PlainCalls

MODERN = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call"}
THROUGH_THE_SDK = {"progressToken": 1}
"""What makes a call one that is not plain."""


@pytest.fixture(scope="module")
def served() -> Iterator[Running]:
    running = Running(HttpLimits(), CallLimit(), "both")
    yield running
    running.end()


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the tools whose calls were answered without the SDK."""
    names: list[str] = []
    answer = PlainCalls._answer

    async def noted(self: PlainCalls, call: Any, *rest: Any) -> None:
        names.append(call.ask.params["name"])
        await answer(self, call, *rest)

    monkeypatch.setattr(PlainCalls, "_answer", noted)
    return names


def modern(
    served: Running, tool: str, arguments: object, meta: dict[str, Any] | None = None, headers: dict[str, str] | None = None
) -> httpx2.Response:
    message = call(tool)
    message["params"] = {"name": tool, "arguments": arguments, "_meta": {**MODERN_META, **(meta or {})}}
    return served.send("POST", "/mcp", json=message, headers={**MODERN, "Mcp-Name": tool, **(headers or {})})


def in_session(
    served: Running, session: str, tool: str, arguments: object, meta: dict[str, Any] | None = None
) -> httpx2.Response:
    message = request("tools/call", {"name": tool, "arguments": arguments, **({"_meta": meta} if meta else {})})
    return served.send("POST", "/mcp", json=message, headers={"Mcp-Session-Id": session, "MCP-Protocol-Version": "2025-11-25"})


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [("echo", {"text": "né au café 🙂"}), ("echo", {}), ("names", {}), ("fail", {"how": "closed"}), ("fail", {"how": "bug"})],
)
def test_both_ways_give_the_same_answer(served: Running, answered: list[str], tool: str, arguments: dict[str, str]) -> None:
    session = served.shake_hands()
    first = in_session(served, session, tool, arguments)
    assert answered == []

    pairs = [
        (modern(served, tool, arguments), modern(served, tool, arguments, THROUGH_THE_SDK)),
        (in_session(served, session, tool, arguments), first),
    ]

    assert answered == [tool, tool]
    for plain, by_sdk in pairs:
        assert (plain.status_code, plain.json()) == (by_sdk.status_code, by_sdk.json())
        assert plain.headers["content-type"] == by_sdk.headers["content-type"] == "application/json"
        assert plain.headers.get("mcp-session-id") == by_sdk.headers.get("mcp-session-id")


def test_what_is_not_plain_is_left_to_the_sdk(served: Running, answered: list[str]) -> None:
    assert modern(served, "echo", {"text": "a"}, headers={"Mcp-Name": "names"}).status_code == 400
    assert modern(served, "echo", {"text": "a"}, headers={"Mcp-Method": "tools/list"}).status_code == 400
    assert modern(served, "echo", ["a"]).status_code >= 200
    assert modern(served, "nothing", {}).status_code >= 200
    assert modern(served, "echo", {"text": "a"}, headers={"Accept": "text/plain"}).status_code == 406
    assert modern(served, "echo", {"text": "a"}, {"io.modelcontextprotocol/clientInfo": 5}).status_code >= 200
    assert served.send("POST", "/mcp", content=b"{", headers=MODERN).status_code == 400
    assert served.send("POST", "/mcp", json=[call("echo")], headers=MODERN).status_code == 400

    assert answered == []


@pytest.mark.parametrize(
    ("body", "code", "said"),
    [
        ({}, -32600, "'jsonrpc' must be"),
        ([], -32600, "a message must be an object"),
        ({"jsonrpc": "2.0", "id": 1, "method": 5}, -32600, "'method' must be a string"),
        ({"jsonrpc": "2.0", "id": {}, "method": "ping"}, -32600, "'id' must be a string or an integer"),
        ({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": []}, -32602, "'params' must be an object"),
    ],
)
def test_what_is_no_message_is_refused_in_one_line_as_over_stdio(served: Running, body: object, code: int, said: str) -> None:
    reply = served.send("POST", "/mcp", json=body)

    error = reply.json()["error"]
    assert (reply.status_code, error["code"], said in error["message"]) == (400, code, True)
    assert "\n" not in error["message"]


def test_a_session_answers_its_holder_alone_and_not_after_its_end(served: Running, answered: list[str]) -> None:
    session = served.shake_hands()
    headers = {"Mcp-Session-Id": session, "MCP-Protocol-Version": "2025-11-25"}
    assert in_session(served, session, "echo", {"text": "a"}).status_code == 200
    assert in_session(served, session, "echo", {"text": "b"}).status_code == 200
    assert answered == ["echo"]

    assert served.send("POST", "/mcp", "bob", json=call("echo", {"text": "c"}), headers=headers).status_code == 404
    served.send("DELETE", "/mcp", headers=headers)

    assert in_session(served, session, "echo", {"text": "d"}).status_code == 404
    assert answered == ["echo"]


class Held:
    """A call that has begun, and returns when it is let go."""

    def __init__(self, served: Running, session: str, folder: Path, meta: dict[str, Any] | None) -> None:
        started, self._release = folder / "started", folder / "release"
        os.mkfifo(started)
        os.mkfifo(self._release)
        arguments = {"started": str(started), "release": str(self._release)}
        self._threads = ThreadPoolExecutor(1)
        self.reply: Future[httpx2.Response] = self._threads.submit(in_session, served, session, "hold", arguments, meta)
        started.read_text()

    def let_go(self) -> None:
        self._release.write_text("free")
        self._threads.shutdown()


def cancel(served: Running, session: str, request_id: object, holder: str = "ann") -> int:
    note = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": request_id}}
    headers = {"Mcp-Session-Id": session, "MCP-Protocol-Version": "2025-11-25"}
    return served.send("POST", "/mcp", holder, json=note, headers=headers).status_code


@pytest.mark.parametrize("meta", [None, THROUGH_THE_SDK])
def test_a_session_may_cancel_its_call(served: Running, answered: list[str], tmp_path: Path, meta: dict[str, Any] | None) -> None:
    session = served.shake_hands()
    in_session(served, session, "names", {})
    held = Held(served, session, tmp_path, meta)

    assert cancel(served, session, request("x")["id"]) == 202

    reply = held.reply.result(60)
    held.let_go()
    assert "-32800" in reply.text
    assert "Request cancelled" in reply.text
    assert answered == ([] if meta else ["hold"])
    assert in_session(served, session, "echo", {"text": "next"}).status_code == 200


def test_nothing_but_the_cancelling_of_a_call_by_its_holder_cancels_it(
    served: Running, answered: list[str], tmp_path: Path
) -> None:
    session = served.shake_hands()
    in_session(served, session, "names", {})
    held = Held(served, session, tmp_path, None)
    own = request("x")["id"]

    assert cancel(served, session, own, "bob") == 404
    for other in ("another", str(own), [own], None, True):
        cancel(served, session, other)
    served.send("POST", "/mcp", content=b'{"notifications/cancelled"', headers={"Mcp-Session-Id": session})

    held.let_go()
    assert "free" in held.reply.result(60).json()["result"]["content"][0]["text"]
    assert answered == ["hold"]


def test_half_a_surrogate_pair_is_replaced_here_too(served: Running, answered: list[str]) -> None:
    body = b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "echo", "arguments": {"text": "\\ud83d!"}}}'
    session = served.shake_hands()
    headers = {"Mcp-Session-Id": session, "MCP-Protocol-Version": "2025-11-25"}
    replies = [served.send("POST", "/mcp", content=body, headers=headers).json() for _ in range(2)]

    assert answered == ["echo"]
    assert replies[0] == replies[1]
    assert "\ufffd!" in replies[1]["result"]["content"][0]["text"]
