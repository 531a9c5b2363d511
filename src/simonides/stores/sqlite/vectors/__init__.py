"""The vector cache of a process, and its scan."""
