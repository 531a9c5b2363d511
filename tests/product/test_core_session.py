"""A session with the core set, by the official client against the real server, as `setup` connects it."""

import sys
from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest
from mcp import Client, StdioServerParameters

from servers.http_process import PRODUCT, HttpProcess
from simonides.cli.clients.instructions import serve_command, server_command


@pytest.fixture(params=["stdio", "http"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[StdioServerParameters | str]:
    """The set as `setup` connects it, and over HTTP."""
    environment = {"SIMONIDES_HOME": str(tmp_path), "SIMONIDES_EMBEDDER": "hashing"}
    if request.param == "stdio":
        words = serve_command("core", [])[len(server_command()) :]
        yield StdioServerParameters(command=sys.executable, args=["-m", "simonides", *words], env=environment)
        return
    running = HttpProcess([*PRODUCT, "--http-only", "--tools", "core"], environment)
    yield f"{running.url}/mcp"
    running.end()


@pytest.mark.requirement("core-clients", "protocol-eras")
@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_an_agent_keeps_finds_and_changes_a_memory(mode: str, server: StdioServerParameters | str) -> None:
    async def session() -> None:
        async with Client(server, mode=mode) as client:

            async def call(tool: str, **arguments: object) -> str:
                result = await client.call_tool(tool, arguments)
                assert not result.is_error
                assert result.structured_content is None
                return str(result.content[0].text)  # type: ignore[union-attr]

            assert "recall_memory" in (client.instructions or "")
            assert len((await client.list_tools()).tools) == 6
            key = (await call("remember", text="We chose Clerk because SSO was included", where="app/auth")).split()[2]
            assert (await call("recall_memory", question="why Clerk?")).splitlines()[-1].startswith(f"{key} app/auth ")
            await call("revise_memory", do="edit", ids=[key], old="Clerk", text="Auth0")
            assert "> We chose Auth0" in await call("read_memory", id=key)

    anyio.run(session)
