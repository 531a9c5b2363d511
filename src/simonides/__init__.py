"""The memory that AI agents keep: verbatim, offline, shared, over MCP."""

__version__ = "0.1.0"
