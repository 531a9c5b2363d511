"""MCP and REST over HTTP; imported only when HTTP is asked for."""
