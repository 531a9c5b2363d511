"""SQLite statements for each kind of record."""
