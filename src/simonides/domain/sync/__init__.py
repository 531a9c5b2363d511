"""Replicas of one palace on several machines: what each of them changed, put together without loss."""
