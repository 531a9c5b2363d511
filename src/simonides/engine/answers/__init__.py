"""Answers over everything that a palace holds: memories, facts and code in one ranked list."""
