"""The servers: MCP messages and their transports."""
