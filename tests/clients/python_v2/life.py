"""A life, replayed by the official Python client of the second generation: calls on stdin, replies on stdout, one a line."""

import json
import os
import sys
from typing import Any

import anyio
import httpx2
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError


def say(reply: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(reply) + "\n")
    sys.stdout.flush()


def server_of(transport: str, words: list[str]) -> Any:
    if transport == "stdio":
        return StdioServerParameters(command=words[0], args=words[1:], env=dict(os.environ))
    return streamable_http_client(words[0], http_client=httpx2.AsyncClient(headers={"X-Memory-Workspace": words[1]}))


async def reply(client: Client, call: dict[str, Any]) -> dict[str, Any]:
    try:
        result = await client.call_tool(call["tool"], call["arguments"])
    except MCPError as error:
        return {"code": error.error.code, "message": error.error.message}
    text = result.content[0].text  # type: ignore[union-attr]
    return {"text": text, "structured": result.structured_content, "isError": result.is_error}


async def live(*given: str) -> None:
    era, transport, *words = given
    mode = "legacy" if era == "handshake" else era
    async with Client(server_of(transport, words), mode=mode) as client:
        tools = (await client.list_tools()).tools
        name = client.server_info.name if client.server_info else None
        say({"server": name, "protocol": client.protocol_version, "tools": [tool.name for tool in tools]})
        while line := await anyio.to_thread.run_sync(sys.stdin.readline):
            say(await reply(client, json.loads(line)))


if __name__ == "__main__":
    anyio.run(live, *sys.argv[1:])
