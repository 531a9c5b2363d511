"""The same calls over every transport, through the official client, with the same answers."""

import os
import re
import sys
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.sse import sse_client
from mcp.shared.exceptions import MCPError

from servers.http_process import PRODUCT, HttpProcess, product_environment
from servers.wire import TESTS

Connect: TypeAlias = Callable[[Path, str], AbstractAsyncContextManager[Client]]


@asynccontextmanager
async def over_stdio(home: Path, mode: str) -> AsyncIterator[Client]:
    words, everything = ["-m", "simonides", "serve"], dict(os.environ)
    server = StdioServerParameters(command=sys.executable, args=words, cwd=TESTS, env=everything | product_environment(home))
    async with Client(server, mode=mode) as client:
        yield client


@asynccontextmanager
async def over_mcp(home: Path, mode: str) -> AsyncIterator[Client]:
    server = HttpProcess([*PRODUCT, "--http-only"], product_environment(home))
    try:
        async with Client(f"{server.url}/mcp", mode=mode) as client:
            yield client
    finally:
        server.end()


@asynccontextmanager
async def over_sse(home: Path, mode: str) -> AsyncIterator[Client]:
    server = HttpProcess([*PRODUCT, "--http-only"], product_environment(home))
    try:
        async with Client(sse_client(f"{server.url}/sse"), mode=mode) as client:
            yield client
    finally:
        server.end()


@dataclass(frozen=True)
class Road:
    """A way to the server, and the version that is spoken on it."""

    name: str
    connect: Connect
    mode: str
    version: str


ROADS = [
    Road("stdio 2025-11-25", over_stdio, "legacy", "2025-11-25"),
    Road("stdio 2026-07-28", over_stdio, "2026-07-28", "2026-07-28"),
    Road("mcp 2025-11-25", over_mcp, "legacy", "2025-11-25"),
    Road("mcp 2026-07-28", over_mcp, "2026-07-28", "2026-07-28"),
    Road("mcp as the client likes", over_mcp, "auto", "2026-07-28"),
    Road("sse 2025-11-25", over_sse, "legacy", "2025-11-25"),
    Road("sse 2026-07-28", over_sse, "2026-07-28", "2026-07-28"),
]

# Each of the others differs from one of these in a single respect.
EVERY_TIME = {"stdio 2025-11-25", "stdio 2026-07-28", "mcp 2025-11-25", "mcp 2026-07-28", "sse 2026-07-28"}


def roads(chosen: Iterable[Road]) -> list[Any]:
    marks = {True: (), False: (pytest.mark.long,)}
    return [pytest.param(road, id=road.name, marks=marks[road.name in EVERY_TIME]) for road in chosen]


LONG = "A palace has many rooms, and every room its drawers. " * 2_000
STRANGE = '日本語 العربية 🏛️ \u2028 \t "quotes" \\ é e\u0301 \x7f end'

CALLS: dict[str, list[tuple[str, Any]]] = {
    "what goes wrong": [
        ("mempalace_list_wings", {}),
        ("no_such_tool", {}),
        ("mempalace_search", {}),
        ("mempalace_search", {"query": "x", "limit": "many"}),
        ("mempalace_search", {"query": "x", "colour": "red"}),
        ("mempalace_add_drawer", {"wing": "", "room": "r", "content": "x"}),
        ("mempalace_delete_drawer", {"drawer_id": "drawer_nope"}),
    ],
    "what agents do": [
        ("mempalace_status", {}),
        ("mempalace_add_drawer", {"wing": "wing_app", "room": "auth", "content": "We chose Clerk for its flows."}),
        ("mempalace_search", {"query": "Clerk flows", "wing": "wing_app", "limit": 3}),
        ("mempalace_kg_add", {"subject": "Maya", "predicate": "works on", "object": "Orion", "valid_from": "2026-01-15"}),
        ("mempalace_kg_query", {"entity": "Maya"}),
        ("mempalace_get_taxonomy", {}),
        ("mempalace_diary_write", {"agent_name": "reviewer", "entry": "SESSION:2026-11-15|done"}),
    ],
    "every script": [
        ("mempalace_add_drawer", {"wing": "wing_日本", "room": "räume", "content": STRANGE}),
        ("mempalace_search", {"query": "日本語", "limit": 1}),
        ("mempalace_kg_add", {"subject": "Ζήνων", "predicate": "讀", "object": "🏛️"}),
        ("mempalace_kg_query", {"entity": "Ζήνων"}),
    ],
    "a large reply": [
        ("mempalace_add_drawer", {"wing": "w", "room": "r", "content": LONG}),
        ("mempalace_search", {"query": "palace drawers", "limit": 1}),
    ],
}

