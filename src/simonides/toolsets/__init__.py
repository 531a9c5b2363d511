"""The tool sets: vocabularies over one engine."""
