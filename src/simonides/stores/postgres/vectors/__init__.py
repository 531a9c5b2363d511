"""Vectors and their HNSW graphs in PostgreSQL."""
