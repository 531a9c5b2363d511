"""What does the handshake say of each tool set? Light to import: a client waits for it."""

from simonides.toolkit.introduction import Introduction
from simonides.toolsets import prose

WORKSPACE_HEADER = "X-Memory-Workspace"
"""The request header that names a palace."""

ALL = {
    "palace": Introduction(instructions=prose.INSTRUCTIONS),
}
