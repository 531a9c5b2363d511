"""Kinds of vectors: the statements that write and read the vectors of one kind of thing."""

from simonides.frozen import frozen


@frozen
class VectorSql:
    """The SQL statements about one kind of vectors."""

    of: str
    """Owner and vector, ordered by owner and part."""
    present: str
    drop: str
    add: str
    mark_embedded: str
