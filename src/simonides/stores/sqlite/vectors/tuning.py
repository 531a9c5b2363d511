"""Thresholds where the search changes its method, measured, as one value that tests can make small."""

from simonides.frozen import frozen


@frozen
class Tuning:
    """The numbers behind the indexes; the defaults were measured at 10 thousand to one million rows."""

    posting_budget: int = 8_000
    """How many positions of words are read per question, rare words first."""
    posting_cap: int = 50_000
    """How many positions of the rarest word are read, however common it is."""
    frequency_kept_from: int = 200
    """Frequencies from this number of documents up are kept between questions, because counting again would cost too much."""
    exact_rows: int = 30_000
    """Up to this many vectors all are compared by int8 codes; above, sign codes choose first."""
    sign_candidates: int = 1_500
    """How many vectors the sign codes choose."""
    rescored: int = 40
    """How many memories the int8 codes leave for the exact comparison."""
    sample: int = 1_000
    """How many vectors are sampled to tell how near memories are on the whole."""
    sidecar_rows: int = 20_000
    """From this many vectors up loading takes long enough to keep the loaded form in a file."""
    tail_share: float = 0.25
    """How large the unsorted tail may grow, as a share of the rest, before both are merged."""
    tail_rows: int = 4_096
    """How large the tail may grow in any case."""


MEASURED = Tuning()
