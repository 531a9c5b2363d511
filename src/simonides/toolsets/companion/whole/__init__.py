"""A palace as a whole over REST: whom it serves, export and import, and its health."""
