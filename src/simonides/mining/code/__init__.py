"""How does a source file become pieces? Outlined by a grammar or by its structure, then cut without losing a line."""
