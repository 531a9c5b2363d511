"""How does a function become a tool? Knows nothing of memory."""
