"""Is the right code found, and how fast is it indexed? Through the product's own index and search calls."""
