"""Emptying a palace in PostgreSQL: the statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.postgres.sync import FORGET_REPLICAS
from simonides.stores.sql.records.clearing import ClearSql, SliceSql


def _slice(table: str, key: str = "key", weight: int = 1) -> SliceSql:
    return SliceSql(
        table=table,
        count=f"SELECT count(*) FROM {table} WHERE palace = %(palace)s",
        last=f"SELECT max({key}) FROM {table} WHERE palace = %(palace)s HAVING count(*) > 0",
        delete=f"""
            DELETE FROM {table} WHERE palace = %(palace)s AND {key} IN (
                SELECT {key} FROM {table} WHERE palace = %(palace)s AND {key} <= %(last)s ORDER BY {key} LIMIT %(limit)s
            )
        """,
        weight=weight,
    )


CLEAR = ClearSql(
    chunks="SELECT value FROM counters WHERE palace = %(palace)s AND name = 'chunks'",
    slices=(
        *(_slice("files", weight=10), _slice("projects"), _slice("sources", "path"), _slice("supersessions")),
        *(_slice("memories"), _slice("facts"), _slice("observations"), _slice("entities")),
    ),
    formers=SliceSql(
        table="changes",
        count="SELECT count(*) FROM changes WHERE palace = %(palace)s AND former IS NOT NULL",
        last="SELECT max(seq) FROM changes WHERE palace = %(palace)s",
        delete="""
            UPDATE changes SET former = NULL WHERE palace = %(palace)s AND seq IN (
                SELECT seq FROM changes WHERE palace = %(palace)s AND former IS NOT NULL AND seq <= %(last)s
                ORDER BY seq LIMIT %(limit)s
            )
        """,
    ),
    forget_replicas=FORGET_REPLICAS,
)
