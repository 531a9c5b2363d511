"""Erasing for good in PostgreSQL: words that nothing holds go, the tables are vacuumed, and all of them are searched.

The files belong to the server: their free space is used again, and `VACUUM FULL` by its owner writes them anew.
"""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from collections.abc import Sequence

import psycopg

from simonides.ports.stores import Traces
from simonides.stores.postgres.connection.database import Database
from simonides.stores.postgres.connection.failures import translated

_TEXTS = {
    "memories": "content",
    "observations": "content",
    "entities": "coalesce(summary, '')",
    # The text of a memory or an observation stands in its former version as JSON.
    "changes": "CASE kind WHEN 'memory' THEN former::json ->> 1 WHEN 'observation' THEN former::json ->> 2 END",
}
_VACUUMED = (
    "memories", "memory_tags", "mentions", "closets", "vectors", "observations", "observation_vectors", "node_vectors",
    "postings", "terms", "changes", "supersessions",
)  # fmt: skip
_DROP_WORDS = "DELETE FROM terms WHERE palace = %(palace)s AND documents <= 0"
_SIZE = "SELECT sum(octet_length({text})) FROM {table} WHERE palace = %(palace)s"
_NOTE = "tables were searched; the server's own files keep freed space until it is used again or VACUUM FULL writes them anew"


def rewrite(database: Database, texts: Sequence[str], _blobs: Sequence[bytes]) -> Traces:
    """Vacuum the tables and search them; vectors went with their rows."""
    with database.writing():
        database.change(_DROP_WORDS)
    is_vacuumed = _vacuumed(database)
    # Of this palace alone: how large the tables are would tell about others.
    size = sum(database.number(_SIZE.format(text=text, table=table)) for table, text in _TEXTS.items())
    found = [number for number, text in enumerate(texts) if any(_holds(database, table, text) for table in _TEXTS)]
    note = _NOTE if is_vacuumed else f"the role may not vacuum the tables; {_NOTE}"
    return Traces(tuple(_TEXTS), size, tuple(found), is_rewritten=is_vacuumed, note=note)


def _vacuumed(database: Database) -> bool:
    """Whether the role may vacuum the tables."""
    with translated(database.where), database.set_aside() as connection:
        connection.execute("SET statement_timeout = 0")
        try:
            connection.execute(f"VACUUM {', '.join(_VACUUMED)}")
        except psycopg.errors.InsufficientPrivilege:
            return False
    return True


def _holds(database: Database, table: str, text: str) -> bool:
    sql = f"SELECT 1 FROM {table} WHERE palace = %(palace)s AND strpos({_TEXTS[table]}, %(text)s) > 0 LIMIT 1"
    return database.row(sql, {"text": text.replace("\0", "�")}) is not None
