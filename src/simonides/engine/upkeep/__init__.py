"""Work done while nobody asks: dreaming, merging, closets, index lines, self-tests."""
