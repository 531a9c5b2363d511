"""Looking through a palace without a question: lists with counts, what surrounds a memory, and the change log backwards."""
