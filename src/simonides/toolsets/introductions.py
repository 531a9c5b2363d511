"""What the handshake says about each tool set. Light to import, since a client waits for it."""

from simonides.toolkit.introduction import Introduction
from simonides.toolsets import prose

WORKSPACE_HEADER = "X-Memory-Workspace"
"""The request header that names a palace."""

TRUSTY_METHODS = frozenset(
    {"initialize", "notifications/initialized", "notifications/cancelled", "tools/list", "tools/call", "ping"}
)

MEMORY_VERSION = "0.1.0"

ALL = {
    "core": Introduction(instructions=prose.CORE_INSTRUCTIONS),
    "palace": Introduction(instructions=prose.INSTRUCTIONS),
    "trusty": Introduction(server_name="trusty-memory", server_version="0.1.10", methods=TRUSTY_METHODS),
    "graph": Introduction(instructions=prose.GRAPH_INSTRUCTIONS),
    "palace-more": Introduction(),
    "past": Introduction(),
    "memory": Introduction(instructions=prose.MEMORY_INSTRUCTIONS, server_name="memory-mcp", server_version=MEMORY_VERSION),
}
