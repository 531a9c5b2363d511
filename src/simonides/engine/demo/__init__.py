"""A palace to play with: a small story, and how it is told."""
