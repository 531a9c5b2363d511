"""PostgreSQL statements for each kind of record."""
