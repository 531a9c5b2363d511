"""Where do memories come from? Folders, conversations and notes."""
