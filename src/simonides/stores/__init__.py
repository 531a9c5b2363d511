"""Where is it kept? One folder per kind of database, with the same file names."""
