"""Mining: memories from folders, documents, source code and conversations."""
