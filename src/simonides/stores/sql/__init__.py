"""What do the stores do alike? Values in rows, and everything that is the same over any SQL database."""
