"""Ports: protocols, with their promises, for stores, embedders and other adapters to keep."""
