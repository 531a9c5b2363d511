"""The past of a palace: who did what, how to take it back, what was known when, and how to forget for good."""
