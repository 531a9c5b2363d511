"""Messages and questions of a tool while it works, without a transport, over pipes and over HTTP."""

import sys
import threading
from collections.abc import Iterator
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import CreateMessageResult, ElicitResult, TextContent

from servers.http_process import OPENING, HttpProcess
from servers.wire import MODERN_META, TESTS, call, request
from simonides.servers.mcp.dialogue.inquiries import Inquiries
from simonides.servers.mcp.dialogue.sealing import Seal
from simonides.servers.mcp.messages import RpcError
from simonides.servers.mcp.protocol import Core, identify
from simonides.servers.mcp.session import Session
from simonides.toolkit.catalogue import Catalogue
from simonides.toolkit.dialogue.voice import SILENCE, AskFailed, CannotAsk, ClientQuestion, Voice
from simonides.toolkit.faults import result_faults
from simonides.toolkit.introduction import Introduction
from simonides.toolkit.scope import ScopeSetting
from simonides.toolkit.tool import Effect, Tool, Toolset

FIXTURE = ("-m", "servers.conformance.fixture_server")
NAME = ClientQuestion("elicitation/create", {"message": "Who?", "requestedSchema": {"type": "object", "properties": {}}})


class Bench:
    """The receiver."""


def greet(bench: Bench, voice: Voice, greeting: str = "Hello") -> str:
    """Ask for two names, one after the other, and greet."""
    voice.progress(1, 2, "half")
    voice.log("debug", "small talk")
    voice.log("error", {"grave": True})
    first = voice.ask({"first": NAME})["first"]
    second = voice.ask({"second": NAME})["second"]
    return f"{greeting}, {first['content']} {second['content']}!"


TOOLSET = Toolset("bench", (Tool(greet, "Greet", Effect.READ),), result_faults(expected=ValueError), ScopeSetting(Bench))
INTRODUCTION = Introduction(logs=True)
ABLE: dict[str, Any] = {"elicitation": {}}


def bench_core() -> Core:
    info = identify(INTRODUCTION, "bench", "1")
    return Core(INTRODUCTION, lambda: Catalogue((TOOLSET,)), lambda _grant: lambda *_: Bench(), server_info=info)


def modern(params: dict[str, Any], capabilities: dict[str, Any] | None = None) -> Any:
    meta = {**MODERN_META, "io.modelcontextprotocol/clientCapabilities": ABLE if capabilities is None else capabilities}
    return request("tools/call", {"name": "greet", **params, "_meta": meta})


def told(name: str) -> dict[str, Any]:
    return {"action": "accept", "content": name}


def test_a_voice_is_no_argument_on_the_wire() -> None:
    [listing] = Catalogue((TOOLSET,)).listings(has_default_scope=False)

    assert list(listing["inputSchema"]["properties"]) == ["greeting"]
    assert Catalogue((TOOLSET,)).speaks


def test_where_nobody_listens_nothing_is_said_and_nothing_can_be_asked() -> None:
    SILENCE.progress(1)
    SILENCE.log("error", "hush")

    assert not SILENCE.can_ask("elicitation/create")
    with pytest.raises(CannotAsk):
        SILENCE.ask({"name": NAME})


@pytest.mark.requirement("mcp-asking")
def test_from_2026_on_a_question_is_a_reply_and_answers_come_with_the_next_call() -> None:
    core, session = bench_core(), Session()

    first: Any = core.handle(modern({}), session)
    again = {"inputResponses": {"first": told("Ada"), "unheard-of": told("x")}, "requestState": first["result"]["requestState"]}
    second: Any = core.handle(modern(again), session)
    last = {"inputResponses": {"second": told("Lovelace")}, "requestState": second["result"]["requestState"]}
    third: Any = core.handle(modern(last), session)

    assert (first["result"]["resultType"], list(first["result"]["inputRequests"])) == ("input_required", ["first"])
    assert list(second["result"]["inputRequests"]) == ["second"]
    assert third["result"]["content"][0]["text"] == "Hello, Ada Lovelace!"
    assert third["result"]["resultType"] == "complete"


@pytest.mark.requirement("mcp-asking")
@pytest.mark.parametrize("answer", [5, None, "Ada", []])
def test_what_is_no_answer_is_asked_for_again(answer: object) -> None:
    core = bench_core()

    replies: list[Any] = [core.handle(modern({"inputResponses": given}), Session()) for given in ({"first": answer}, answer)]

    assert [list(reply["result"]["inputRequests"]) for reply in replies] == [["first"], ["first"]]


