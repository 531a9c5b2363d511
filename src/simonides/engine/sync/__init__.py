"""Sync: a palace as one of several replicas, which exchange what each has changed."""
