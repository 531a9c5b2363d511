"""How does another encoder take over some texts? Their vectors go, the rest stays, and the new identity is noted, all at once."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from simonides.ports.embedder import Identity
from simonides.stores.sqlite.database import Database
from simonides.stores.sqlite.identity import write_identity
from simonides.stores.sqlite.rows import key_list

_READ_AT_ONCE = 1_000
# A line without a row tells every cache to load anew.
_ANNOUNCE = "INSERT INTO changes (kind, id, row, operation, at, actor) VALUES (?, '', NULL, 'delete', now_us(), actor())"


@dataclass(frozen=True, slots=True)
class _Texts:
    """One table of texts with vectors: where those stand, and what the log calls them."""

    table: str
    vectors: str
    owner: str
    line: str


_EVERY = (
    _Texts("memories", "vectors", "memory", "vector"),
    _Texts("observations", "observation_vectors", "observation", "observation_vector"),
    _Texts("chunks", "chunk_vectors", "chunk", "chunk_vector"),
)


def renew_vectors(database: Database, identity: Identity, is_outdated: Callable[[str], bool]) -> int:
    """Drop the vectors of every text that is outdated, and note the identity; how many texts."""
    # Most are looked for before the transaction: reading a million texts under the lock would keep every writer waiting.
    found = [_outdated(database, texts, is_outdated) for texts in _EVERY]
    with database.writing("embedder"):
        for texts, (keys, last) in zip(_EVERY, found, strict=True):
            keys.extend(_outdated(database, texts, is_outdated, last)[0])
            _drop(database, texts, keys)
        write_identity(database, identity)
    return sum(len(keys) for keys, _ in found)


def _outdated(database: Database, texts: _Texts, is_outdated: Callable[[str], bool], after: int = 0) -> tuple[list[int], int]:
    """The rows whose texts are outdated, of those after a row, and the last row looked at."""
    keys = []
    for key, content in _embedded(database, texts, after):
        after = key
        if is_outdated(content):
            keys.append(key)
    return keys, after


def _embedded(database: Database, texts: _Texts, after: int) -> Iterator[tuple[int, str]]:
    page = f"SELECT key, content FROM {texts.table} WHERE key > ? AND embedded = 1 ORDER BY key LIMIT {_READ_AT_ONCE}"
    while rows := database.rows(page, (after,)):
        yield from rows
        after = rows[-1][0]


def _drop(database: Database, texts: _Texts, keys: list[int]) -> None:
    if keys:
        wanted = (key_list(keys),)
        database.change(f"DELETE FROM {texts.vectors} WHERE {texts.owner} IN (SELECT value FROM json_each(?))", wanted)
        database.change(f"UPDATE {texts.table} SET embedded = 0 WHERE key IN (SELECT value FROM json_each(?))", wanted)
        database.change(_ANNOUNCE, (texts.line,))
