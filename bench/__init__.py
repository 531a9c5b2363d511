"""How fast, how good, how safe? Measurements, each beside a baseline or a peer in the same run; not part of the wheel."""
