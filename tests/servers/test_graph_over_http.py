"""The life of a workspace over HTTP, through the official client; a header of the connection names the workspace."""

import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client

from servers.http_process import PRODUCT, HttpProcess, product_environment
from simonides.engines import build_engine
from simonides.settings import Settings
from toolsets.graph_life import live

pytestmark = pytest.mark.long

Connect: TypeAlias = Callable[[str, str, str], AbstractAsyncContextManager[Client]]

CLIENTS = 50
# Fifty clients and the server share what cores there are.
PATIENCE_S = 60.0


@asynccontextmanager
async def over_mcp(url: str, workspace: str, mode: str) -> AsyncIterator[Client]:
    patient = httpx2.Timeout(PATIENCE_S)
    async with (
        httpx2.AsyncClient(headers={"X-Memory-Workspace": workspace}, timeout=patient) as http,
        Client(streamable_http_client(f"{url}/mcp", http_client=http), mode=mode) as client,
    ):
        yield client


@asynccontextmanager
async def over_sse(url: str, workspace: str, mode: str) -> AsyncIterator[Client]:
    streams = sse_client(f"{url}/sse", headers={"X-Memory-Workspace": workspace}, timeout=PATIENCE_S)
    async with Client(streams, mode=mode) as client:
        yield client


ROADS: dict[str, tuple[Connect, str]] = {
    "mcp 2025-11-25": (over_mcp, "legacy"),
    "mcp 2026-07-28": (over_mcp, "2026-07-28"),
    "sse 2025-11-25": (over_sse, "legacy"),
}


@contextmanager
def served(home: Path, *workspaces: str) -> Iterator[str]:
    engine = build_engine(Settings(data_dir=home, embedder="hashing"))
    for name in workspaces:
        engine.create(name)
    engine.close()
    server = HttpProcess([*PRODUCT, "--http-only", "--tools", "graph"], product_environment(home))
    yield server.url
    server.end()


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("home"), "one", "two") as url:
        yield url


@pytest.fixture
def new_url(tmp_path: Path) -> Iterator[str]:
    """A server for one test alone, since a life begins with an empty workspace."""
    with served(tmp_path, "team/atlas") as url:
        yield url


async def ask(client: Client, tool: str, arguments: dict[str, Any]) -> tuple[bool, Any]:
    result = await client.call_tool(tool, arguments)
    [block] = result.content
    assert block.type == "text"
    if result.is_error:
        return False, block.text
    reply = json.loads(block.text)
    assert not isinstance(reply, dict) or result.structured_content == reply
    return True, reply


@pytest.mark.requirement("graph-life")
@pytest.mark.parametrize("road", ROADS)
def test_a_workspace_lives_through_every_tool(new_url: str, road: str) -> None:
    connect, mode = ROADS[road]

    async def visit() -> None:
        async with connect(new_url, "team/atlas", mode) as client:

            async def call(tool: str, **arguments: object) -> Any:
                is_fine, reply = await ask(client, tool, arguments)
                assert is_fine, reply
                return reply

            await live(call)

    anyio.run(visit)


@pytest.mark.requirement("graph-workspace")
@pytest.mark.parametrize("road", ROADS)
def test_an_unknown_workspace_is_a_tool_error_that_names_it(url: str, road: str) -> None:
    connect, mode = ROADS[road]

    async def visit() -> tuple[bool, Any]:
        async with connect(url, "nowhere", mode) as client:
            return await ask(client, "get_stats", {})

    assert anyio.run(visit) == (False, "Workspace 'nowhere' not found")


@pytest.mark.requirement("graph-workspace")
def test_without_a_header_every_call_is_a_tool_error(url: str) -> None:
    async def visit() -> tuple[bool, Any]:
        async with Client(f"{url}/mcp") as client:
            return await ask(client, "get_stats", {})

    is_fine, told = anyio.run(visit)

    assert not is_fine
    assert "missing header 'X-Memory-Workspace'" in told


@pytest.mark.requirement("graph-workspace")
def test_fifty_clients_of_two_workspaces_never_see_each_other(url: str) -> None:
    async def visit(number: int) -> None:
        mine = "one" if number % 2 else "two"
        connect = over_sse if number % 5 == 0 else over_mcp
        async with connect(url, mine, "legacy") as client:
            node = {"name": "Shared", "entity_type": "thing", "observations": [f"{mine} wrote {number}"]}
            await ask(client, "create_entities", {"entities": [node]})
            _, opened = await ask(client, "open_nodes", {"names": ["Shared"]})
            assert {line["content"].split()[0] for line in opened["entities"][0]["observations"]} == {mine}
            _, found = await ask(client, "search_nodes", {"query": f"wrote {number}"})
            assert [line["matched_observation"].split()[0] for line in found] == [mine]
            _, stats = await ask(client, "get_stats", {})
            assert stats["workspace"] == mine

    async def visit_all() -> None:
        async with anyio.create_task_group() as group:
            for number in range(CLIENTS):
                group.start_soon(visit, number)

    anyio.run(visit_all)
