"""The transport-free MCP core."""
