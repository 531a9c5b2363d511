import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import PromptReference, ResourceTemplateReference

from servers.http_process import PRODUCT, HttpProcess, product_environment
from servers.toy import open_box
from servers.wire import request
from simonides.engines import build_host
from simonides.servers.mcp.messages import encode
from simonides.servers.mcp.protocol import Core
from simonides.servers.mcp.session import Session
from simonides.settings import Settings
from simonides.toolkit.catalogue import Catalogue
from simonides.toolkit.dialogue.bell import Bell
from simonides.toolkit.introduction import Introduction
from simonides.toolkit.offering import Offering, Prompt, Resource
from simonides.wiring import build_core

NOTE = "We keep the nightly export in cold storage for ninety days."
MODES = ["legacy", "auto", "2026-07-28"]
T = TypeVar("T")


def with_client(home: Path, mode: str, use: Callable[[Client], Awaitable[T]], tools: str = "palace") -> T:
    environment = {**os.environ, "SIMONIDES_HOME": str(home), "SIMONIDES_EMBEDDER": "hashing"}
    server = StdioServerParameters(command=sys.executable, args=["-m", "simonides", "serve", "--tools", tools], env=environment)

    async def session() -> T:
        async with Client(server, mode=mode) as client:
            return await use(client)

    return anyio.run(session)


def core_with(offering: Offering) -> Core:
    return Core(Introduction(), lambda: Catalogue(()), lambda _: open_box, server_info={}, offering=offering)


@pytest.mark.requirement("wake-mcp")
@pytest.mark.parametrize("mode", MODES)
def test_the_official_client_gets_the_wake_up_text_as_a_prompt_and_as_a_resource(tmp_path: Path, mode: str) -> None:
    async def use(client: Client) -> Any:
        await client.call_tool("mempalace_add_drawer", {"wing": "wing_ops", "room": "backup", "content": NOTE})
        [prompt] = (await client.list_prompts()).prompts
        [resource] = (await client.list_resources()).resources
        [template] = (await client.list_resource_templates()).resource_templates
        got = await client.get_prompt("wake-up", {"wing": "wing_ops"})
        elsewhere = await client.get_prompt("wake-up", {"wing": "wing_x"})
        read = await client.read_resource("memory://wake-up")
        of_wing = await client.read_resource("memory://wake-up/wing_ops")
        return prompt, resource, template, got, elsewhere, read, of_wing

    prompt, resource, template, got, elsewhere, read, of_wing = with_client(tmp_path, mode, use)

    assert (prompt.name, prompt.arguments[0].name, prompt.arguments[0].required) == ("wake-up", "wing", False)
    assert (str(resource.uri), resource.mime_type) == ("memory://wake-up", "text/plain")
    assert template.uri_template == "memory://wake-up/{wing}"
    assert NOTE in got.messages[0].content.text
    assert NOTE not in elsewhere.messages[0].content.text
    assert NOTE in read.contents[0].text
    assert NOTE in of_wing.contents[0].text


@pytest.mark.requirement("wake-mcp")
@pytest.mark.parametrize("mode", MODES)
def test_the_names_of_wings_are_completed(tmp_path: Path, mode: str) -> None:
    async def use(client: Client) -> list[list[str]]:
        await client.call_tool("mempalace_add_drawer", {"wing": "Straße", "room": "r", "content": NOTE})
        prompt, template = PromptReference(name="wake-up"), ResourceTemplateReference(uri="memory://wake-up/{wing}")
        return [
            (await client.complete(ref, {"name": "wing", "value": begun})).completion.values
            for ref in (prompt, template)
            for begun in ("", "stra", "x")
        ]

    assert with_client(tmp_path, mode, use) == [["Straße"], ["Straße"], []] * 2


@pytest.mark.requirement("wake-mcp")
@pytest.mark.parametrize(
    ("ref", "argument"),
    [
        ({"type": "ref/prompt", "name": "nope"}, {"name": "wing", "value": ""}),
        ({"type": "ref/prompt", "name": "wake-up"}, {"name": "colour", "value": ""}),
        ({"type": "ref/prompt", "name": "wake-up"}, {"name": "wing", "value": 5}),
        ({"type": "ref/prompt", "name": "wake-up"}, "wing"),
        ({"type": "ref/resource", "uri": "memory://wake-up"}, {"name": "wing", "value": ""}),
        ("wake-up", {"name": "wing", "value": ""}),
    ],
)
def test_what_cannot_be_completed_is_refused(tmp_path: Path, ref: object, argument: object) -> None:
    settings = Settings(tmp_path, embedder="hashing")
    core = build_core(settings, ("palace",), build_host(settings))

    reply: Any = core.handle(request("completion/complete", {"ref": ref, "argument": argument}), Session())

    assert reply["error"]["code"] == -32602


