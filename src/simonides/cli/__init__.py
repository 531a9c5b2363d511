"""What does a person type? One file per group of commands."""
