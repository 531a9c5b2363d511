"""Thresholds where the search changes its method, measured, as one value that tests can make small."""

from simonides.frozen import frozen


@frozen
class Tuning:
    """The numbers behind the indexes; `bench/postgres.py` measures them at 100 thousand rows."""

    posting_budget: int = 8_000
    """How many positions of words are read per question, rare words first."""
    posting_cap: int = 50_000
    """How many positions of the rarest word are read, however common it is."""
    exact_rows: int = 5_000
    """Up to this many things in scope every vector is compared."""
    exact_share: float = 0.02
    """Up to this share of all vectors every one in scope is compared: the graph finds too few of them."""
    exact_max: int = 50_000
    """How many are compared at most."""
    ef_search: int = 200
    """How many candidates the walk through the graph keeps."""
    scan_max: int = 60_000
    """How many vectors the walk looks at before it gives up finding more in scope."""
    pending_share: float = 0.1
    """A graph is made once at most this share of what has vectors still waits for them: earlier it would slow the rest down."""
    anew_share: float = 0.5
    """From this share of all vectors on, so many that are to come are put in without a graph, which is made anew afterwards."""
    sample: int = 256
    """How many vectors are sampled to tell how near they are on the whole."""


MEASURED = Tuning()