@pytest.mark.requirement("wake-mcp")
def test_a_header_names_the_palace_to_wake_up_in(tmp_path: Path) -> None:
    server = HttpProcess([*PRODUCT, "--http-only"], product_environment(tmp_path))
    there = {"X-Memory-Workspace": "théâtre".encode()}
    server.call_modern("mempalace_add_drawer", {"wing": "w", "room": "r", "content": NOTE}, there)

    texts = [
        server.ask_modern("resources/read", {"uri": "memory://wake-up"}, {"Mcp-Name": "memory://wake-up", **headers}).json()
        for headers in (there, {})
    ]
    server.end()

    assert [NOTE in text["result"]["contents"][0]["text"] for text in texts] == [True, False]


@pytest.mark.requirement("wake-mcp")
@pytest.mark.parametrize(("mode", "not_found"), [("legacy", -32002), ("2026-07-28", -32602)])
def test_an_unknown_name_or_argument_is_refused(tmp_path: Path, mode: str, not_found: int) -> None:
    async def use(client: Client) -> list[int]:
        codes = []
        for ask in (
            lambda: client.get_prompt("nope"),
            lambda: client.get_prompt("wake-up", {"colour": "red"}),
            lambda: client.get_prompt("wake-up", {"wing": "../etc"}),
            lambda: client.read_resource("memory://nope"),
        ):
            with pytest.raises(MCPError) as caught:
                await ask()
            codes.append(caught.value.error.code)
        return codes

    assert with_client(tmp_path, mode, use) == [-32602, -32602, -32602, not_found]


@pytest.mark.parametrize("uri", [float("inf"), ["memory://wake-up"], None])
@pytest.mark.parametrize("method", ["resources/read", "resources/subscribe"])
def test_an_address_that_is_no_text_is_refused_in_json(method: str, uri: object) -> None:
    watched = Resource("memory://x", "x", "X", "", "text/plain", lambda _: "", Bell())
    core = core_with(Offering(resources=(watched,)))

    reply: Any = core.handle(request(method, {"uri": uri}), Session())

    assert encode(reply) == b'{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"Resource not found"}}\n'


def test_a_prompt_that_fails_as_nobody_foresaw_is_answered(capfd: pytest.CaptureFixture[str]) -> None:
    broken = Prompt("broken", "Broken", "", (), lambda _given, _around: str(1 // 0))
    core = core_with(Offering((broken,)))

    reply: Any = core.handle(request("prompts/get", {"name": "broken"}), Session())

    assert reply["error"] == {"code": -32603, "message": "Internal error"}
    assert "ZeroDivisionError" in capfd.readouterr().err


@pytest.mark.requirement("wake-mcp")
def test_a_palace_that_is_not_there_yet_wakes_up_to_nothing(tmp_path: Path) -> None:
    async def use(client: Client) -> Any:
        return await client.read_resource("memory://wake-up")

    assert with_client(tmp_path, "auto", use).contents[0].text == "Nothing is remembered yet."


@pytest.mark.requirement("wake-mcp")
@pytest.mark.parametrize("tools", [("trusty",), ("memory",), ("graph",)])
def test_where_the_contract_knows_tools_alone_nothing_else_is_offered(tmp_path: Path, tools: tuple[str, ...]) -> None:
    settings = Settings(tmp_path, embedder="hashing")
    core = build_core(settings, tools, build_host(settings))

    reply = core.handle({"jsonrpc": "2.0", "id": 1, "method": "prompts/list"}, Session())

    assert core.capabilities() == {"tools": {}}
    assert isinstance(reply, dict)
    assert reply["error"]["code"] == -32601


@pytest.mark.requirement("wake-mcp")
def test_older_clients_see_no_titles_and_no_cursor_is_known(tmp_path: Path) -> None:
    settings = Settings(tmp_path, embedder="hashing")
    core = build_core(settings, ("palace", "trusty"), build_host(settings))
    session = Session()
    core.handle({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2024-11-05"}}, session)

    listed: Any = core.handle({"jsonrpc": "2.0", "id": 2, "method": "prompts/list"}, session)
    paged: Any = core.handle({"jsonrpc": "2.0", "id": 3, "method": "resources/list", "params": {"cursor": "x"}}, session)

    assert "title" not in listed["result"]["prompts"][0]
    assert paged["error"]["code"] == -32602
    assert core.capabilities() == {"tools": {}, "prompts": {}, "resources": {}, "completions": {}}


@pytest.mark.requirement("wake-mcp")
@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
def test_over_http_it_is_the_same(tmp_path: Path, mode: str) -> None:
    server = HttpProcess([*PRODUCT, "--http-only"], product_environment(tmp_path))

    async def session() -> tuple[str, str]:
        async with Client(streamable_http_client(f"{server.url}/mcp"), mode=mode) as client:
            await client.call_tool("mempalace_add_drawer", {"wing": "wing_ops", "room": "backup", "content": NOTE})
            [prompt] = (await client.list_prompts()).prompts
            read: Any = (await client.read_resource("memory://wake-up")).contents[0]
            return prompt.name, read.text

    name, text = anyio.run(session)
    server.end()

    assert name == "wake-up"
    assert NOTE in text
