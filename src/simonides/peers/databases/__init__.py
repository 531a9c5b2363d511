"""SQLite files of other programs: read from a copy, and salvaged page by page where they are damaged."""
