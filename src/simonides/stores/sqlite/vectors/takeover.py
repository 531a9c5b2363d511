"""Renewing vectors in SQLite: the statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.sql.vectors.takeover import TextsSql
from simonides.stores.sqlite.statements import logged


def _texts(table: str, vectors: str, owner: str, line: str) -> TextsSql:
    return TextsSql(
        embedded=f"SELECT key, content FROM {table} WHERE key > :after AND embedded = 1 ORDER BY key LIMIT :limit",
        drop=f"DELETE FROM {vectors} WHERE {owner} IN (SELECT value FROM json_each(:keys))",
        mark_pending=f"UPDATE {table} SET embedded = 0 WHERE key IN (SELECT value FROM json_each(:keys))",
        announce=logged(f"'{line}'", "delete"),
    )


TEXTS = (
    _texts("memories", "vectors", "memory", "vector"),
    _texts("observations", "observation_vectors", "observation", "observation_vector"),
    _texts("chunks", "chunk_vectors", "chunk", "chunk_vector"),
)
