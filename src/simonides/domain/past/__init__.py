"""The past of a palace: former versions of its records, and the sources that they come from."""
