"""Notices of changed resources: who gets them, without a transport, over pipes and over HTTP."""

import gc
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import ResourceUpdatedNotification

from servers.http_process import HttpProcess
from servers.wire import MODERN_META, TESTS, request
from simonides.engines import build_host
from simonides.servers.mcp.dialogue.inquiries import Inquiries
from simonides.servers.mcp.protocol import Core, identify
from simonides.servers.mcp.session import Session
from simonides.settings import Settings
from simonides.toolkit.catalogue import Catalogue
from simonides.toolkit.dialogue.bell import Bell
from simonides.toolkit.introduction import Introduction
from simonides.toolkit.offering import Offering, Resource
from simonides.wiring import build_core

FIXTURE = ("-m", "servers.conformance.fixture_server")
URI = "test://watched-resource"

pytestmark = pytest.mark.requirement("mcp-watching")


def core_with(bell: Bell) -> Core:
    introduction = Introduction()
    plain = Resource("test://plain", "plain", "Plain", "Plain", "text/plain", lambda _around: "")
    return Core(
        introduction,
        lambda: Catalogue(()),
        lambda _grant: lambda *_: object(),
        server_info=identify(introduction, "bench", "1"),
        offering=Offering(resources=(plain, plain._replace(uri=URI, bell=bell))),
    )


def ask(core: Core, session: Session, verb: str, uri: object = URI) -> Any:
    return core.handle(request(f"resources/{verb}", {"uri": uri}), session)


def test_a_change_is_told_once_to_who_watches_however_often_it_asked() -> None:
    sent: list[Any] = []
    bell, session = Bell(), Session(Inquiries(sent.append))
    core = core_with(bell)

    replies = [ask(core, session, "subscribe"), ask(core, session, "subscribe")]
    bell.ring()

    assert [reply["result"] for reply in replies] == [{}, {}]
    assert sent == [{"jsonrpc": "2.0", "method": "notifications/resources/updated", "params": {"uri": URI}}]


def test_who_watches_no_longer_hears_nothing() -> None:
    sent: list[Any] = []
    bell, session = Bell(), Session(Inquiries(sent.append))
    core = core_with(bell)

    ask(core, session, "subscribe")
    replies = [ask(core, session, "unsubscribe"), ask(core, session, "unsubscribe")]
    bell.ring()

    assert [reply["result"] for reply in replies] == [{}, {}]
    assert sent == []


def test_a_session_that_is_gone_is_told_nothing_and_kept_by_nobody() -> None:
    sent: list[Any] = []
    bell = Bell()
    core = core_with(bell)

    for _ in range(50):
        ask(core, Session(Inquiries(sent.append)), "subscribe")
    gc.collect()
    bell.ring()

    assert sent == []


@pytest.mark.parametrize("verb", ["subscribe", "unsubscribe"])
@pytest.mark.parametrize(("uri", "code"), [("test://nothing", -32002), (5, -32002), (None, -32002), ("test://plain", -32602)])
def test_what_cannot_be_watched_is_refused(verb: str, uri: object, code: int) -> None:
    reply = ask(core_with(Bell()), Session(Inquiries(lambda _message: None)), verb, uri)

    assert reply["error"]["code"] == code


def test_where_nobody_can_be_told_nobody_can_watch() -> None:
    assert ask(core_with(Bell()), Session(), "subscribe")["error"]["code"] == -32600


def test_watching_is_announced_and_answered_in_the_handshake_eras_only() -> None:
    core = core_with(Bell())

    opened: Any = core.handle(request("initialize", {"protocolVersion": "2025-06-18"}), Session())
    discovered: Any = core.handle(request("server/discover", {"_meta": MODERN_META}), Session())
    subscribed: Any = core.handle(request("resources/subscribe", {"uri": URI, "_meta": MODERN_META}), Session())

    assert opened["result"]["capabilities"]["resources"] == {"subscribe": True}
    assert discovered["result"]["capabilities"]["resources"] == {}
    assert subscribed["error"]["code"] == -32601


def test_the_product_has_nothing_to_watch_and_says_so(tmp_path: Path) -> None:
    settings = Settings(tmp_path, embedder="hashing")
    core = build_core(settings, ("palace",), build_host(settings))

    assert core.capabilities()["resources"] == {}
    assert ask(core, Session(), "subscribe", "memory://wake-up")["error"]["code"] == -32601


@pytest.fixture(scope="module")
def fixture_server() -> Iterator[HttpProcess]:
    server = HttpProcess(FIXTURE)
    yield server
    server.end()


def transport_of(way: str, server: HttpProcess) -> Any:
    if way == "stdio":
        return StdioServerParameters(command=sys.executable, args=[*FIXTURE, "--stdio"], cwd=TESTS)
    return streamable_http_client(f"{server.url}/mcp") if way == "http" else sse_client(f"{server.url}/sse")


@pytest.mark.filterwarnings("ignore::mcp.shared.exceptions.MCPDeprecationWarning")
@pytest.mark.parametrize("way", ["http", "sse", "stdio"])
def test_the_official_client_hears_of_a_change_while_it_watches(fixture_server: HttpProcess, way: str) -> None:
    heard: list[str] = []

    async def hear(message: object) -> None:
        if isinstance(message, ResourceUpdatedNotification):
            heard.append(str(message.params.uri))

    async def watch() -> int:
        changes = 0
        async with Client(transport_of(way, fixture_server), mode="legacy", message_handler=hear) as client:
            await client.subscribe_resource(URI)
            with anyio.fail_after(30):
                # A client opens the stream that it listens on when it likes; changes before that are lost.
                while not heard:
                    await client.call_tool("test_change_watched", {})
                    changes += 1
            await client.unsubscribe_resource(URI)
            for _ in range(100):
                await client.call_tool("test_change_watched", {})
        return changes

    changes = anyio.run(watch)

    assert set(heard) == {URI}
    assert len(heard) <= changes
