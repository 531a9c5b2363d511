"""The trusty contract's examples and errors, over HTTP as over stdio."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client
from mcp.client.sse import sse_client
from mcp.shared.exceptions import MCPError

from servers.http_process import PRODUCT, HttpProcess, product_environment

PALACE = "my-project"
TEXT = "The API gateway validates JWT tokens using RS256."
EXAMPLES: list[tuple[str, dict[str, object], dict[str, object]]] = [
    ("memory_remember", {"text": TEXT, "room": "Backend", "tags": ["auth", "jwt"]}, {"palace": PALACE, "status": "stored"}),
    ("memory_recall", {"query": "How does token validation work?", "top_k": 5}, {"palace": PALACE}),
    ("memory_recall_deep", {"query": "deployment configuration details", "top_k": 20}, {"palace": PALACE}),
    ("palace_create", {"name": "client-acme", "description": "Acme"}, {"palace_id": "client-acme", "status": "created"}),
    ("palace_list", {}, {"palaces": ["client-acme", PALACE]}),
    ("kg_assert", {"subject": "auth-service", "predicate": "version", "object": "2.4.1"}, {"status": "asserted"}),
    ("kg_query", {"subject": "auth-service"}, {"subject": "auth-service"}),
    ("memory_list", {"room": "Backend", "tag": "auth", "limit": 20}, {"palace": PALACE}),
    ("palace_info", {}, {"id": PALACE, "name": PALACE, "drawer_count": 1}),
]
ERRORS: list[tuple[str, dict[str, object], str]] = [
    ("nope", {}, "unknown tool: nope"),
    ("memory_remember", {}, "memory_remember: missing 'text'"),
    ("memory_recall", {"palace": "nowhere", "query": "x"}, "memory_recall: palace not found: nowhere; palace_create makes one"),
]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[HttpProcess]:
    process = HttpProcess([*PRODUCT, "--http-only", "--tools", "trusty", "--palace", PALACE], product_environment(tmp_path))
    yield process
    process.end()


@pytest.mark.requirement("trusty-recall", "trusty-faults")
@pytest.mark.parametrize(("path", "mode"), [("mcp", "legacy"), ("mcp", "2026-07-28"), ("sse", "legacy")])
def test_examples_and_errors_are_the_same_over_http(server: HttpProcess, path: str, mode: str) -> None:
    target: Any = sse_client(f"{server.url}/sse") if path == "sse" else f"{server.url}/mcp"

    async def session() -> None:
        async with Client(target, mode=mode) as client:
            for tool, arguments, expected in EXAMPLES:
                result = await client.call_tool(tool, arguments)
                reply = json.loads(result.content[0].text)  # type: ignore[union-attr]
                assert expected.items() <= reply.items(), tool
            for tool, arguments, message in ERRORS:
                with pytest.raises(MCPError) as caught:
                    await client.call_tool(tool, arguments)
                assert (caught.value.error.code, caught.value.error.message) == (-32603, message)

    anyio.run(session)
