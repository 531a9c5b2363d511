"""Turning functions into tools. Knows nothing of memory."""
