"""Wings and rooms suggested by a folder."""