@pytest.mark.requirement("mcp-asking")
def test_answers_under_our_seal_hold_for_the_same_call_of_the_same_server_only() -> None:
    core = bench_core()
    first: Any = core.handle(modern({"inputResponses": {"first": told("Ada")}}), Session())
    state = first["result"]["requestState"]

    refused = [
        core.handle(modern({"requestState": state + "x"}), Session()),
        core.handle(modern({"requestState": "x" + state}), Session()),
        core.handle(modern({"requestState": "."}), Session()),
        core.handle(modern({"requestState": "é"}), Session()),
        core.handle(modern({"requestState": 5}), Session()),
        core.handle(modern({"requestState": state, "arguments": {"greeting": "Bye"}}), Session()),
        bench_core().handle(modern({"requestState": state}), Session()),
    ]

    assert [reply["error"]["code"] for reply in refused if isinstance(reply, dict)] == [-32602] * len(refused)


def test_a_seal_opens_what_it_closed() -> None:
    seal = Seal()

    assert seal.open(seal.close({"a": "ü"}, ["x"]), ["x"]) == {"a": "ü"}
    with pytest.raises(RpcError):
        seal.open(seal.close({"a": "ü"}, ["x"]), ["y"])


@pytest.mark.requirement("mcp-asking")
def test_a_client_that_cannot_answer_is_told_what_it_would_take() -> None:
    core = bench_core()

    now: Any = core.handle(modern({}, capabilities={}), Session())
    then: Any = core.handle(call("greet", {}), Session())

    assert (now["error"]["code"], now["error"]["data"]) == (-32021, {"requiredCapabilities": {"elicitation": {}}})
    assert then["error"]["code"] == -32021


class Pipe:
    """A session whose client answers what it is asked, at once."""

    def __init__(self, *answers: dict[str, Any]) -> None:
        self.sent: list[Any] = []
        self.session = Session(Inquiries(self._send, patience_s=0.05))
        self._answers = list(answers)

    def _send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)
        if "id" in message and self._answers and self.session.line is not None:
            answer = self._answers.pop(0)
            threading.Thread(target=self.session.line.take, args=({"id": message["id"], **answer},)).start()

    def open(self, core: Core, level: str | None = None) -> None:
        core.handle(request("initialize", {"protocolVersion": "2025-11-25", "capabilities": ABLE}), self.session)
        if level is not None:
            assert core.handle(request("logging/setLevel", {"level": level}), self.session) == {
                "jsonrpc": "2.0",
                "id": 1,
                "result": {},
            }

    def methods(self) -> list[str]:
        return [message["method"] for message in self.sent]


@pytest.mark.requirement("mcp-asking")
def test_after_a_handshake_the_client_is_asked_while_the_call_waits() -> None:
    core, pipe = bench_core(), Pipe({"result": told("Ada")}, {"result": told("Lovelace")})
    pipe.open(core)

    reply: Any = core.handle(call("greet", {}), pipe.session)

    assert reply["result"]["content"][0]["text"] == "Hello, Ada Lovelace!"
    assert pipe.methods() == ["elicitation/create", "elicitation/create"]


@pytest.mark.requirement("mcp-asking")
@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        ([{"error": {"code": -1, "message": "the person said no"}}], "the person said no"),
        ([{"error": "broken"}], "the response has no result"),
        ([{"result": 5}], "the response has no result"),
        ([], "no answer within 0 seconds"),
    ],
)
def test_a_client_that_does_not_answer_fails_the_call(answers: list[dict[str, Any]], reason: str) -> None:
    core, pipe = bench_core(), Pipe(*answers)
    pipe.open(core)

    reply: Any = core.handle(call("greet", {}), pipe.session)

    assert reply["error"] == {"code": -32603, "message": f"The client did not answer: {reason}"}


def test_once_the_client_is_gone_nobody_waits_for_it() -> None:
    line = Inquiries(lambda _message: None, patience_s=60)
    failed: list[AskFailed] = []

    def ask() -> None:
        with pytest.raises(AskFailed) as caught:
            line.ask("roots/list", {})
        failed.append(caught.value)

    asking = threading.Thread(target=ask)
    asking.start()
    while not line._waiting:
        pass
    line.end()
    asking.join(60)
    ask()

    assert [str(each) for each in failed] == ["the client is gone"] * 2


@pytest.mark.requirement("mcp-progress")
def test_progress_is_told_to_who_gave_a_token() -> None:
    core, pipe = bench_core(), Pipe()
    pipe.open(core)

    core.handle(request("tools/call", {"name": "greet", "_meta": {"progressToken": "t"}}), pipe.session)

    assert pipe.sent[0]["params"] == {"progressToken": "t", "progress": 1, "total": 2, "message": "half"}


