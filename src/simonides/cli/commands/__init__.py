"""One module for each word a person types."""
