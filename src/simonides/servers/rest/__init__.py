"""Plain REST beside MCP: routes, requests, events and their OpenAPI description."""
