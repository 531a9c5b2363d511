"""What do agents see? Four vocabularies over one engine."""
