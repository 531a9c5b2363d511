"""Limits of the HTTP server: connections, bodies, sessions, holders of tokens, failed logins."""
