"""What do we need? Protocols with promises, for stores and embedders to keep."""
