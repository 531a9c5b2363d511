"""Is a memory found across languages? Translations as questions, beside mneme alone and words alone in the same run."""
