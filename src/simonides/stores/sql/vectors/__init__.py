"""Vectors of texts, the same over any SQL database."""
