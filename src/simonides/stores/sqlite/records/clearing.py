"""Emptying a palace in SQLite: the statements."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.sql.records.clearing import ClearSql, SliceSql
from simonides.stores.sqlite.sync import FORGET_REPLICAS


def _slice(table: str, key: str = "key", weight: int = 1) -> SliceSql:
    return SliceSql(
        table=table,
        count=f"SELECT count(*) FROM {table}",
        last=f"SELECT max({key}) FROM {table} HAVING count(*) > 0",
        delete=f"""
            DELETE FROM {table} WHERE {key} IN (SELECT {key} FROM {table} WHERE {key} <= :last ORDER BY {key} LIMIT :limit)
        """,
        weight=weight,
    )


CLEAR = ClearSql(
    chunks="SELECT value FROM counters WHERE name = 'chunks'",
    slices=(
        *(_slice("files", weight=10), _slice("projects"), _slice("sources", "path"), _slice("supersessions")),
        *(_slice("memories"), _slice("facts"), _slice("observations"), _slice("entities")),
    ),
    formers=SliceSql(
        table="changes",
        count="SELECT count(*) FROM changes WHERE former IS NOT NULL",
        last="SELECT max(seq) FROM changes",
        delete="""
            UPDATE changes SET former = NULL WHERE seq IN (
                SELECT seq FROM changes WHERE former IS NOT NULL AND seq <= :last ORDER BY seq LIMIT :limit
            )
        """,
    ),
    forget_replicas=FORGET_REPLICAS,
)
