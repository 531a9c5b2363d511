"""The past of a palace: former versions of its records."""
