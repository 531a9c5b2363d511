"""Where do the search paths part? Measured thresholds, as one value that tests can make small."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tuning:
    """The numbers behind the indexes; the defaults were measured at 10 thousand to one million rows."""

    posting_budget: int = 8_000
    """How many places of words are read per question, rare words first."""
    posting_cap: int = 50_000
    """How many places of the rarest word are read, however common it is."""
    frequency_kept_from: int = 200
    """From which document frequency on it is kept between questions: counting again would cost more than it tells."""
    exact_rows: int = 30_000
    """Up to how many vectors every one is compared by its int8 code; above, sign codes choose first."""
    sign_candidates: int = 1_500
    """How many vectors the sign codes choose."""
    rescored: int = 40
    """How many memories the int8 codes leave for the exact comparison."""
    sample: int = 1_000
    """How many vectors stand for all when asking how near memories are at large."""
    sidecar_rows: int = 20_000
    """From how many vectors on loading them takes long enough to keep the loaded form in a file."""
    tail_share: float = 0.25
    """How large the unsorted tail may grow, as a share of the rest, before both become one."""
    tail_rows: int = 4_096
    """How large the tail may grow in any case."""


MEASURED = Tuning()
