"""A PostgreSQL database as the store of any number of palaces."""
