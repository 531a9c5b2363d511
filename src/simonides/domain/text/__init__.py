"""Words, names, sentences and other readings of a text."""
