"""Current facts in PostgreSQL: those without an end, and those whose end has not come, each read from its own index."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.sql.records.graph import OPEN, ending

ENDING = ending("%(moment)s::bigint")
CURRENT = f"({OPEN} OR {ENDING})"
"""For statements that read all facts anyway."""

# Triggers count open facts; what is still to end is counted when somebody asks, since time passes without a trigger.
COUNTERS = f"""
    SELECT name, value + CASE name
        WHEN 'current_facts' THEN (SELECT count(*) FROM facts WHERE palace = %(palace)s AND {ENDING}) ELSE 0
    END
    FROM counters WHERE palace = %(palace)s
"""


def current(columns: str, where: str) -> str:
    """A query for the current facts of which something is said."""
    return f"""
        SELECT {columns} FROM facts WHERE palace = %(palace)s AND {where} AND {OPEN}
        UNION ALL SELECT {columns} FROM facts WHERE palace = %(palace)s AND {where} AND {ENDING}
    """
