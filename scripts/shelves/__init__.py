"""What stands on the shelves of others: extensions of agents, a bundle, a formula, and what an installation costs."""
