"""What has vectors? How those of one kind of thing are written and read again."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VectorSql:
    """What a store says to its database about one kind of vectors."""

    of: str
    """Owner and vector, by owner and part."""
    present: str
    drop: str
    add: str
    mark_embedded: str
