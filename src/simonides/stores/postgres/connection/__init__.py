"""The database: addresses, connections, batches and failures."""
