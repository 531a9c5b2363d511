"""The terms of a score, their fusion, and the explanation of an order."""
