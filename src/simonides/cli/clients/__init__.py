"""The config files of the clients that setup connects."""
