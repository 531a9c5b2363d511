"""The PostgreSQL store: any number of palaces in one database."""
