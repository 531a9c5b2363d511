"""The tool sets: four vocabularies over one engine."""
