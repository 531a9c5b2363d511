"""Exchange between replicas of a palace: through a folder that machines share, or with another server."""
