"""Current facts in SQLite: those without an end, and those whose end has not come, each read from its own index."""

# ruff: noqa: S608 -- statements are put together from constants of ours; every value is bound.

from simonides.stores.sql.records.graph import OPEN, ending

ENDING = ending(":moment")
CURRENT = f"({OPEN} OR {ENDING})"
"""For statements that read all facts anyway."""

# Triggers count open facts; what is still to end is counted when somebody asks, since time passes without a trigger.
COUNTERS = f"""
    SELECT name, value + iif(name = 'current_facts', (SELECT count(*) FROM facts INDEXED BY facts_ending WHERE {ENDING}), 0)
    FROM counters
"""


def leaving(columns: str, where: str) -> str:
    """A query for the current facts with certain subjects."""
    return _either(columns, where, "facts_current", "facts_ending_outgoing")


def reaching(columns: str, where: str) -> str:
    """A query for the current facts with certain objects."""
    return _either(columns, where, "facts_current_incoming", "facts_ending_incoming")


def _either(columns: str, where: str, of_open: str, of_ending: str) -> str:
    return f"""
        SELECT {columns} FROM facts INDEXED BY {of_open} WHERE {where} AND {OPEN}
        UNION ALL SELECT {columns} FROM facts INDEXED BY {of_ending} WHERE {where} AND {ENDING}
    """
