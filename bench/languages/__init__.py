"""Is a memory found across languages? Translations as questions, beside MiniLM alone and words alone in the same run."""
