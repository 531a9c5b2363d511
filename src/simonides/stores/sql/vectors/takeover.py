"""Renewing vectors: another encoder takes over some texts; their vectors go and its identity is noted, all at once."""

from collections.abc import Callable, Iterator, Sequence

from simonides.frozen import frozen
from simonides.ports.embedder import Identity
from simonides.stores.sql.database import Database
from simonides.stores.sql.vectors.identity import write_identity

_READ_AT_ONCE = 1_000


@frozen
class TextsSql:
    """The SQL statements about one kind of texts that have vectors."""

    embedded: str
    """Row and content of the texts after a given row, in the order of rows."""
    drop: str
    mark_pending: str
    announce: str
    """A line of the log without a row makes every cache load again."""


def renew_vectors(database: Database, kinds: Sequence[TextsSql], identity: Identity, is_outdated: Callable[[str], bool]) -> int:
    """Drop the vectors of every outdated text and note the identity; returns how many texts were outdated."""
    # Most outdated texts are found before the transaction: reading a million texts under the lock would block every writer.
    found = [_outdated(database, kind, is_outdated) for kind in kinds]
    with database.writing("embedder"):
        for kind, (keys, last) in zip(kinds, found, strict=True):
            keys.extend(_outdated(database, kind, is_outdated, last)[0])
            _drop(database, kind, keys)
        write_identity(database, identity)
    return sum(len(keys) for keys, _ in found)


def _outdated(database: Database, kind: TextsSql, is_outdated: Callable[[str], bool], after: int = 0) -> tuple[list[int], int]:
    """The rows after a given one whose texts are outdated, and the last row looked at."""
    keys = []
    for key, content in _embedded(database, kind, after):
        after = key
        if is_outdated(content):
            keys.append(key)
    return keys, after


def _embedded(database: Database, kind: TextsSql, after: int) -> Iterator[tuple[int, str]]:
    while rows := database.rows(kind.embedded, {"after": after, "limit": _READ_AT_ONCE}):
        yield from rows
        after = rows[-1][0]


def _drop(database: Database, kind: TextsSql, keys: list[int]) -> None:
    if keys:
        wanted = {"keys": database.listed(keys)}
        database.change(kind.drop, wanted)
        database.change(kind.mark_pending, wanted)
        database.change(kind.announce)
