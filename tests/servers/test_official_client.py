"""The official client, which finds no fault in any of its modes."""

import json
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.shared.exceptions import MCPError

from servers.wire import COMMAND, TESTS

MODES = ["legacy", "auto", "2026-07-28"]
T = TypeVar("T")


def with_client(mode: str, sets: str, use: Callable[[Client], Awaitable[T]]) -> T:
    command, *args = COMMAND
    server = StdioServerParameters(command=command, args=[*args, "--set", sets], cwd=TESTS)

    async def session() -> T:
        async with Client(server, mode=mode) as client:
            return await use(client)

    return anyio.run(session)


@pytest.mark.parametrize("mode", MODES)
def test_tools_are_listed_with_titles_schemas_and_hints(mode: str) -> None:
    async def use(client: Client) -> Any:
        return (await client.list_tools()).tools[0]

    tool = with_client(mode, "rpc", use)

    assert (tool.name, tool.title, tool.annotations.read_only_hint) == ("echo", "Echo", True)
    assert tool.input_schema["required"] == ["text"]
    assert tool.output_schema["type"] == "object"


@pytest.mark.parametrize("mode", MODES)
def test_a_call_returns_text_and_structure_that_fit_the_output_schema(mode: str) -> None:
    async def use(client: Client) -> Any:
        return await client.call_tool("echo", {"text": "hé"})

    result = with_client(mode, "rpc", use)

    assert result.structured_content == {"text": "hé", "box": None}
    assert json.loads(result.content[0].text) == result.structured_content


@pytest.mark.parametrize("mode", MODES)
def test_a_failure_told_as_a_reply_fits_the_output_schema_too(mode: str) -> None:
    async def use(client: Client) -> Any:
        return await client.call_tool("fail", {"how": "closed"})

    assert with_client(mode, "rpc", use).structured_content == {"error": "closed: shut"}


@pytest.mark.parametrize("mode", MODES)
def test_failures_arrive_as_the_tool_set_wants_them(mode: str) -> None:
    async def use(client: Client) -> Any:
        failed = await client.call_tool("soft_fail", {"how": "trouble"})
        with pytest.raises(MCPError) as caught:
            await client.call_tool("fail", {"how": "trouble"})
        return failed, caught.value.error

    failed, error = with_client(mode, "both", use)

    assert (failed.is_error, failed.content[0].text) == (True, "kaput")
    assert (error.code, error.message) == (-32000, "kaput")


@pytest.mark.parametrize(("mode", "version"), [("legacy", "2025-11-25"), ("auto", "2026-07-28")])
def test_the_client_learns_the_version_the_server_and_its_instructions(mode: str, version: str) -> None:
    async def use(client: Client) -> Any:
        assert client.server_info is not None
        return client.protocol_version, client.server_info.name, client.instructions

    assert with_client(mode, "rpc", use) == (version, "toy", "Toy instructions.")
