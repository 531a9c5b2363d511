"""Readers of what other memory programs keep, from their files alone, and the report of what arrived."""
