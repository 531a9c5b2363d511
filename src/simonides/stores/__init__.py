"""Storage: one folder per kind of database, with the same file names in each; `sql` holds what they share."""
