"""Palaces spread over several servers by Citus."""
