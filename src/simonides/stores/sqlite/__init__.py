"""The embedded store: one SQLite file per palace."""
