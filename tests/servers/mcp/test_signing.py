"""Who calls: what a client says of itself in the handshake stands in the change log."""

from pathlib import Path
from typing import Any

import pytest

from simonides.engines import build_host
from simonides.servers.mcp.protocol import Core
from simonides.servers.mcp.session import Session
from simonides.settings import Settings
from simonides.wiring import build_core

DRAWER = {"wing": "app", "room": "db", "content": "Postgres was chosen"}


def ask(core: Core, session: Session, method: str, params: dict[str, Any]) -> Any:
    return core.handle({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}, session)


@pytest.mark.requirement("past-who")
@pytest.mark.parametrize(
    ("info", "client"),
    [
        ({"name": "claude-code", "version": "2.1.0"}, "claude-code 2.1.0"),
        ({"name": "a\ud800\nb" + "x" * 500, "version": 7}, "a  b" + "x" * 116),
        ("not an object", ""),
        (None, ""),
    ],
)
def test_a_write_is_signed_with_the_client_of_the_handshake(tmp_path: Path, info: object, client: str) -> None:
    lazy = build_host(Settings(tmp_path, embedder="hashing"))
    core, session = build_core(Settings(tmp_path, embedder="hashing"), ["palace"], lazy), Session()
    ask(core, session, "initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info})

    ask(core, session, "tools/call", {"name": "mempalace_add_drawer", "arguments": DRAWER})

    [act] = lazy.engine().palace("default").past.acts.newest()
    lazy.close()
    assert (act.first.actor, act.first.client, act.first.toolset) == ("mcp", client, "palace")
