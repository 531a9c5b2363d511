"""Labels: what names memories beside their texts, that is rooms, wings, tags and those who wrote."""
