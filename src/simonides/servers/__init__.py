"""How do agents reach us? MCP messages and their transports."""
