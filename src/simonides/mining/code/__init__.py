"""Source files cut into pieces: outlined by a grammar or by their structure, then cut without losing a line."""
