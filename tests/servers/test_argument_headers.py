"""Arguments repeated in headers, in calls over HTTP."""

from collections.abc import Iterator
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from servers.http_process import HttpProcess

HEADER_MISMATCH = -32020

pytestmark = pytest.mark.requirement("mcp-headers")


@pytest.fixture(scope="module")
def server() -> Iterator[HttpProcess]:
    server = HttpProcess(("-m", "servers.conformance.fixture_server"))
    yield server
    server.end()


def say(server: HttpProcess, region: str, headers: dict[str, str | bytes]) -> tuple[int, Any]:
    reply = server.ask_modern("tools/call", {"name": "test_region", "arguments": {"region": region}}, headers)
    if reply.headers["content-type"].startswith("text/event-stream"):
        return reply.status_code, reply.text
    return reply.status_code, reply.json()


@pytest.mark.parametrize("headers", [{}, {"Mcp-Param-Region": "north"}, {"Mcp-Param-Region": "=?base64?c291dGg?="}])
def test_a_header_that_does_not_say_what_the_body_says_is_refused(server: HttpProcess, headers: dict[str, str | bytes]) -> None:
    status, reply = say(server, "south", headers)

    assert (status, reply["error"]["code"]) == (400, HEADER_MISMATCH)


@pytest.mark.parametrize("header", ["south", "=?base64?c291dGg=?="])
def test_a_header_that_says_the_same_is_taken(server: HttpProcess, header: str) -> None:
    status, reply = say(server, "south", {"Mcp-Param-Region": header})

    assert status == 200
    assert "south" in str(reply)


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28"])
def test_the_official_client_needs_to_know_nothing_of_it(server: HttpProcess, mode: str) -> None:
    async def call() -> str:
        async with Client(streamable_http_client(f"{server.url}/mcp"), mode=mode) as client:
            await client.list_tools()
            reply: Any = await client.call_tool("test_region", {"region": " Übersee\n"})
            return str(reply.content[0].text)

    assert anyio.run(call) == " Übersee\n"
