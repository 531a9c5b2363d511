"""What a running server keeps: its engine, built when it is needed, and the tokens that it checks."""
