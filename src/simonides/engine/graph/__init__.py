"""Entities, facts and observations, and the walks between them."""
