"""Candidates by words and scope, the same over any SQL database."""
