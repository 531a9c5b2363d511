"""What a tool may tell and ask its client while it works."""
