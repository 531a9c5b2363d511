"""Messages from a running call to its client: progress, logs, questions, watched resources."""
