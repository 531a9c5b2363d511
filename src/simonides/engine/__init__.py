"""How do we remember? The one implementation of every rule, over the ports."""
