"""Rows of each kind of record, the same over any SQL database."""
