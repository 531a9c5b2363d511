"""Code search: quality and speed of indexing, through the product's own index and search calls."""
