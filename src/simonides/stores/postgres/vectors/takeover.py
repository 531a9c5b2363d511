"""Renewing vectors in PostgreSQL: the statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.postgres.statements import logged
from simonides.stores.sql.vectors.takeover import TextsSql


def _texts(table: str, vectors: str, owner: str, line: str) -> TextsSql:
    return TextsSql(
        embedded=f"""
            SELECT key, content FROM {table} WHERE palace = %(palace)s AND key > %(after)s AND embedded
            ORDER BY key LIMIT %(limit)s
        """,
        drop=f"DELETE FROM {vectors} WHERE palace = %(palace)s AND {owner} = ANY(%(keys)s::bigint[])",
        mark_pending=f"UPDATE {table} SET embedded = false WHERE palace = %(palace)s AND key = ANY(%(keys)s::bigint[])",
        announce=logged(f"'{line}'", "delete"),
    )


TEXTS = (
    _texts("memories", "vectors", "memory", "vector"),
    _texts("observations", "observation_vectors", "observation", "observation_vector"),
    _texts("chunks", "chunk_vectors", "chunk", "chunk_vector"),
)
