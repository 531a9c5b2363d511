"""A session with the core set, by the official client against the real server, as `setup` connects it."""

import sys
from pathlib import Path

import anyio
import pytest
from mcp import Client, StdioServerParameters

from simonides.cli.clients.instructions import serve_command, server_command


@pytest.mark.requirement("core-clients", "protocol-eras")
@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_an_agent_keeps_finds_and_changes_a_memory(mode: str, tmp_path: Path) -> None:
    words = serve_command("core", [])[len(server_command()) :]
    environment = {"SIMONIDES_HOME": str(tmp_path), "SIMONIDES_EMBEDDER": "hashing"}
    server = StdioServerParameters(command=sys.executable, args=["-m", "simonides", *words], env=environment)

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
