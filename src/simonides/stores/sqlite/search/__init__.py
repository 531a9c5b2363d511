"""Candidates by words and scope in SQLite."""
