"""The engine: the one implementation of every rule, written against the ports."""
