"""Claims: which statement takes the place of which, as somebody said, did or decided, and as upkeep proposes."""
