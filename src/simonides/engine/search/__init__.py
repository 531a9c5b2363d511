"""How memories, nodes and code are found again."""
