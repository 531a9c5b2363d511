"""Plain calls are answered without the SDK, and as it would answer them; everything else is left to it."""

from collections.abc import Iterator
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


def test_half_a_surrogate_pair_is_replaced_here_too(served: Running, answered: list[str]) -> None:
    body = b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "echo", "arguments": {"text": "\\ud83d!"}}}'
    session = served.shake_hands()
    headers = {"Mcp-Session-Id": session, "MCP-Protocol-Version": "2025-11-25"}
    replies = [served.send("POST", "/mcp", content=body, headers=headers).json() for _ in range(2)]

    assert answered == ["echo"]
    assert replies[0] == replies[1]
    assert "\ufffd!" in replies[1]["result"]["content"][0]["text"]
