"""The supported versions of MCP and their features.

Four versions open with a handshake (`initialize`) and hold for the connection. From 2026-07-28 on there is no handshake:
every request names its version in `_meta`.
"""

from collections.abc import Mapping
from typing import Any

from simonides.frozen import frozen
from simonides.servers.mcp.messages import INVALID_PARAMS, UNSUPPORTED_VERSION, RpcError

VERSION_KEY = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities"
CLIENT_INFO_KEY = "io.modelcontextprotocol/clientInfo"
SERVER_INFO_KEY = "io.modelcontextprotocol/serverInfo"


@frozen
class Era:
    """One version: `has_structure` covers titles, output schemas and structured content."""

    version: str
    has_annotations: bool = True
    has_structure: bool = True
    has_batches: bool = False
    has_handshake: bool = True


HANDSHAKES = {
    era.version: era
    for era in (
        Era("2024-11-05", has_annotations=False, has_structure=False),
        Era("2025-03-26", has_structure=False, has_batches=True),
        Era("2025-06-18"),
        Era("2025-11-25"),
    )
}
NEWEST_HANDSHAKE = HANDSHAKES["2025-11-25"]
MODERN = Era("2026-07-28", has_handshake=False)


def negotiate(requested: object) -> Era:
    """The era of a handshake: the requested one, or the newest if that is unknown."""
    return HANDSHAKES.get(requested, NEWEST_HANDSHAKE) if isinstance(requested, str) else NEWEST_HANDSHAKE


def era_named(version: str) -> Era:
    """The era of a request whose transport has read its version already."""
    return MODERN if version == MODERN.version else negotiate(version)


def era_of(params: Mapping[str, Any], agreed: Era) -> Era:
    """The era of one request: what its envelope says, or what the handshake agreed on."""
    meta = params.get("_meta")
    if not isinstance(meta, Mapping) or VERSION_KEY not in meta:
        return agreed
    if CAPABILITIES_KEY not in meta:
        raise RpcError(INVALID_PARAMS, f"params._meta is missing '{CAPABILITIES_KEY}'")
    version = meta[VERSION_KEY]
    if not isinstance(version, str):
        raise RpcError(INVALID_PARAMS, f"'{VERSION_KEY}' must be a string")
    if version != MODERN.version:
        # Naming the handshake versions too lets a client from the future fall back to `initialize`.
        supported = [MODERN.version, *reversed(HANDSHAKES)]
        raise RpcError(UNSUPPORTED_VERSION, "Unsupported protocol version", {"supported": supported, "requested": version})
    return MODERN