Answer: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True)
class Visit:
    """What a client saw: the server's introduction, its tools, and its answers by topic."""

    version: str
    introduction: tuple[str | None, str | None]
    tools: list[Any]
    answers: dict[str, Any]


async def ask(client: Client, tool: str, arguments: Any) -> Answer:
    try:
        result = await client.call_tool(tool, arguments)
    except MCPError as error:
        return "error", error.error.code, error.error.message, error.error.data
    return "result", result.is_error, [block.model_dump(exclude_none=True) for block in result.content], result.structured_content


async def visit(road: Road, home: Path) -> Visit:
    async with road.connect(home, road.mode) as client:
        tools = (await client.list_tools()).tools
        answers = {topic: [await ask(client, *each) for each in calls] for topic, calls in CALLS.items()}
        return Visit(
            client.protocol_version,
            (client.server_info.name if client.server_info else None, client.instructions),
            [tool.model_dump(by_alias=True, exclude_none=True) for tool in tools],
            {topic: masked(each, home) for topic, each in answers.items()},
        )


def masked(value: Any, home: Path) -> Any:
    """The value without what differs from one palace to the next: ids, moments and where it lies."""
    if isinstance(value, dict):
        return {key: masked(each, home) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [masked(each, home) for each in value]
    if not isinstance(value, str):
        return value
    text = re.sub(r"_\d{8}_\d{6,}|_[0-9a-f]{8,}", "_ID", value.replace(str(home), "HOME"))
    return re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)?", "MOMENT", text)


@pytest.fixture(scope="module")
def visits(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Road], Visit]:
    """What each road gives, asked once."""
    known: dict[str, Visit] = {}

    def look_up(road: Road) -> Visit:
        if road.name not in known:
            known[road.name] = anyio.run(visit, road, tmp_path_factory.mktemp("home"))
        return known[road.name]

    return look_up


Visits: TypeAlias = Callable[[Road], Visit]


@pytest.mark.parametrize("road", roads(ROADS[1:]))
@pytest.mark.parametrize("topic", CALLS)
def test_every_road_gives_the_same_answers(road: Road, topic: str, visits: Visits) -> None:
    assert visits(road).answers[topic] == visits(ROADS[0]).answers[topic]


@pytest.mark.parametrize("road", roads(ROADS))
def test_every_road_speaks_its_version_and_shows_the_same_tools(road: Road, visits: Visits) -> None:
    assert visits(road).version == road.version
    assert visits(road).tools == visits(ROADS[0]).tools


# Who insists on 2026-07-28 asks no question first, and so hears no introduction.
@pytest.mark.parametrize("road", roads(road for road in ROADS if road.mode != "2026-07-28"))
def test_every_road_introduces_the_server_alike(road: Road, visits: Visits) -> None:
    name, instructions = visits(road).introduction

    assert name == "simonides"
    assert instructions == visits(ROADS[0]).introduction[1]
    assert (instructions or "").startswith("You have a memory palace")


def test_the_answers_that_are_compared_are_the_expected_ones(visits: Visits) -> None:
    faults, useful, scripts, large = visits(ROADS[0]).answers.values()

    assert [answer[0] for answer in faults] == ["result", "error", "error", "error", "error", "error", "result"]
    assert faults[1][1:3] == [-32601, "Unknown tool: no_such_tool"]
    assert [answer[0] for answer in useful] == ["result"] * len(useful)
    assert scripts[1][3]["results"][0]["text"] == STRANGE
    assert large[1][3]["results"][0]["text"] == LONG
