"""What the SQL stores share: values as rows, and everything that is the same over any SQL database."""
