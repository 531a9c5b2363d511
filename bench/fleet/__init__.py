"""A simulated fleet: how many machines serve a hundred million palaces, and what breaks first."""
