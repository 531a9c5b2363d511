"""Candidates by words and scope in PostgreSQL."""
