"""Source code: projects, their indexing and their chunks."""
