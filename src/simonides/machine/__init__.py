"""What differs between Linux, macOS and Windows, each in one place."""
