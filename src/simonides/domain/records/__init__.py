"""Records and their fields: one table for each record drives its rows, its lines in an export and its REST shape."""