@pytest.mark.requirement("mcp-logging")
@pytest.mark.parametrize(
    ("level", "heard"), [(None, []), ("debug", ["small talk", {"grave": True}]), ("error", [{"grave": True}]), ("alert", [])]
)
def test_remarks_are_heard_from_the_level_that_was_asked_for(level: str | None, heard: list[object]) -> None:
    core, pipe = bench_core(), Pipe()
    pipe.open(core, level)

    core.handle(call("greet", {}), pipe.session)

    assert [each["params"]["data"] for each in pipe.sent if each["method"] == "notifications/message"] == heard


@pytest.mark.requirement("mcp-logging")
def test_an_unknown_level_is_refused() -> None:
    reply: Any = bench_core().handle(request("logging/setLevel", {"level": "loud"}), Session())

    assert reply["error"]["code"] == -32602


@pytest.fixture(scope="module")
def fixture_server() -> Iterator[HttpProcess]:
    server = HttpProcess(FIXTURE)
    yield server
    server.end()


async def asked_and_told(transport: Any, mode: str) -> tuple[str, str, list[float]]:
    heard: list[float] = []

    async def sample(context: object, params: object) -> CreateMessageResult:
        return CreateMessageResult(role="assistant", content=TextContent(text="a sample"), model="m")

    async def elicit(context: object, params: object) -> ElicitResult:
        return ElicitResult(action="accept", content={"username": "ada", "email": "ada@example.org"})

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        heard.append(progress)

    async with Client(transport, mode=mode, sampling_callback=sample, elicitation_callback=elicit) as client:
        sampled: Any = await client.call_tool("test_sampling", {"prompt": "say something"})
        elicited: Any = await client.call_tool("test_elicitation", {"message": "who?"})
        await client.call_tool("test_tool_with_progress", {}, progress_callback=hear)
    return sampled.content[0].text, elicited.content[0].text, heard


@pytest.mark.requirement("mcp-asking", "mcp-progress")
@pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")
@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
@pytest.mark.parametrize("way", ["http", "sse", "stdio"])
def test_the_official_client_is_asked_and_hears_progress(fixture_server: HttpProcess, way: str, mode: str) -> None:
    if way == "stdio":
        transport: Any = StdioServerParameters(command=sys.executable, args=[*FIXTURE, "--stdio"], cwd=TESTS)
    elif way == "http":
        transport = streamable_http_client(f"{fixture_server.url}/mcp")
    else:
        transport = sse_client(f"{fixture_server.url}/sse")

    sampled, elicited, progress = anyio.run(asked_and_told, transport, mode)

    assert "a sample" in sampled
    assert "ada@example.org" in elicited
    assert progress == [0, 50, 100]


@pytest.mark.requirement("mcp-asking")
@pytest.mark.parametrize("leaving", ["by cancelling", "by ending the session"])
def test_over_http_a_client_that_leaves_frees_the_call_that_asked_it(fixture_server: HttpProcess, leaving: str) -> None:
    asking = call("test_elicitation", {"message": "who?"}, 7)
    # More calls are left than the server has threads.
    for _ in range(20):
        opened = fixture_server.post(request("initialize", {**OPENING, "capabilities": ABLE}))
        session = {"Accept": "application/json, text/event-stream", "Mcp-Session-Id": opened.headers["mcp-session-id"]}
        fixture_server.post({"jsonrpc": "2.0", "method": "notifications/initialized"}, session)
        with httpx2.stream("POST", f"{fixture_server.url}/mcp", json=asking, headers=session, timeout=90) as stream:
            assert any("elicitation/create" in line for line in stream.iter_lines())
            if leaving == "by cancelling":
                cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}
                fixture_server.post(cancel, session)
            else:
                fixture_server.send("DELETE", "/mcp", headers=session)

    assert fixture_server.call_modern("test_simple_text", {})["result"]["content"]


@pytest.mark.requirement("mcp-asking")
def test_the_official_client_hears_what_it_lacks(fixture_server: HttpProcess) -> None:
    async def ask() -> int:
        async with Client(streamable_http_client(f"{fixture_server.url}/mcp"), mode="2026-07-28") as client:
            with pytest.raises(MCPError) as caught:
                await client.call_tool("test_elicitation", {"message": "who?"})
            return caught.value.error.code

    assert anyio.run(ask) == -32021
