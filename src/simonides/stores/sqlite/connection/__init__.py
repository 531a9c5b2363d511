"""The palace file: connections, locks, names and failures."""
