"""Every tool of the memory set with its contract's example, through the official client against the real server."""

import json
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters

from support.homes import Home
from support.projects import rust_project
from support.server import ServerProcess

HASHING = {"SIMONIDES_EMBEDDER": "hashing"}

Call = Callable[..., Awaitable[Any]]


def in_session(mode: str, directory: Path, home: Home, use: Callable[[Call, Client], Awaitable[None]]) -> None:
    server = StdioServerParameters(
        command=sys.executable,
        args=["-m", "simonides", "serve", "--tools", "memory"],
        env={**os.environ, **HASHING, "SIMONIDES_HOME": str(directory), **home.environment},
    )

    async def session() -> None:
        async with Client(server, mode=mode) as client:

            async def call(tool: str, **arguments: object) -> Any:
                # The client checks the reply against the tool's output schema.
                result = await client.call_tool(tool, arguments)
                text = result.content[0].text  # type: ignore[union-attr]
                if result.is_error:
                    return text
                assert result.structured_content == json.loads(text)
                return result.structured_content

            await use(call, client)

    anyio.run(session)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return rust_project(tmp_path)


@pytest.mark.requirement("memory-examples", "protocol-eras")
@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_every_tool_answers_its_contracts_example(mode: str, tmp_path: Path, home: Home, project: Path) -> None:
    async def use(call: Call, client: Client) -> None:
        assert client.server_info is not None
        assert (client.server_info.name, client.server_info.version) == ("memory-mcp", "0.1.0")
        assert len((await client.list_tools()).tools) == 21
        await memories(call)
        await knowledge(call)
        await code(call, project)
        await system(call)

    in_session(mode, tmp_path / "home", home, use)


async def memories(call: Call) -> None:
    assert await call("list_memories") == {"memories": [], "total": 0, "limit": 20, "offset": 0}
    stored = await call(
        "store_memory", content="Alice leads the harbour", memory_type="semantic", user_id="u1", metadata={"k": 1}
    )
    memory = await call("get_memory", id=stored["id"])
    assert memory["id"] == {"tb": "memories", "id": {"String": stored["id"]}}
    assert (await call("update_memory", id=stored["id"], metadata={}))["metadata"] == {}
    assert (await call("list_memories", limit=20, offset=0))["memories"] == [{**memory, "metadata": {}}]
    found = await call("search", query="Alice leads the harbour", limit=10)
    assert found["results"] == [
        {"id": stored["id"], "content": "Alice leads the harbour", "memory_type": "semantic", "score": 1.0}
    ]
    assert (await call("search_text", query="harbour"))["count"] == 1
    recalled = await call("recall", query="who leads the harbour?")
    assert (recalled["memories_count"], recalled["code_count"]) == (1, 0)
    assert (await call("get_valid", user_id="u1"))["count"] == 1
    assert await call("get_valid_at", timestamp="2026-01-06T12:00:00Z", user_id="u2") == {
        "results": [],
        "count": 0,
        "timestamp": "2026-01-06T12:00:00Z",
    }
    other = await call("store_memory", content="Bob leads the harbour")
    assert await call("invalidate", id=stored["id"], reason="left", superseded_by=other["id"]) == {"invalidated": True}
    assert (await call("get_memory", id=stored["id"]))["superseded_by"] == other["id"]
    assert await call("delete_memory", id=stored["id"]) == {"deleted": True}
    assert await call("get_memory", id=stored["id"]) == f"Memory not found: {stored['id']}"
    assert await call("update_memory", id="nope", content="x") == "Memory not found: nope"


async def knowledge(call: Call) -> None:
    alice = await call("create_entity", name="Alice", entity_type="person", description="harbour master", user_id="u1")
    zephyr = await call("create_entity", name="Zephyr")
    assert alice.keys() == zephyr.keys() == {"id"}
    relation = await call(
        "create_relation", from_entity=alice["id"], to_entity=zephyr["id"], relation_type="works_on", weight=1.0
    )
    related = await call("get_related", entity_id=alice["id"], depth=1, direction="outgoing")
    assert (related["entity_count"], related["relation_count"]) == (1, 1)
    assert (related["entities"][0]["id"], related["relations"][0]["id"]) == (zephyr["id"], relation["id"])


async def code(call: Call, project: Path) -> None:
    indexed = await call("index_project", path=str(project), watch=False)
    assert indexed == {"project_id": "my-project", "files_indexed": 1, "chunks_created": 1}
    status = await call("get_index_status", project_id="my-project")
    assert (status["status"], status["progress_percent"]) == ("completed", 100.0)
    [found] = (await call("search_code", query="main", project_id="my-project"))["results"]
    assert (found["file_path"], found["language"], found["chunk_type"], found["name"]) == (
        "src/main.rs", "rust", "function", "main",
    )  # fmt: skip
    both = await call("recall", query="hello harbour", include_code=True, project_id="my-project", language="rust")
    assert (both["memories_count"], both["code_count"]) == (1, 1)
    assert await call("list_projects") == {"projects": ["my-project"], "count": 1}
    assert await call("index_project", path="/no/such/folder") == "Invalid path: /no/such/folder"


async def system(call: Call) -> None:
    status = await call("get_status")
    assert (status["memories_count"], status["entities_count"], status["code_chunks_count"]) == (1, 2, 1)
    assert (status["embedding"]["status"], status["db_dimension"]) == ("ready", 384)
    assert (await call("reset_all_memory", confirm=False))["reset"] is False
    assert await call("delete_project", project_id="my-project") == {"chunks_deleted": 1}
    assert await call("reset_all_memory", confirm=True) == {
        "reset": True,
        "deleted": {"memories": 1, "entities": 2, "relations": 1, "code_chunks": 0},
    }


@pytest.mark.requirement("memory-mismatch")
def test_a_server_over_another_models_vectors_answers_every_call_with_the_way_out(tmp_path: Path, home: Home) -> None:
    first = ServerProcess(tmp_path, "--tools", "memory", environment={**HASHING, **home.environment})
    first.call("store_memory", content="embedded by hashing")
    first.end()

    second = ServerProcess(tmp_path, "--tools", "memory", "--palace", "default", environment=home.environment)
    replies = [second.ask("tools/call", {"name": name, "arguments": {}})["result"] for name in ("get_status", "list_memories")]

    assert all(reply["isError"] for reply in replies)
    assert all("simonides reembed" in reply["content"][0]["text"] for reply in replies)
    assert second.end() == 0
