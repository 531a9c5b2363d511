"""What a question asks for, and what a text states in answer."""
