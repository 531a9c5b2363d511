"""Exports in JSON: documents and lines, and what the programs that write them mean by their fields."""
