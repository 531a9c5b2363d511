"""A life, replayed by the official Python client of the first generation: calls on stdin, replies on stdout, one a line."""

import asyncio
import json
import os
import sys
from contextlib import AsyncExitStack
from typing import Any

from mcp import ClientSession, McpError, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client


def say(reply: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(reply) + "\n")
    sys.stdout.flush()


async def connect(stack: AsyncExitStack, transport: str, words: list[str]) -> ClientSession:
    if transport == "stdio":
        server = StdioServerParameters(command=words[0], args=words[1:], env=dict(os.environ))
        read, write = await stack.enter_async_context(stdio_client(server))
    else:
        headers = {"X-Memory-Workspace": words[1]}
        read, write, _ = await stack.enter_async_context(streamablehttp_client(words[0], headers=headers))
    return await stack.enter_async_context(ClientSession(read, write))


async def reply(session: ClientSession, call: dict[str, Any]) -> dict[str, Any]:
    try:
        result = await session.call_tool(call["tool"], call["arguments"])
    except McpError as error:
        return {"code": error.error.code, "message": error.error.message}
    return {"text": result.content[0].text, "structured": result.structuredContent, "isError": result.isError}


async def live(_era: str, transport: str, *words: str) -> None:
    async with AsyncExitStack() as stack:
        session = await connect(stack, transport, list(words))
        met = await session.initialize()
        tools = (await session.list_tools()).tools
        say({"server": met.serverInfo.name, "protocol": met.protocolVersion, "tools": [tool.name for tool in tools]})
        while line := await asyncio.to_thread(sys.stdin.readline):
            say(await reply(session, json.loads(line)))


if __name__ == "__main__":
    asyncio.run(live(*sys.argv[1:]))
