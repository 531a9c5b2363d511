"""Secrets that a text gives away: keys, tokens and passwords, found by their form and masked."""
