"""Kinds of records that travel between replicas; each is read from the palace as fields, and written from fields."""
